"""Expressions as text: ``(lam - root(lam^2 - mu^2))/mu`` over anything that has the operators.

Witness terms and search ingredients are written this way. The text of a certificate is plainer and read by `check`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from proofs.kernel.check import Rejected

T = TypeVar("T")

_TOKEN = re.compile(r"\s*(\|[^|\s]+\||(?:cos|sin|inner)\([\w',]+\)|[^\W\d][\w']*|\d{1,999}|[-+*/^(),])")
_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
}


def read(text: str, atom: Callable[[str], T], number: Callable[[int], T], call: Callable[[str, T], T]) -> T:
    """The value of ``+ - * / ^``, parentheses, whole numbers, names and calls, over anything with these operators."""
    if not isinstance(text, str):
        raise Rejected(f"{text!r} is not the text of an expression")
    tokens = _tokens(text)

    def chain(operators: str, operand: Callable[[], Any]) -> Any:
        value = operand()
        while tokens[0] and tokens[0] in operators:
            operator = _OPERATORS[tokens.pop(0)]
            value = operator(value, operand())
        return value

    def product() -> Any:
        return chain("*/", signed)

    def signed() -> Any:
        if tokens[0] == "-":
            tokens.pop(0)
            return -signed()
        value = primary()
        if tokens[0] == "^":
            tokens.pop(0)
            exponent = tokens.pop(0)
            if not exponent.isdecimal() or len(exponent) > 3:
                raise Rejected(f"the power {exponent!r} in {text!r} is not a whole number")
            value = value ** int(exponent)
        return value

    def bracketed() -> Any:
        tokens.pop(0)
        value = chain("+-", product)
        if tokens.pop(0) != ")":
            raise Rejected(f"a parenthesis stays open in {text!r}")
        return value

    def primary() -> Any:
        if tokens[0] == "(":
            return bracketed()
        token = tokens.pop(0)
        if token.isdecimal():
            return number(int(token))
        if not token or token in "+*/^),":
            raise Rejected(f"{text!r} breaks off where an expression is due")
        return call(token, bracketed()) if tokens[0] == "(" else atom(token)

    value: T = chain("+-", product)
    if tokens != [""]:
        raise Rejected(f"cannot read {' '.join(tokens)!r} at the end of {text!r}")
    return value


def _tokens(text: str) -> list[str]:
    tokens, at = [], 0
    while at < len(text.rstrip()):
        if (match := _TOKEN.match(text, at)) is None:
            raise Rejected(f"cannot read {text[at:]!r} in {text!r}")
        tokens.append(match[1])
        at = match.end()
    return [*tokens, ""]
