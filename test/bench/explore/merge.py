#!/usr/bin/env python3
"""What merging costs and saves: explores programs of this folder without it, with `--merge equal` and with
`--merge ite`, and prints processor time and paths of each and the ratios to no merging.

    BEAGLE=PROGRAM merge.py [--budget TIME] [FILE.c...]
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
KINDS = ("none", "equal", "ite")


def explore(path, kind, budget):
    """Seconds of the processor, paths, and whether it came to the end. Compiling is not counted: the cache is warm."""
    command = [os.environ["BEAGLE"], "explore", str(path), "--entry", "bench_entry", "--quiet", "--stats", "json",
               "--merge", kind, "--budget", budget]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    output = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    report = json.loads(output)
    paths = report["paths"]
    return usage.ru_utime + usage.ru_stime, paths["complete"] + paths["error"], paths["cut"] == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", default="20s", help="time for one exploration (default 20s)")
    parser.add_argument("files", nargs="*", type=Path)
    arguments = parser.parse_args()
    print("| program | paths | time | equal: paths | time | ratio | ite: paths | time | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for path in arguments.files or sorted(FOLDER.glob("*.c")):
        explore(path, "none", arguments.budget)  # compiles
        rows = [explore(path, kind, arguments.budget) for kind in KINDS]
        cells = []
        for seconds, paths, is_whole in rows:
            cells += [f"{paths}" if is_whole else "cut", f"{seconds:.2f} s"]
            if len(cells) > 2:
                cells.append(f"{seconds / rows[0][0]:.2f}" if is_whole else "-")
        print(f"| {path.stem} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
