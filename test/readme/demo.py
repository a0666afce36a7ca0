#!/usr/bin/env python3
"""Holds the README's run against what `config/setup demo` prints, apart from times, paths and ids.

    BEAGLE=PROGRAM demo.py            compares
    BEAGLE=PROGRAM demo.py --update   writes what the demo prints into the README
"""

import difflib
import os
import subprocess
import sys
from pathlib import Path

from masks import plain

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- demo output -->\n", "<!-- end of demo output -->"


def main():
    if not os.environ.get("BEAGLE"):
        raise SystemExit("set BEAGLE to the path of the beagle program")
    done = subprocess.run([ROOT / "config/setup", "demo"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "NO_COLOR": "1", "LC_ALL": "C"})
    if done.returncode:
        raise SystemExit(f"the demo failed with {done.returncode}:\n{done.stdout}")
    readme = ROOT / "README.md"
    text = readme.read_text()
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    block = f"```\n{done.stdout.rstrip()}\n```\n"
    if sys.argv[1:] == ["--update"]:
        readme.write_text(text[:begin] + block + text[end:])
        return 0
    differences = list(difflib.unified_diff(plain(text[begin:end]), plain(block), "README.md", "config/setup demo", lineterm=""))
    print(*differences, sep="\n")
    if differences:
        print("`BEAGLE=build/bin/beagle test/readme/demo.py --update` brings the README up to date")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
