#!/usr/bin/env python3
"""Measures what `beagle diff` makes of the pairs, one after the other.

    measure.py [--beagle PROGRAM] [--budget TIME] [--only NAME] [--results FILE] [--record]

Prints a line per pair and a table. A pair of equal functions that is called changed, one of different functions that
is called unchanged, and a run without a report are wrong: they are printed at the end, and the exit code is 1.
--self-test tries the judgement itself.
--results writes all that was said of each pair, --record the table of README.md in the folder above.
"""

import argparse
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pairs import FOLDER, KINDS, VERDICTS, read_pairs

BEGIN, END = "<!-- pairs -->", "<!-- end of pairs -->"
# What can come out, in the order of the table, and what of it is right for a pair of each verdict.
OUTCOMES = ("proved", "bounded", "shown", "not replayed", "open", "wrong")
RIGHT = {"unchanged": ("proved", "bounded", "open"), "changed": ("shown", "not replayed", "open")}
SPARE = 120  # seconds for compiling and replaying, on top of the budget


class Result:
    """What was said of one pair."""

    def __init__(self, pair, seconds, function, failure):
        self.pair, self.seconds, self.function, self.failure = pair, seconds, function, failure
        said = self.said()
        self.outcome = said if said in RIGHT[pair.verdict] else "wrong"

    def said(self):
        if self.function is None:
            return "failed"
        verdict = self.function["verdict"]
        if verdict == "unchanged":
            return "proved" if self.function["proof"] == "complete" else "bounded"
        if verdict == "changed":
            return "shown" if any(change["replayed"] for change in self.function["changes"]) else "not replayed"
        return "open" if verdict == "inconclusive" else verdict

    def line(self):
        return f"{self.pair.kind}/{self.pair.name}: {self.pair.verdict}: {'WRONG, ' if self.outcome == 'wrong' else ''}{self.said()}, {self.seconds:.1f} s"

    def details(self):
        if self.function is None:
            return f"    {self.failure}"
        lines = [f"{key}: {text}" for key in ("open", "reasons", "bounds", "assumptions") for text in self.function[key]]
        for change in self.function["changes"]:
            lines.append(f"change: {change['kind']} in {' '.join(change['differs'])}{', ub-only' if change['ubOnly'] else ''}")
            lines.append("  with " + ", ".join(f"{path} = {value}" for path, value in change["witness"].items()))
            for side in ("base", "head"):
                values = ", ".join(f"{path} = {value}" for path, value in change[side]["values"].items())
                lines.append(f"  {side}: {change[side]['ending']} {change[side]['detail']} {values}")
            if change["replayNote"]:
                lines.append(f"  replay: {change['replayNote']}")
        return "\n".join(f"    {line}" for line in lines)


def limit_of(budget):
    """A time as `beagle` reads it, in seconds."""
    found = re.fullmatch(r"(\d+)(ms|s|m|h)?", budget)
    if not found:
        raise SystemExit(f"--budget {budget}: a time such as 10s or 2m is wanted")
    return int(found[1]) * {"ms": 0.001, "s": 1, "m": 60, "h": 3600, None: 1}[found[2]]


def measure(pair, beagle, budget, cache):
    with tempfile.TemporaryDirectory(prefix="beagle-pair.") as folder:
        for source, text in pair.sources():
            Path(folder, source).write_text(text)
        command = [beagle, "diff", *(source for source, _ in pair.sources()), "--entry", pair.entry, "--budget", budget,
                   "--format", "json", "--quiet"]
        started = time.monotonic()
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=limit_of(budget) + SPARE,
                                  env={**os.environ, "XDG_CACHE_HOME": str(cache)})
        except subprocess.TimeoutExpired:
            return Result(pair, time.monotonic() - started, None, "it did not come to an end")
        seconds = time.monotonic() - started
    try:
        functions = json.loads(done.stdout)["functions"]
    except json.JSONDecodeError:
        functions = []
    function = next((f for f in functions if f["name"] == pair.entry or f["name"].startswith(pair.entry + "(")), None)
    if function is None:
        return Result(pair, seconds, None, f"no report, exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()}")
    return Result(pair, seconds, function, "")


