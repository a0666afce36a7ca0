#!/usr/bin/env python3
"""Measures `beagle explore` beside KLEE: the same sources, the same symbolic inputs, in turn, on one machine.

    klee.py --klee PROGRAM --klee-clang CLANG [--beagle PROGRAM | --klee-only]
            [--only NAME]... [--runs N] [--limit SECONDS] [--search S,...] [--tests] [--store FILE] [--record]

KLEE gets the search and the bitcode that suit it best: both are tried once per program, on condition that the number
of paths stays that of plain -O0 code, and what takes least processor time is the yardstick. --store keeps that choice and all figures in FILE (JSON) and
takes the choice from there when neither the program nor KLEE has changed. --record writes the table of README.md
beside this file. A program on which the two do not find the same number of paths is a mismatch and has no ratio.
"""

import argparse
import ctypes
import datetime
import hashlib
import json
import math
import os
import platform
import re
import resource
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
BEGIN, END = "<!-- results -->", "<!-- end of results -->"
DEFAULT_SEARCH = "default"  # random paths in turn with what covers new code; KLEE has no name for it

# How a program becomes bitcode: clang's options, passes of `opt`, options of KLEE.
CODE = {
    "-O0": (["-O0", "-Xclang", "-disable-O0-optnone"], None, []),
    "-O0, mem2reg": (["-O0", "-Xclang", "-disable-O0-optnone"], "mem2reg", []),
    "-O0, --optimize": (["-O0", "-Xclang", "-disable-O0-optnone"], None, ["--optimize"]),
    "-O1": (["-O1"], None, []),
}

# Time is not to go into what nobody reads here. No watchdog: it looks once a second, which would round every figure
# up; `run` ends what outlives --max-time.
KLEE_OPTIONS = ["--max-memory=16000", "--dump-states-on-halt=false", "--output-istats=false", "--stats-write-interval=60s"]


class Problem(Exception):
    pass


class Run:
    """What one process, and whatever it started and waited for, has used."""

    def __init__(self, seconds, processor, megabytes, status, out, err, cut):
        self.seconds, self.processor, self.megabytes, self.status = seconds, processor, megabytes, status
        self.out, self.err, self.cut = out, err, cut


def adopt_orphans():
    """What outlives its parent becomes a child of this process: the compiler in Beagle's sandbox, which that does not wait for."""
    subreaper = 36  # PR_SET_CHILD_SUBREAPER
    if ctypes.CDLL(None, use_errno=True).prctl(subreaper, 1, 0, 0, 0): raise Problem(f"prctl: {os.strerror(ctypes.get_errno())}")


def orphans():
    """What those have used. They are at their end when the run is."""
    usages = []
    while True:
        try:
            usages.append(os.wait4(-1, 0)[2])
        except ChildProcessError:
            return usages


def run(command, limit, folder, environment=None, processor_limit=None):
    def limited():
        if processor_limit: resource.setrlimit(resource.RLIMIT_CPU, (processor_limit, processor_limit))

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        process = subprocess.Popen([str(word) for word in command], stdout=out, stderr=err, stdin=subprocess.DEVNULL, cwd=folder,
                                   env={**os.environ, **(environment or {})}, start_new_session=True, preexec_fn=limited)
        cut = threading.Event()

        def end():
            cut.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(limit, end)
        timer.start()
        usages = []
        try:
            pid = None
            while pid != process.pid:
                pid, status, usage = os.wait4(-1, 0)
                usages.append(usage)
        except BaseException:  # interrupted: what has a session of its own would go on
            end()
            raise
        finally:
            timer.cancel()
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        usages += orphans()
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
        processor = sum(one.ru_utime + one.ru_stime for one in usages)
        megabytes = max(one.ru_maxrss for one in usages) / 1024
        return Run(seconds, processor, megabytes, process.returncode, *texts,
                   cut.is_set() or process.returncode in (-signal.SIGXCPU, -signal.SIGKILL))


def checked(command, folder):
    result = run(command, 600, folder)
    if result.status:
        raise Problem(f"{' '.join(map(str, command))} ended with {result.status}:\n{result.err[-2000:]}")
    return result


