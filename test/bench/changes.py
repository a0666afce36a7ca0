#!/usr/bin/env python3
"""Measures `beagle changes` on three real projects, in one run, so that its numbers can be compared with each other.

    changes.py [--runs N] [--jobs N] [--only cjson|openjpeg|sqlite] [--work DIR] [--beagle PROGRAM] [--record]

Per project: the median of N runs on a cold and on a warm cache, the same units of both versions through plain clang
with the same number of jobs, and the memory of a cold run. --record writes the table of README.md beside this file.
Sources come the way the corpus gets them, see test/corpus.
"""

import argparse
import concurrent.futures
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "corpus"))
import corpus  # noqa: E402

BEGIN, END = "<!-- results -->", "<!-- end of results -->"
CLANG = ["-O1", "-Xclang", "-disable-llvm-passes", "-g", "-w", "-c", "-emit-llvm"]


class Project:
    """A repository with two commits, the units that the change reaches, and their flags ({T}: the tree)."""

    def __init__(self, name, repo, units, flags, options):
        self.name, self.repo, self.units, self.flags, self.options = name, repo, units, flags, options


def commit_pair(folder, fill, edit):
    if (folder / ".git/done").exists():
        return
    corpus.fresh(folder)
    fill(folder)
    for step in (None, edit):
        if step:
            step(folder)
        else:
            corpus.run(["git", "init", "-q", "-b", "main"], folder, env=corpus.COMMIT)
        corpus.run(["git", "add", "-A", "-f"], folder, env=corpus.COMMIT)
        corpus.run(["git", "commit", "-q", "-m", "Head" if step else "Base"], folder, env=corpus.COMMIT)
    (folder / ".git/done").touch()


def replace_once(path, old, new):
    text = path.read_text()
    if text.count(old) != 1:
        raise corpus.Problem(f"{path.name}: `{old}` stands there {text.count(old)} times, not once")
    path.write_text(text.replace(old, new))


def cjson(work, packages, about):
    source = packages.unpacked("cjson", about["cjson"])

    def fill(folder):
        for name in ("cJSON.c", "cJSON.h", "cJSON_Utils.c", "cJSON_Utils.h", "test.c"):
            shutil.copy(source / name, folder / name)

    folder = work / "bench" / "cjson"
    commit_pair(folder, fill, lambda at: replace_once(at / "cJSON.c", "#define cjson_min(a, b) (((a) < (b)) ? (a) : (b))",
                                                      "#define cjson_min(a, b) (((a) <= (b)) ? (a) : (b))"))
    return Project("cjson: one unit of three", folder, ["cJSON.c"], [], ["--build", "plain"])


def openjpeg(work, packages, about):
    source = packages.unpacked("openjpeg2", about["openjpeg2"])
    generated = corpus.prepared(work, "openjpeg2", about["openjpeg2"], source)

    def fill(folder):
        shutil.copytree(source / "src/lib/openjp2", folder / "src/lib/openjp2")

    folder = work / "bench" / "openjpeg"
    commit_pair(folder, fill, lambda at: replace_once(at / "src/lib/openjp2/opj_intmath.h", "return (a >= b) ? a - b : 0;", "return (a > b) ? a - b : 0;"))
    units = [path.relative_to(folder).as_posix() for path in sorted((folder / "src/lib/openjp2").glob("*.c"))]
    flags = [f"-I{generated}/src/lib/openjp2", "-I{T}/src/lib/openjp2"]
    # A unit is reached by the header if the compiler says that it depends on it.
    reached = []
    for unit in list(units):
        clang = ["clang-19", "-w", *[flag.replace("{T}", str(folder)) for flag in flags], unit]
        if subprocess.run([*clang, "-fsyntax-only"], cwd=folder, capture_output=True).returncode:
            units.remove(unit)  # of a feature that is off
        elif "opj_intmath.h" in corpus.run([*clang, "-MM"], folder):
            reached.append(unit)
    database = work / "bench" / "openjpeg.json"
    database.write_text(json.dumps([{"directory": str(folder), "file": unit, "arguments":
                                     ["cc", *[flag.replace("{T}", str(folder)) for flag in flags], "-c", unit]} for unit in units]))
    return Project(f"openjpeg: a header of {len(reached)} units", folder, reached, flags, ["--compile-commands", str(database)])


def sqlite(work, packages, about):
    source = packages.unpacked("sqlite3", about["sqlite3"])
    built = work / "bench" / "sqlite-amalgamation"
    if not (built / "sqlite3.c").exists():
        corpus.say("making the amalgamation of sqlite3")
        corpus.fresh(built)
        corpus.run([source / "configure"], built)
        corpus.run(["make", "sqlite3.c"], built)

    def fill(folder):
        for name in ("sqlite3.c", "sqlite3.h"):
            shutil.copy(built / name, folder / name)

    folder = work / "bench" / "sqlite"
    commit_pair(folder, fill, lambda at: replace_once(at / "sqlite3.c", "return 0x3fffffff & (int)strlen(z);", "return 0x1fffffff & (int)strlen(z);"))
    return Project("sqlite3: the amalgamation", folder, ["sqlite3.c"], [], ["--build", "plain"])


PROJECTS = {"cjson": cjson, "openjpeg": openjpeg, "sqlite": sqlite}

# --- measuring -----------------------------------------------------------------------------------------------


