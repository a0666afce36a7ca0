#!/usr/bin/env python3
"""Runs one program of test/exec/runtime twice, natively with the libraries of this machine and in the engine with its
own, and compares what it writes and how it ends.

    BEAGLE=PROGRAM run_runtime.py FILE.c|FILE.cpp

The compiler for the native run is $BEAGLE_CLANG (default: clang-19).
"""

import difflib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from exploring import CLANG, bytes_of, explore


def native(source, folder):
    program = folder / "native"
    # -fno-builtin: the functions of the library are asked, not the compiler.
    subprocess.run([CLANG, "-w", "-O0", "-fno-builtin", "-o", program, source, "-lm", "-lstdc++"], check=True, stdin=subprocess.DEVNULL)
    done = subprocess.run([program], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    return done.stdout, done.returncode


def explored(source):
    report = explore(source, "main", "--initial-globals", "--stdin", "0", "--max-file", "0", "--extra-flag=-fno-builtin", f"--extra-flag=-I{source.parent}")
    if len(report["details"]) != 1:
        raise SystemExit(f"one path was expected: {report['paths']}")
    path = report["details"][0]
    output = bytes_of(path.pop("output", ""))
    if path["ending"] not in ("returned", "exited"):
        raise SystemExit(f"the path ended otherwise: {json.dumps(path)}\n...{output[-300:]}")
    return output, int(path["results"][0]) & 0xFF


def lines(output):
    return output.decode("latin-1").split("\n")


def main():
    source = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        expected, status = native(source, Path(folder))
    output, own_status = explored(source)
    if (output, own_status) == (expected, status):
        print(f"{source.name}: {expected.count(10)} lines agree")
        return
    difference = difflib.unified_diff(lines(expected), lines(output), "native", "engine", lineterm="", n=0)
    for line, _ in zip(difference, range(40)):
        print(line[:400])
    raise SystemExit(f"{source.name}: exit status {status} natively, {own_status} in the engine")


if __name__ == "__main__":
    main()