class Program:
    """A source beside this file; its head comment names the inputs and the number of paths."""

    def __init__(self, path):
        self.path, self.name = path, path.stem
        text = path.read_text()
        head = "\n".join(line for line in text.split('#include "bench.h"')[0].splitlines() if line.startswith("//"))
        paths = re.search(r"^// Paths: (\d+)\.?$", head, re.M)
        if not paths or not re.search(r"^// Inputs: ", head, re.M):
            raise Problem(f"{path.name}: the head comment has to have the lines `Inputs:` and `Paths:`")
        self.paths = int(paths[1])
        self.concrete = bool(re.search(r"^// Inputs: none\.$", head, re.M))
        self.digest = hashlib.sha256((text + (path.parent / "bench.h").read_text()).encode()).hexdigest()[:16]


class Klee:
    def __init__(self, options, work):
        self.program, self.clang, self.work, self.limit = options.klee, options.klee_clang, work, options.limit
        self.opt = options.klee_opt or str(Path(shutil.which(self.clang) or self.clang).resolve().parent / "opt")
        self.tests = options.tests
        version = checked([self.program, "--version"], work).out
        self.version = re.search(r"KLEE (\S+)", version)[1]
        if tuple(int(part) for part in re.findall(r"\d+", self.version)[:2]) < (3, 1):
            raise Problem(f"this is KLEE {self.version}; 3.1 or newer is needed")

    def explore(self, program, code, search, processor_limit=None):
        """From the source to the end of the exploration, once."""
        flags, passes, options = CODE[code]
        bitcode, out = self.work / f"{program.name}.bc", self.work / "klee"
        shutil.rmtree(out, ignore_errors=True)
        compiled = [checked([self.clang, "-std=c11", "-DBENCH_KLEE", "-g", *flags, "-c", "-emit-llvm", program.path, "-o", bitcode],
                            self.work)]
        if passes: compiled.append(checked([self.opt, f"-passes={passes}", bitcode, "-o", bitcode], self.work))
        search_option = [] if search == DEFAULT_SEARCH else [f"--search={search}"]
        result = run([self.program, *KLEE_OPTIONS, *([] if self.tests else ["--write-no-tests"]), f"--max-time={max(1, round(self.limit))}s",
                      *search_option, *options, f"--output-dir={out}", bitcode], self.limit + 5, self.work,
                     processor_limit=processor_limit)
        figures = read_klee(result, out)
        figures["compile"] = sum(one.seconds for one in compiled)
        figures["seconds"] += figures["compile"]
        figures["processor"] += sum(one.processor for one in compiled)
        figures["megabytes"] = max([figures["megabytes"]] + [one.megabytes for one in compiled])
        figures.update(code=code, search=search)
        shutil.rmtree(out, ignore_errors=True)
        return figures

    def best(self, program, searches):
        """The search is chosen on plain -O0 code, then the code for that search. What is clearly slower than the best
        so far is ended: by processor time, so that a busy machine does not decide."""
        tried = []

        def fastest():
            return min((one for one in tried if usable(one, program)), key=lambda one: one["processor"], default=None)

        def attempt(code, search):
            best = fastest()
            one = self.explore(program, code, search, math.ceil(best["processor"] * 1.25 + 1) if best else None)
            tried.append(one)
            say(f"  {program.name}: {code}, {search}: {seconds(one['processor'])}, {paths_of(one)}")

        plain, *others = CODE
        for search in searches: attempt(plain, search)
        if fastest():
            search = fastest()["search"]
            for code in others: attempt(code, search)
        if not fastest():
            raise Problem(f"{program.name}: KLEE did not find the {program.paths} paths of the head comment: "
                          + "; ".join(f"{one['code']}, {one['search']}: {paths_of(one)}" for one in tried))
        return fastest(), tried


def usable(figures, program):
    return not figures["cut"] and figures["complete"] + figures["error"] == program.paths