def table(results, budget):
    lines = ["| pairs | " + " | ".join(["number", *OUTCOMES, "median", "slowest"]) + " |", "|---|" + "---:|" * (len(OUTCOMES) + 3)]
    for kind in KINDS:
        for verdict in VERDICTS:
            rows = [result for result in results if (result.pair.kind, result.pair.verdict) == (kind, verdict)]
            if not rows:
                continue
            counts = [sum(row.outcome == outcome for row in rows) for outcome in OUTCOMES]
            cells = [str(count) if count or outcome == "wrong" or outcome in RIGHT[verdict] else "" for outcome, count in zip(OUTCOMES, counts)]
            seconds = [row.seconds for row in rows]
            cells += [f"{statistics.median(seconds):.1f} s", f"{max(seconds):.1f} s"]
            lines.append(f"| {kind}, {verdict} | {len(rows)} | " + " | ".join(cells) + " |")
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return "\n".join([*lines, "", f"Budget {budget} for each pair; {os.cpu_count()} cores, {model.group(1) if model else platform.machine()}."])


# --- self-test -----------------------------------------------------------------------------------------------


def self_test():
    """Every answer that there is, for a pair of each verdict."""
    class Example:
        kind, name = "integer", "example"

    def outcome(expected, verdict, proof="none", replays=()):
        pair = Example()
        pair.verdict = expected
        changes = [{"replayed": replayed} for replayed in replays]
        return Result(pair, 1.0, {"verdict": verdict, "proof": proof, "changes": changes} if verdict else None, "").outcome

    failed = [f"{answer} for a pair that is {expected}: {outcome(expected, *answer)}, not {wanted}" for expected, answer, wanted in [
        ("unchanged", ("unchanged", "complete"), "proved"), ("changed", ("unchanged", "complete"), "wrong"),
        ("unchanged", ("unchanged", "bounded"), "bounded"), ("changed", ("unchanged", "bounded"), "wrong"),
        ("unchanged", ("changed", "none", [True]), "wrong"), ("changed", ("changed", "none", [None, True]), "shown"),
        ("unchanged", ("changed", "none", [None]), "wrong"), ("changed", ("changed", "none", [None, False]), "not replayed"),
        ("unchanged", ("inconclusive",), "open"), ("changed", ("inconclusive",), "open"),
        ("unchanged", ("added",), "wrong"), ("changed", ("",), "wrong")] if outcome(expected, *answer) != wanted]
    print(*failed, sep="\n")
    print(f"self-test: {'failed' if failed else 'passed'}")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--beagle", default=os.environ.get("BEAGLE") or str(FOLDER.parents[2] / "build/bin/beagle"), metavar="PROGRAM")
    parser.add_argument("--budget", default="10s", metavar="TIME", help="for each pair (default 10s)")
    parser.add_argument("--only", metavar="NAME", help="pairs with this in their names")
    parser.add_argument("--results", type=Path, metavar="FILE", help="write all that was said of each pair")
    parser.add_argument("--record", action="store_true", help="write the table of README.md")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    if not shutil.which(arguments.beagle):
        parser.error(f"{arguments.beagle} is no program: build it first, or name it with --beagle")
    if arguments.record and arguments.only:
        parser.error("--record writes the table of all pairs, and --only measures some")
    limit_of(arguments.budget)
    beagle = str(Path(shutil.which(arguments.beagle)).absolute())
    results = []
    with tempfile.TemporaryDirectory(prefix="beagle-pairs-cache.") as cache:
        for pair in read_pairs(arguments.only):
            results.append(measure(pair, beagle, arguments.budget, cache))
            print(results[-1].line(), flush=True)
            wrong = [result for result in results if result.outcome == "wrong"]
            if arguments.results:  # as it goes on, so that what was measured is there when the rest is cut
                ordered = wrong + [result for result in results if result.outcome != "wrong"]
                arguments.results.write_text("\n".join(f"{result.line()}\n{result.details()}" for result in ordered) + "\n")
    text = table(results, arguments.budget)
    print(f"\n{text}")
    if arguments.record:
        readme = FOLDER.parent / "README.md"
        whole = readme.read_text()
        readme.write_text(f"{whole[:whole.index(BEGIN) + len(BEGIN)]}\n{text}\n{whole[whole.index(END):]}")
    for result in wrong:
        print(f"\n{result.line()}\n{result.details()}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