def tree_memory(root):
    """Memory of a process and all below it, in bytes: all of it, with a page that several processes share counted
    once (PSS), and the largest resident set that one of them has had."""
    children = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                stat = Path(f"/proc/{entry}/stat").read_text()
            except (FileNotFoundError, ProcessLookupError):  # it ended
                continue
            children.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(entry))
    total, largest, todo = 0, 0, [root]
    while todo:
        process = todo.pop()
        todo += children.get(process, [])
        try:
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
            status = Path(f"/proc/{process}/status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if found := re.search(r"^Pss: +([0-9]+) kB", rollup, re.M):
            total += int(found.group(1)) * 1024
        if found := re.search(r"^VmHWM:\s+([0-9]+) kB", status, re.M):
            largest = max(largest, int(found.group(1)) * 1024)
    return total, largest


def measured(command, cwd, env=None, watch=False):
    """Seconds, and, sampled, the largest process of the tree and the tree's memory at its peak."""
    peak, largest, ended = 0, 0, threading.Event()
    started = time.monotonic()
    child = subprocess.Popen(command, cwd=cwd, env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)

    def sample():
        nonlocal peak, largest
        while not ended.wait(0.02):
            total, one = tree_memory(child.pid)
            peak, largest = max(peak, total), max(largest, one)

    sampler = threading.Thread(target=sample)
    if watch:
        sampler.start()
    output = child.stdout.read()
    child.wait()
    seconds = time.monotonic() - started
    ended.set()
    if watch:
        sampler.join()
    if child.returncode:
        raise corpus.Problem(f"`{' '.join(command)}` failed with {child.returncode}")
    return seconds, largest, peak, output


def plain_clang(project, jobs, work):
    """The units of both versions, as a build tool would compile them."""
    trees = []
    for revision in ("HEAD~1", "HEAD"):
        tree = corpus.fresh(work / "bench" / "tree" / revision.replace("~", "-"))
        corpus.run(f"git archive {revision} | tar -x -C '{tree}'", project.repo)
        trees.append(tree)
    calls = [(["clang-19", *CLANG, *[flag.replace("{T}", str(tree)) for flag in project.flags], unit, "-o", f"{tree}/{i}.bc"], tree)
             for tree in trees for i, unit in enumerate(project.units)]
    started = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda call: corpus.run(*call), calls))
    return time.monotonic() - started


def measure(project, beagle, runs, jobs, work):
    command = [beagle, "changes", "HEAD~1..HEAD", "--repo", str(project.repo), "--jobs", str(jobs), "--format", "json", "--quiet", *project.options]
    cache = work / "bench" / "cache"
    cold, warm, clang = [], [], []
    largest = tree = 0
    output = b""
    for _ in range(runs):  # taken in turn, so that a busy moment of the machine hits all of them
        clang.append(plain_clang(project, jobs, work))
        corpus.fresh(cache)
        seconds, _, _, output = measured(command, work, {"XDG_CACHE_HOME": str(cache)})
        cold.append(seconds)
        warm.append(measured(command, work, {"XDG_CACHE_HOME": str(cache)})[0])
    corpus.fresh(cache)
    _, largest, tree, _ = measured(command, work, {"XDG_CACHE_HOME": str(cache)}, watch=True)
    report = json.loads(output)
    compiled = report["base"]["build"]["compiled"] + report["head"]["build"]["compiled"]
    if compiled != 2 * len(project.units):
        corpus.say(f"{project.name}: beagle compiled {compiled} units, clang {2 * len(project.units)}: the ratio compares different work")
    return {"cold": statistics.median(cold), "warm": statistics.median(warm), "clang": statistics.median(clang), "largest": largest, "tree": tree}


def table(results, runs, jobs):
    lines = ["| project | warm | cold | plain clang | cold / clang | largest process | all processes |", "|---|---:|---:|---:|---:|---:|---:|"]
    for name, row in results:
        lines.append(f"| {name} | {row['warm']:.2f} s | {row['cold']:.2f} s | {row['clang']:.2f} s | {row['cold'] / row['clang']:.2f} "
                     f"| {row['largest'] / 1e6:.0f} MB | {row['tree'] / 1e6:.0f} MB |")
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return "\n".join([*lines, "", f"Median of {runs} runs, {jobs} jobs; {os.cpu_count()} cores, {model.group(1) if model else platform.machine()}."])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser.add_argument("--runs", type=int, default=5, metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--only", choices=PROJECTS)
    parser.add_argument("--work", type=Path, default=cache / "beagle-corpus", metavar="DIR")
    parser.add_argument("--beagle", default=os.environ.get("BEAGLE") or str(HERE.parents[1] / "build/bin/beagle"))
    parser.add_argument("--record", action="store_true", help="write the table of README.md")
    arguments = parser.parse_args()
    if not shutil.which(arguments.beagle):
        parser.error(f"{arguments.beagle} is no program: build it first, or name it with --beagle")
    beagle = str(Path(shutil.which(arguments.beagle)).absolute())
    work = arguments.work.absolute()
    (work / "bench").mkdir(parents=True, exist_ok=True)
    about = json.loads((HERE.parent / "corpus/patches.json").read_text())["packages"]
    packages = corpus.Packages(work)
    results = []
    try:
        for name, make in PROJECTS.items():
            if arguments.only in (None, name):
                project = make(work, packages, about)
                results.append((project.name, measure(project, beagle, arguments.runs, arguments.jobs, work)))
    except corpus.Problem as problem:
        raise SystemExit(str(problem)) from None
    text = table(results, arguments.runs, arguments.jobs)
    print(text)
    if arguments.record and not arguments.only:
        readme = HERE / "README.md"
        whole = readme.read_text()
        readme.write_text(f"{whole[:whole.index(BEGIN) + len(BEGIN)]}\n{text}\n{whole[whole.index(END):]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