def read_klee(result, out):
    """KLEE's exit status says nothing about a halt: the numbers of terminated states do."""
    if not (out / "run.stats").exists():
        if result.cut: return lost(result)
        raise Problem(f"KLEE ended with {result.status}:\n{result.err[-2000:]}")
    database = sqlite3.connect(out / "run.stats")
    database.row_factory = sqlite3.Row
    row = database.execute("select * from stats order by rowid desc limit 1").fetchone()
    database.close()
    done = re.search(r"completed paths = (\d+)", result.err)
    if not row or not done: return lost(result)
    early = sum(row[name] for name in row.keys() if name.startswith("TerminationEarly") or name in (
        "TerminationSolverError", "TerminationExecutionError"))
    return {
        "seconds": result.seconds, "processor": result.processor, "megabytes": result.megabytes,
        "complete": int(done[1]), "error": row["TerminationProgramError"] + row["TerminationUserError"],
        "cut": result.cut or early > 0 or row["InhibitedForks"] > 0 or "HaltTimer" in result.err,
        "solver": row["SolverTime"] / 1e6, "core solver": row["QueryTime"] / 1e6, "core queries": row["SolverQueries"],
        "instructions": row["Instructions"],
    }


def lost(result):
    return {"seconds": result.seconds, "processor": result.processor, "megabytes": result.megabytes, "complete": 0, "error": 0, "cut": True,
            "solver": 0.0, "core solver": 0.0, "core queries": 0, "instructions": 0}


def read_beagle(result):
    """The only place that knows the shape of Beagle's statistics."""
    if result.cut: return lost(result)
    try:
        document = json.loads(result.out)
        paths, solver = document["paths"], document["solver"]
        cut = paths.get("cut", 0)
        return {
            "seconds": result.seconds, "processor": result.processor, "megabytes": result.megabytes,
            "complete": paths["complete"], "error": paths["error"],
            "cut": bool(sum(cut.values()) if isinstance(cut, dict) else cut),
            "solver": solver["seconds"], "instructions": document.get("instructions", 0),
        }
    except (ValueError, KeyError, TypeError) as error:
        raise Problem(f"Beagle ended with {result.status}, and its statistics cannot be read ({error!r}):\n"
                      f"{result.out[-500:]}\n{result.err[-1500:]}") from error


class Beagle:
    """Each run starts with an empty cache: it is the whole way from the source, as KLEE's is."""

    def __init__(self, options, work):
        self.program, self.options, self.work, self.limit = options.beagle, options.beagle_option, work, options.limit
        self.inputs = options.tests

    def explore(self, program):
        cache, inputs = self.work / "cache", self.work / "inputs"
        for folder in (cache, inputs): shutil.rmtree(folder, ignore_errors=True)
        result = run([self.program, "explore", program.path, "--entry", "bench_entry", "--stats", "json", *self.options,
                      *(["--inputs", inputs] if self.inputs else [])], self.limit + 5, self.work, {"XDG_CACHE_HOME": str(cache)})
        return read_beagle(result)


def native(program, clang, work):
    """The program itself at -O0, for those that have no input."""
    binary = work / program.name
    checked([clang, "-std=c11", "-w", "-O0", "-DBENCH_NATIVE", program.path, "-o", binary], work)
    return statistics.median(checked([binary], work).seconds for _ in range(5))


def median_of(runs):
    """The median of each number; everything else has to be the same in all runs."""
    first = dict(runs[0])
    for key, value in first.items():
        values = [one[key] for one in runs]
        if key in ("seconds", "processor", "megabytes", "solver", "core solver", "compile"):
            first[key] = statistics.median(values)
        elif key in ("complete", "error", "cut") and any(other != value for other in values):
            raise Problem(f"`{key}` is not the same in every run: {values}")
    return first


