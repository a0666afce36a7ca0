#!/usr/bin/env python3
"""Explores programs in every order, with one job and with several, and with next to no memory: the paths, their
inputs and the faults must be the same, byte for byte.

    BEAGLE=PROGRAM same_paths.py FILE.c...
"""

import json
import os
import subprocess
import sys

VARIANTS = [
    ["--order", "dfs"],
    ["--order", "bfs"],
    ["--order", "random", "--seed", "7"],
    ["--order", "coverage"],
    ["--jobs", "2"],
    ["--jobs", "3", "--order", "random"],
    ["--order", "dfs", "--max-states-in-memory", "1"],  # nearly everything that waits is made again
    ["--order", "bfs", "--max-states-in-memory", "1"],
    ["--order", "random", "--max-states-in-memory", "20"],
    ["--order", "coverage", "--max-states-in-memory", "1"],
    ["--order", "bfs", "--max-memory", "1M"],  # a limit that cannot be met: what waits is left out
]
SAME = ("entry", "paths", "forks", "states", "coverage", "assumptions", "valueFaults", "details")


def explore(path, options):
    command = [os.environ["BEAGLE"], "explore", path, "--entry", "bench_entry", "--format", "json", *options]
    done = subprocess.run(command, capture_output=True, check=False)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        sys.exit(f"{' '.join(command)}: {done.stderr.decode(errors='replace')}")


def main():
    problems = []
    for path in sys.argv[1:]:
        reference = explore(path, VARIANTS[0])
        if reference["paths"]["complete"] == 0:
            problems.append(f"{path}: no path was completed")
        for options in VARIANTS[1:]:
            report = explore(path, options)
            if "--max-memory" in options:
                # What is left out is counted; what is there must be right.
                known = [json.dumps(row) for row in reference["details"]]
                if not any("of memory" in reason for reason in report["paths"]["cutBy"]):
                    problems.append(f"{path} {' '.join(options)}: nothing is said of what was left out")
                strange = [row for row in report["details"] if json.dumps(row) not in known]
                if strange or (report["paths"]["cut"] == 0 and report["details"] != reference["details"]):
                    problems.append(f"{path} {' '.join(options)}: {strange[:1]}")
                continue
            if "--max-states-in-memory" in options and report["setAside"] == 0:
                problems.append(f"{path} {' '.join(options)}: nothing was set aside")
            problems += [f"{path} {' '.join(options)}: {key} differs" for key in SAME if report[key] != reference[key]]
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
