#!/usr/bin/env python3
"""Holds the C++ of a tree against .clang-format: check_format.py ROOT [--fix].

Tables that clang-format would spread over a line per word stand between `// clang-format off` and `on`. Programs that
Beagle analyses are not looked at.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

import scope

PROGRAM = "clang-format-19"
FOLDERS = ["analysis", "bot", "config/cmake", "contracts", "hooks", "test"]
SHOWN = 20


def sources(root):
    files = [f.relative_to(root) for folder in FOLDERS for ending in ("cpp", "h") for f in (root / folder).rglob(f"*.{ending}")]
    return sorted(str(f) for f in files if scope.is_ours(str(f)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--fix", action="store_true", help="write the files as they should be")
    args = parser.parse_args()
    if not shutil.which(PROGRAM):
        sys.exit(f"{PROGRAM} is not installed: run `config/setup packages`")
    files = sources(args.root)
    if not files:
        sys.exit(f"{args.root} has no C++")
    if args.fix:
        # Twice: a comment that it moves may be too long where it then stands.
        for _ in range(2):
            subprocess.run([PROGRAM, "--style=file", "-i", *files], cwd=args.root, check=True)
    checked = subprocess.run([PROGRAM, "--style=file", "--dry-run", "--Werror", *files], cwd=args.root,
                             capture_output=True, text=True)
    if checked.returncode != 0:
        said = [line for line in checked.stderr.splitlines() if ": error: " in line] or checked.stderr.splitlines()
        print("\n".join(said[:SHOWN]))
        sys.exit(f"{len(said)} places are not as .clang-format wants them: test/architecture/check_format.py . --fix")
    print(f"{len(files)} files")


if __name__ == "__main__":
    main()