def measure(program, klee, beagle, options, stored):
    known = stored.get(program.name, {})
    choice = None
    if (known.get("digest"), known.get("version"), known.get("tests")) == (program.digest, klee.version, klee.tests):
        choice = known.get("choice")
    tried = known.get("tried") if choice else None
    if not choice:
        best, tried = klee.best(program, options.search.split(","))
        choice = [best["code"], best["search"]]
    sides = {"klee": [], "beagle": []}
    for _ in range(options.runs):
        sides["klee"].append(klee.explore(program, *choice))
        if beagle: sides["beagle"].append(beagle.explore(program))
    record = {"digest": program.digest, "version": klee.version, "tests": klee.tests, "choice": choice, "tried": tried,
              "klee": median_of(sides["klee"]), "beagle": median_of(sides["beagle"]) if beagle else None}
    if program.concrete: record["native"] = native(program, klee.clang, klee.work)
    return record


def verdict(record):
    """None if there is a ratio, or else why there is none."""
    klee, beagle = record["klee"], record["beagle"]
    if not beagle: return "KLEE alone"
    for name, side in (("KLEE", klee), ("Beagle", beagle)):
        if side["cut"]: return f"{name} was cut"
    if (klee["complete"], klee["error"]) != (beagle["complete"], beagle["error"]):
        return f"MISMATCH: {paths_of(klee)} / {paths_of(beagle)}"
    return None


def paths_of(figures):
    return f"{figures['complete']} paths" + (f", {figures['error']} errors" if figures["error"] else "") + (", cut" if figures["cut"] else "")


def seconds(value):
    return f"{value:.2f} s" if value < 100 else f"{value:.0f} s"


def ratio(beagle, klee):
    return f"{beagle / klee:.3f}" if klee else "-"


