"""``python -m proofs``: run, check and show the claims.

Exit status: 0 it holds, 1 it does not, 2 wrong usage or environment, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HOLDS, FAILS, MISUSED, INTERRUPTED, UNREAD = 0, 1, 2, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    _plain_output()
    try:
        status = _command(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD


def _command(arguments: list[str]) -> int:
    options = parser().parse_args(_with_command(arguments))
    from proofs.ledger import UnknownClaim
    from proofs.own import BadFile

    try:
        return COMMANDS[options.command](options)
    except BrokenPipeError:
        raise
    except (UnknownClaim, BadFile, Misused, OSError) as error:
        return misused(str(error))
    except ImportError as error:
        return misused(f"{error.name} cannot be imported by this Python: pip install cosnum brings it")


class Misused(Exception):
    """Wrong usage, or something that the environment lacks."""


def misused(message: str) -> int:
    print(f"python -m proofs: {message}", file=sys.stderr)
    return MISUSED


def _with_command(arguments: list[str]) -> list[str]:
    """``run`` is the command where none is given."""
    first = arguments[0] if arguments else ""
    return arguments if first in (*COMMANDS, "-h", "--help", "--version") else ["run", *arguments]


def _plain_output() -> None:
    """Characters that the terminal's encoding lacks are replaced, so that they stop nothing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


# --- the commands -----------------------------------------------------------------------------------------------------


def run(options: argparse.Namespace) -> int:
    """Verify the stored evidence, search where there is none, ask Z3, and compare with the ledger."""
    from proofs import ledger, own, report, running, sampler, store
    from proofs.kernel.claim import Claim
    from proofs.kernel.record import Record
    from proofs.kernel.verdict import Verdict
    from proofs.prove import Budget
    from proofs.search.smt import SolverMissing

    sampling = sampler.Sampler(options.points, options.seed, sampling_namespace(options))
    start = time.perf_counter()
    mine = own.claims_of(options.file) if options.file else {}
    chosen = ledger.select(options.pattern, mine or ledger.rows())
    try:
        if options.update and not mine:
            searched = [claim for claim in chosen if isinstance(claim, Claim)]
            with report.progress("searching", len(searched)) as tick:
                running.update(searched, tick)
        library = ledger.library(mine)
        with report.progress("running", len(chosen)) as tick:
            rows = running.run(chosen, library, Budget(options.rlimit, options.seed), options.jobs, tick, sampling)
    except SolverMissing as error:
        raise Misused(str(error)) from error
    records = [row.record for row in rows if isinstance(row.record, Record)]
    if options.json == "-":
        report.dump(report.document(rows, options.seed), sys.stdout)
    elif options.json:
        store.write(Path(options.json), report.document(rows, options.seed))
    if options.json != "-":
        report.show(rows, library.claims, time.perf_counter() - start)
    unmet = sampler.problems(records)
    if mine:
        return verdict([*own.problems(records), *unmet])
    findings = [ledger.finding(record, library) for record in records]
    unmet += [row.record.reason for row in rows if row.record.verdict is Verdict.UNKNOWN and row.record not in records]
    return verdict(unmet + ledger.problems(findings, complete=not options.pattern))


def sampling_namespace(options: argparse.Namespace) -> Any:
    from proofs.sampler import NoBackend, namespace

    try:
        return namespace(options.backend)
    except NoBackend as error:
        raise Misused(str(error)) from error


def sample(options: argparse.Namespace) -> int:
    """Try claims on very many points; with a layout, try those on blocks on vectors of that layout."""
    from proofs import layouts
    from proofs import sample as samples

    if options.points == 0:
        raise Misused("--points must be at least 1")
    if options.entries is not None and options.layout is None:
        raise Misused("--entries goes with --layout")
    if options.backend != "numpy" and options.layout is not None:
        raise Misused("--layout is for numpy: it reads memory, not a GPU's")
    if options.layout is None:
        return samples.command(options, sampling_namespace(options))
    try:
        return layouts.command(options)
    except layouts.NoLayout as error:
        raise Misused(str(error)) from error


