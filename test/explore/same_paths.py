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
    ["--order", "bfs", "--max-memory", "1M"],  # everything that waits is set aside, or left out
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
                strange = [row for row in report["details"] if json.dumps(row) not in known]
                if strange or (report["paths"]["cut"] == 0 and report["details"] != reference["details"]):
                    problems.append(f"{path} {' '.join(options)}: {strange[:1]}")
                continue
            problems += [f"{path} {' '.join(options)}: {key} differs" for key in SAME if report[key] != reference[key]]
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