def table(records):
    """One row per program; ratios are Beagle's figure over KLEE's."""
    if not any(record["beagle"] for record in records.values()): return klee_table(records)
    lines = ["| program | paths | KLEE: code, search | KLEE | Beagle | ratio | of processor time | solver: KLEE | Beagle | ratio | memory: KLEE | Beagle | ratio |",
             "|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    ratios = {"seconds": [], "processor": [], "solver": [], "megabytes": []}
    for name, record in sorted(records.items()):
        klee, beagle, why_not = record["klee"], record["beagle"], verdict(record)
        if not beagle: continue
        cells = [name, str(klee["complete"] + klee["error"]) if not why_not else why_not, f"{klee['code']}, {klee['search']}"]
        for key, show in (("seconds", seconds), ("solver", seconds), ("megabytes", lambda value: f"{value:.0f} MB")):
            cells += [show(klee[key]), show(beagle[key])]
            for one in (key, "processor") if key == "seconds" else (key,):
                cells.append("" if why_not else ratio(beagle[one], klee[one]))
                if not why_not and klee[one]: ratios[one].append(beagle[one] / klee[one])
        lines.append("| " + " | ".join(cells) + " |")
    for what, pick in (("median", statistics.median), ("worst", max)):
        cells = {key: f"{pick(values):.3f}" if values else "-" for key, values in ratios.items()}
        lines.append(f"| *{what}* | | | | | {cells['seconds']} | {cells['processor']} | | | {cells['solver']} | | | {cells['megabytes']} |")
    mismatches = sum(1 for record in records.values() if record["beagle"] and verdict(record))
    lines += ["", f"{len(ratios['seconds'])} programs compared, {mismatches} mismatches or cuts."]
    return lines


def klee_table(records):
    lines = ["| program | paths | code, search | whole run | processor | solver | its core | core queries | memory | instructions | per second |",
             "|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for name, record in sorted(records.items()):
        klee = record["klee"]
        rate = (f"{klee['instructions'] / klee['processor'] / 1e6:.1f} million instructions" if "native" in record
                else f"{klee['complete'] / klee['processor']:.0f} paths")
        lines.append(f"| {name} | {paths_of(klee).removesuffix(' paths')} | {klee['code']}, {klee['search']} | {seconds(klee['seconds'])} "
                     f"| {seconds(klee['processor'])} | {seconds(klee['solver'])} | {seconds(klee['core solver'])} | {klee['core queries']} "
                     f"| {klee['megabytes']:.0f} MB | {klee['instructions'] / 1e6:.2f} million | {rate} |")
    return lines


def about(options, klee, records):
    model = next((line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")),
                 platform.machine())
    lines = ["", f"Median of {options.runs} runs; KLEE {klee.version} with Z3, {'with' if klee.tests else 'without'} test files; "
             f"{os.cpu_count()} cores, {model}; {datetime.date.today()}."]
    share = [side["processor"] / side["seconds"] for record in records.values() for side in (record["klee"], record["beagle"]) if side]
    if share and statistics.median(share) < 0.9:
        lines.append(f"The machine was busy: half of the runs had less than {statistics.median(share):.0%} of a core, so wall "
                     "times say little.")
    loops = [f"{name} {seconds(record['native'])}" for name, record in sorted(records.items()) if "native" in record]
    if loops: lines.append(f"Natively at -O0: {', '.join(loops)}.")
    return lines


def write_readme(lines):
    readme = HERE / "README.md"
    text = readme.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise Problem(f"README.md has to have the lines `{BEGIN}` and `{END}` once each")
    before, rest = text.split(BEGIN)
    readme.write_text(before + BEGIN + "\n" + "\n".join(lines) + "\n" + END + rest.split(END)[1])


def say(line):
    print(line, file=sys.stderr, flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--klee", required=True, help="KLEE 3.1 or newer, built with Z3")
    parser.add_argument("--klee-clang", required=True, help="clang of the LLVM that KLEE was built with")
    parser.add_argument("--klee-opt", help="opt of the same LLVM; otherwise the one beside that clang")
    parser.add_argument("--beagle", default=os.environ.get("BEAGLE", "beagle"))
    parser.add_argument("--beagle-option", action="append", default=[], help="one more option for `beagle explore`, e.g. --order=bfs")
    parser.add_argument("--klee-only", action="store_true")
    parser.add_argument("--only", action="append", default=[], help="the name of a program; may be given more than once")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=180, help="seconds for one exploration")
    parser.add_argument("--search", default="bfs,default", help="KLEE's searches to try, as --search calls them, or `default`")
    parser.add_argument("--tests", action="store_true", help="let both tools solve and write an input per path")
    parser.add_argument("--store", type=Path, help="a JSON file that keeps choices and figures")
    parser.add_argument("--record", action="store_true", help="write the table into README.md")
    options = parser.parse_args()
    for name in ("klee", "klee_clang") + (() if options.klee_only else ("beagle",)):
        path = shutil.which(getattr(options, name))
        if not path: parser.error(f"--{name.replace('_', '-')}: there is no program `{getattr(options, name)}`")
        setattr(options, name, str(Path(path).absolute()))
    return options


def main():
    options = arguments()
    adopt_orphans()
    programs = [Program(path) for path in sorted(HERE.glob("*.c"))]
    unknown = set(options.only) - {program.name for program in programs}
    if unknown: raise Problem(f"no such program: {', '.join(sorted(unknown))}")
    stored = json.loads(options.store.read_text()) if options.store and options.store.exists() else {}
    records, problems = {}, []
    with tempfile.TemporaryDirectory(prefix="beagle-bench-") as folder:
        work = Path(folder)
        klee = Klee(options, work)
        beagle = None if options.klee_only else Beagle(options, work)
        for program in programs:
            if options.only and program.name not in options.only: continue
            try:
                record = measure(program, klee, beagle, options, stored)
            except Problem as problem:
                problems.append(str(problem) if str(problem).startswith(program.name) else f"{program.name}: {problem}")
                say(problems[-1])
                continue
            records[program.name] = stored[program.name] = record
            say(f"{program.name}: " + (verdict(record) or f"{ratio(record['beagle']['seconds'], record['klee']['seconds'])} of KLEE's time"))
            if options.store: options.store.write_text(json.dumps(stored, indent=1) + "\n")
        lines = table(records) + about(options, klee, records) + [f"No figures: {problem.splitlines()[0]}" for problem in problems]
    print("\n".join(lines))
    if options.record: write_readme(lines)
    return 1 if problems or any(record["beagle"] and verdict(record) for record in records.values()) else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main())
    except Problem as problem:
        sys.exit(f"klee.py: {problem}")