def check(options: argparse.Namespace) -> int:
    """Verify the stored evidence by the kernel alone, and compare with the ledger."""
    from proofs import ledger

    start = time.perf_counter()
    chosen = ledger.select(options.pattern, ledger.claims())
    findings = ledger.check(chosen, options.jobs)
    problems = ledger.problems(findings, complete=not options.pattern)
    if not problems:
        proved = sum(found.entry["verdict"] == "PROVED" for found in findings)
        print(f"{len(findings)} claims as committed, {proved} of them PROVED; {time.perf_counter() - start:.1f} s")
    return verdict(problems)


def show(options: argparse.Namespace) -> int:
    """All that is known of one claim, for a reader."""
    from proofs import ledger, measured
    from proofs.show import shown

    row = ledger.rows().get(options.id) or ledger.claim(options.id)
    lines = measured.shown(row) if isinstance(row, measured.Measured) else shown(row, ledger.library(), options.latex)
    for line in lines:
        print(line)
    return HOLDS


def list_(options: argparse.Namespace) -> int:
    """The claims by id, with their titles."""
    from proofs import ledger

    claims = ledger.select(options.pattern, ledger.rows())
    width = max(len(claim.id) for claim in claims)
    for claim in claims:
        print(f"{claim.id:{width}}  {claim.title}")
    return HOLDS


def export(options: argparse.Namespace) -> int:
    """One SMT-LIB file a claim."""
    from proofs import ledger
    from proofs.export import smtlib

    chosen = ledger.select(options.pattern, ledger.claims())
    written = smtlib(chosen, ledger.library(), options.smtlib)
    print(f"{len(written)} files written to {options.smtlib}")
    return HOLDS


def bench(options: argparse.Namespace) -> int:
    """Time per claim and checker, and Z3 on its own."""
    from proofs.bench import measure

    return measure(options.limit)


def experiment(options: argparse.Namespace) -> int:
    """Count the steps to convergence, beside closed form and public counts: claim flow.step_count."""
    from proofs.experiment import PUBLIC, sentence
    from proofs.experiment import run as measure

    try:
        found = measure(options.seed, options.norms or tuple(PUBLIC), options.json, options.plot)
    except ValueError as error:
        raise Misused(str(error)) from error
    except ImportError as error:
        raise Misused(f"{error.name} cannot be imported: pip install 'cosnum[notebooks]' brings it") from error
    return verdict([] if found.reproduced else [sentence(found)])


def notebooks(options: argparse.Namespace) -> int:
    """Run the notebooks from scratch, and store them."""
    from proofs import notebooks, report

    try:
        names = notebooks.select(options.name)
        with report.progress("running", len(names)) as tick:
            problems = (notebooks.check if options.check else notebooks.regenerate)(names, tick)
    except notebooks.UnknownNotebook as error:
        raise Misused(str(error)) from error
    except ImportError as error:
        raise Misused(f"{error.name} cannot be imported: pip install 'cosnum[notebooks]' brings it") from error
    if not problems:
        print(f"{', '.join(names)}: {'as stored' if options.check else f'stored in {notebooks.folder()}'}")
    return verdict(problems)


COMMANDS = {
    "run": run,
    "check": check,
    "show": show,
    "list": list_,
    "export": export,
    "bench": bench,
    "sample": sample,
    "experiment": experiment,
    "notebooks": notebooks,
}


def verdict(problems: Sequence[str]) -> int:
    """The exit status, after naming what does not hold."""
    for problem in problems:
        print(problem, file=sys.stderr)
    return FAILS if problems else HOLDS


