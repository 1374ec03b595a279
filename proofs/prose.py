"""The prose of a chapter: its docstring, and the string that stands after a claim."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
from itertools import pairwise

from proofs import ledger
from proofs.kernel.claim import Claim


def prose(claim: Claim) -> str:
    """What the chapter says of a claim; empty where it lets the claim speak for itself."""
    return next((texts[claim.id] for texts in map(_remarks, ledger.CHAPTERS) if claim.id in texts), "")


def introduction(chapter: str) -> str:
    """The docstring of a chapter."""
    return inspect.getdoc(importlib.import_module(f"proofs.{chapter}")) or ""


@functools.cache
def _remarks(chapter: str) -> dict[str, str]:
    """The strings of a chapter by the id of the claim before them."""
    statements = ast.parse(inspect.getsource(importlib.import_module(f"proofs.{chapter}"))).body
    found = {}
    for statement, after in pairwise(statements):
        match statement, after:
            case (
                ast.Assign(value=ast.Call(args=[ast.Constant(value=str(id)), *_])),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[id] = inspect.cleandoc(text)
    return found
