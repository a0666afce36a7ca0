#!/usr/bin/env python3
"""Measures how soon `beagle diff` shows a difference, and how soon libFuzzer finds one, in turn.

    side_by_side.py [--beagle PROGRAM] [--budget TIME] [--runs N] [--only NAME] [--record]

Of each pair in pairs/ whose functions differ, and of each comparison in ../compare/diffs whose function takes numbers
and texts, libFuzzer gets a program that calls both versions with what it makes up and stops where they do not do the
same. Both begin with the sources: Beagle's time ends when both versions have shown the difference natively, libFuzzer's
when its program has stopped; compiling it is counted, and given apart. A ratio is libFuzzer's time to Beagle's.
--record writes the table of README.md.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER / "pairs"), str(FOLDER.parent / "compare")]

from check import LANGUAGES, Wrong, call_of  # noqa: E402
from measure import limit_of  # noqa: E402
from pairs import read_pairs  # noqa: E402
from run_diff import Comparison  # noqa: E402

BEGIN, END = "<!-- side by side -->", "<!-- end of side by side -->"
# A build that sees what a read or write out of bounds does, as Beagle does.
SANITIZERS = "-fsanitize=fuzzer-no-link,address"
NUMBERS = r"(?:unsigned |signed )?(?:char|short|int|long long|long)|unsigned|float|double|bool|_Bool|u?int(?:8|16|32|64)_t|size_t"
SPARE = 60  # seconds that a run may take on top of its budget


class Unfit(Exception):
    """A comparison that is none for a fuzzer, and why."""


class FromComparison:
    """A comparison of test/compare/diffs as a pair; what its function gets stands in its own declaration."""

    kind, call = "comparison", None

    def __init__(self, path):
        self.name = path.stem
        comparison = Comparison(path.read_text())
        texts = list(comparison.files.items())
        self.language = "cpp" if texts[0][0].endswith("pp") else "c"
        entries = [word for before, word in zip(comparison.arguments, comparison.arguments[1:]) if before == "--entry"]
        expected = re.findall(r"^verdict (\S+) changed$", path.read_text(), flags=re.M)
        if len(expected) != 1 or (entries and entries != expected):
            raise Unfit("not one function that changes")
        self.entry, self.verdict = expected[0], "changed"
        self.old, self.new = texts[0][1], texts[1][1]
        self.inputs = "\n".join(self.parameter(text) for text in self.parameters())

    def parameters(self):
        both = [re.search(rf"\b{self.entry}\(([^)]*)\)\s*\{{", text) for text in (self.old, self.new)]
        if not all(both) or both[0][1] != both[1][1]:
            raise Unfit("its parameters are not the same in both versions")
        return [] if both[0][1].strip() in ("", "void") else both[0][1].split(",")

    def parameter(self, text):
        text = text.strip()
        if re.fullmatch(rf"(?:const )?(?:{NUMBERS}) \w+", text):
            return text
        if re.fullmatch(r"(?:const )?char ?\* ?\w+", text):
            return text + " string"
        raise Unfit(f"it takes `{text}`")

    def sources(self):
        return (f"old.{self.language}", self.old), (f"new.{self.language}", self.new)


def comparisons(only):
    found, unfit = [], 0
    for path in sorted((FOLDER.parent / "compare/diffs").glob("*.diff")):
        try:
            if not only or only in path.stem:
                found.append(FromComparison(path))
        except Unfit:
            unfit += 1
    return found, unfit


# --- libFuzzer ---------------------------------------------------------------------------------------------------

STOPS = """#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
uint64_t beagle_old(const uint8_t*, size_t), beagle_new(const uint8_t*, size_t);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (beagle_old(data, size) != beagle_new(data, size)) abort();
  return 0;
}
"""


def fuzzer(pair, folder):
    """The program, and the seconds that compiling it took."""
    compiler, standard = LANGUAGES[pair.language][1:]
    linkage = 'extern "C" ' if pair.language == "cpp" else ""
    call = pair.call or call_of(pair)
    started = time.monotonic()
    objects = []
    for source, text in pair.sources():
        version = source.partition(".")[0]
        (folder / source).write_text(text)
        whole = folder / f"{version}_fuzzed.{pair.language}"
        whole.write_text(f'#include "{source}"\n#include "{FOLDER}/pairs/fuzz_driver.h"\n{call}\n'
                         f"{linkage}uint64_t beagle_{version}(const uint8_t* data, size_t size) {{ return call_with(data, size, call); }}\n")
        objects.append(f"{version}.o")
        run([compiler, standard, "-w", f"-I{FOLDER.parents[1]}", "-O1", "-g", "-ffp-contract=off", "-fwrapv", SANITIZERS, "-c", whole, "-o", objects[-1]], folder)
        # All other names are in both versions.
        run(["objcopy", "--keep-global-symbol", f"beagle_{version}", objects[-1]], folder)
    (folder / "stops.c").write_text(STOPS)
    run(["clang-19", "-w", SANITIZERS, "-c", "stops.c", "-o", "stops.o"], folder)
    run([compiler, "-fsanitize=fuzzer,address", "stops.o", *objects, "-o", "fuzzer", "-lm"], folder)
    return folder / "fuzzer", time.monotonic() - started


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise Wrong(f"`{command[0]}` says:\n{done.stderr}")


def fuzzed(program, seed, budget):
    """Seconds until the program stopped at a difference, or None."""
    command = [program, f"-seed={seed}", f"-max_total_time={max(int(budget), 1)}", "-max_len=256", "-timeout=5", "-print_final_stats=0"]
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"}
    started = time.monotonic()
    try:
        done = subprocess.run(command, cwd=program.parent, capture_output=True, check=False, timeout=budget + SPARE, env=environment)
    except subprocess.TimeoutExpired:
        return None
    said = done.stderr.decode(errors="replace")
    return time.monotonic() - started if done.returncode and "libFuzzer: timeout" not in said else None


# --- Beagle --------------------------------------------------------------------------------------------------------


def shown(pair, beagle, budget, folder, cache):
    """Seconds until a difference was seen when both versions ran, or None."""
    for source, text in pair.sources():
        (folder / source).write_text(text)
    command = [beagle, "diff", *(source for source, _ in pair.sources()), "--entry", pair.entry, "--budget", budget, "--format", "json", "--quiet"]
    reports = cache / "beagle/entries/report"  # of earlier runs, which would answer at once
    shutil.rmtree(reports, ignore_errors=True)
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=limit_of(budget) + SPARE,
                              env={**os.environ, "XDG_CACHE_HOME": str(cache)})
        return json.loads(done.stdout)["stats"]["firstSeconds"]
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return None


def median_of(times):
    """Of several runs, those that found nothing last; None when that is most of them."""
    middle = sorted(times, key=lambda seconds: (seconds is None, seconds or 0))[(len(times) - 1) // 2]
    return middle


class Row:
    def __init__(self, pair, beagle, compiling, fuzzing):
        self.pair, self.beagle, self.compiling, self.fuzzing = pair, beagle, compiling, fuzzing
        self.whole = None if fuzzing is None else compiling + fuzzing

    def line(self):
        def text(seconds):
            return "-" if seconds is None else f"{seconds:.2f} s"
        return f"{self.pair.kind}/{self.pair.name}: Beagle {text(self.beagle)}, libFuzzer {text(self.whole)} ({text(self.fuzzing)} without compiling)"


def table(rows, budget, runs):
    lines = ["| pairs | number | Beagle shows | libFuzzer finds | Beagle, median | libFuzzer, median | its run alone | Beagle is not later | ratio, median |",
             "|---|" + "---:|" * 8]
    for kind in [*dict.fromkeys(row.pair.kind for row in rows), None]:
        some = [row for row in rows if kind in (row.pair.kind, None)]
        both = [row for row in some if row.beagle is not None and row.whole is not None]
        not_later = sum(row.beagle is not None and (row.whole is None or row.beagle <= row.whole) for row in some)
        def middle(values, form):
            return form.format(statistics.median(values)) if values else "-"
        lines.append(f"| {kind or 'all'} | {len(some)} | {sum(row.beagle is not None for row in some)} | {sum(row.whole is not None for row in some)} | "
                     + " | ".join([middle([row.beagle for row in some if row.beagle is not None], "{:.2f} s"),
                                   middle([row.whole for row in some if row.whole is not None], "{:.2f} s"),
                                   middle([row.fuzzing for row in some if row.fuzzing is not None], "{:.2f} s"), str(not_later),
                                   middle([row.whole / row.beagle for row in both], "{:.1f}")]) + " |")
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return "\n".join([*lines, "", f"Budget {budget}, median of {runs} runs each; {os.cpu_count()} cores, {model.group(1) if model else 'unknown'}."])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--beagle", default=os.environ.get("BEAGLE") or str(FOLDER.parents[1] / "build/bin/beagle"), metavar="PROGRAM")
    parser.add_argument("--budget", default="10s", metavar="TIME", help="for each run of each (default 10s)")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="of each; the median counts (default 3)")
    parser.add_argument("--only", metavar="NAME", help="pairs with this in their names")
    parser.add_argument("--record", action="store_true", help="write the table of README.md")
    arguments = parser.parse_args()
    for program in (arguments.beagle, "objcopy", "clang-19"):
        if not shutil.which(program):
            parser.error(f"{program} is no program")
    if arguments.record and arguments.only:
        parser.error("--record writes the table of all pairs, and --only measures some")
    beagle = str(Path(shutil.which(arguments.beagle)).absolute())
    found, unfit = comparisons(arguments.only)
    try:
        pairs = [pair for pair in read_pairs(arguments.only) if pair.verdict == "changed"]
    except SystemExit:
        pairs = []  # the name is one of a comparison
    rows, failed = [], []
    with tempfile.TemporaryDirectory(prefix="beagle-side.") as cache:
        for pair in pairs + found:
            with tempfile.TemporaryDirectory(prefix="beagle-side.") as name:
                folder = Path(name)
                try:
                    program, compiling = fuzzer(pair, folder)
                except Wrong as problem:
                    if pair in found:  # it calls what nobody has, or has no such name in C
                        unfit += 1
                    else:
                        failed.append(f"{pair.kind}/{pair.name}: {problem}")
                    continue
                times = [(shown(pair, beagle, arguments.budget, folder, Path(cache)), fuzzed(program, seed + 1, limit_of(arguments.budget)))
                         for seed in range(arguments.runs)]
                rows.append(Row(pair, median_of([one for one, _ in times]), compiling, median_of([other for _, other in times])))
                print(rows[-1].line(), flush=True)
    text = table(rows, arguments.budget, arguments.runs)
    if unfit and not arguments.only:
        text += f" {unfit} comparisons are none for a fuzzer: their function takes more than numbers and texts, or calls what nobody has."
    print(f"\n{text}")
    print(*failed, sep="\n")
    if arguments.record:
        readme = FOLDER / "README.md"
        whole = readme.read_text()
        readme.write_text(f"{whole[:whole.index(BEGIN) + len(BEGIN)]}\n{text}\n{whole[whole.index(END):]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