# --- the arguments ----------------------------------------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    from proofs.versions import version

    top = argparse.ArgumentParser(
        prog="python -m proofs",
        description="Statements about cosine similarity, proved or refuted. Without a command: run.",
        epilog="Exit status: 0 it holds, 1 it does not, 2 wrong usage or environment, 130 interrupted.",
    )
    top.add_argument("--version", action="version", version=f"cosnum {version('cosnum') or '(not installed)'}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    patterns = argparse.ArgumentParser(add_help=False)
    patterns.add_argument("pattern", nargs="*", metavar="PATTERN", help="an id, a chapter, or either with * and ?")
    add = {
        name: commands.add_parser(name, help=_first_line(function), description=_first_line(function), parents=parents)
        for name, function, parents in [
            ("run", run, [patterns]),
            ("check", check, [patterns]),
            ("show", show, []),
            ("list", list_, [patterns]),
            ("export", export, [patterns]),
            ("bench", bench, []),
            ("sample", sample, [patterns]),
            ("experiment", experiment, []),
            ("notebooks", notebooks, []),
        ]
    }
    for name in ("run", "check", "sample"):
        add[name].add_argument("--jobs", type=positive, default=os.cpu_count() or 1, metavar="N", help="how many at a time")
    _run_arguments(add["run"])
    _sample_arguments(add["sample"])
    add["show"].add_argument("id", metavar="ID")
    add["show"].add_argument("--latex", action="store_true", help="formulas in LaTeX")
    add["export"].add_argument("--smtlib", required=True, metavar="DIR", help="the folder to write to")
    add["bench"].add_argument("--limit", type=positive, default=20, metavar="SECONDS", help="for Z3 alone")
    _experiment_arguments(add["experiment"])
    add["notebooks"].add_argument("name", nargs="*", metavar="NAME", help="such as blocks or 01_*; all by default")
    add["notebooks"].add_argument("--check", action="store_true", help="store nothing, and say what differs")
    return top


def _run_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", metavar="FILE", help="write all that was found as JSON; - is standard output")
    command.add_argument("--seed", type=natural, default=1, metavar="N", help="of Z3 and of the points")
    command.add_argument("--points", type=count, default=100_000, metavar="N", help="to try each claim on; 0 for none")
    _backend_argument(command)
    command.add_argument("--rlimit", type=positive, default=1_000_000, metavar="N", help="Z3's resource limit")
    command.add_argument("--file", metavar="FILE", help="run the claims of a Python file of your own")
    command.add_argument("--update", action="store_true", help="search for missing evidence and write the ledger")


def _sample_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", metavar="FILE", help="write all that was found as JSON; - is standard output")
    command.add_argument("--points", type=count, default=1_000_000, metavar="N", help="that satisfy the hypotheses, a claim")
    command.add_argument("--seed", type=natural, default=1, metavar="N", help="which points: the same for the same seed")
    command.add_argument("--start", type=natural, default=0, metavar="CHUNK", help="go on where an earlier sample stopped")
    _backend_argument(command)
    command.add_argument("--layout", metavar="NAME", help="vectors with the blocks of a model, such as llama-7b")
    command.add_argument("--entries", type=count, metavar="N", help="of each vector, such as 1e8; by default all")


def _backend_argument(command: argparse.ArgumentParser) -> None:
    command.add_argument("--backend", choices=["numpy", "cupy"], default="numpy", help="what the points are computed with")


def _experiment_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("name", choices=["steps"], help="what to measure")
    command.add_argument("--seed", type=natural, default=1, metavar="N", help="of the random pairs")
    command.add_argument("--norms", type=float, nargs="+", metavar="X", help="at the start; by default the public ones")
    command.add_argument("--json", metavar="FILE", help="write all that was measured as JSON; - is standard output")
    command.add_argument("--plot", metavar="FILE", help="draw it as a PNG file")


def positive(text: str) -> int:
    if (value := natural(text)) == 0:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def count(text: str) -> int:
    """A whole number, also as 1e6."""
    try:
        value = float(text)
        if value.is_integer() and value >= 0:
            return int(text) if text.isdecimal() else int(value)
    except (ValueError, OverflowError):
        pass
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")


def _first_line(function: object) -> str:
    return (function.__doc__ or "").splitlines()[0]


if __name__ == "__main__":
    sys.exit(main())
