#!/usr/bin/env python3
"""Makes the regression tests of one change and sees whether they are worth having: writes two versions, runs
`$BEAGLE diff base head --tests tests`, compiles each test as its own comment says, with every compiler of $COMPILERS and
warnings as errors, and runs it on both versions. It has to succeed on the one that it wants and to fail on the other.
The format of the files is described in regressions/README.md.

    BEAGLE=PROGRAM COMPILERS="gcc,g++ clang,clang++" run_regression.py FILE.pair [--show]
    run_regression.py --self-test
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

COMMAND = re.compile(r"^ \*   ((?:cc|c\+\+) .*) && (\./\S+)$", re.M)
LINES = ("args", "tests", "contains", "lacks", "no-test")


class BadFile(Exception):
    """The file itself is not written as it should be."""


class Pair:
    def __init__(self, text):
        sections = re.split(r"^=== ([^\n]*)\n", text, flags=re.M)
        self.files = {}
        self.arguments = []
        self.expectations = []
        for title, content in zip(sections[1::2], sections[2::2]):
            if title == "expect":
                self.expectations = [self.read(line.strip()) for line in content.splitlines() if line.strip()]
            elif re.fullmatch(r"(base|head)/\S+", title):
                self.files[title] = content
            else:
                raise BadFile(f"`{title}` is neither base/FILE nor head/FILE nor expect")
        self.arguments = [word for kind, rest in self.expectations if kind == "args" for word in rest.split()]
        if {name.split("/")[0] for name in self.files} != {"base", "head"}:
            raise BadFile("both versions are wanted: === base/f.c and === head/f.c")
        if not any(kind in ("tests", "no-test") for kind, _ in self.expectations):
            raise BadFile("say how many tests there are to be")

    @staticmethod
    def read(line):
        kind, _, rest = line.partition(" ")
        if kind not in LINES or not rest:
            raise BadFile(f"cannot read the expectation `{line}`")
        return kind, rest


def unmet(expectation, tests, notes):
    """Why an expectation does not hold, or None. `tests`: the texts of the files, `notes`: why changes have none."""
    kind, rest = expectation
    if kind == "tests":
        return None if len(tests) == int(rest) else f"there are {len(tests)}: {notes}"
    if kind == "contains":
        return None if any(rest in text for text in tests) else "no test does"
    if kind == "lacks":
        return None if not any(rest in text for text in tests) else "a test does not"
    if kind == "no-test":
        return None if any(rest in note for note in notes) else f"what is said is {notes}"
    return None


def compiled(text, compilers):
    """The command of a test's comment for a pair of compilers, and the program that it makes."""
    found = COMMAND.search(text)
    if not found:
        raise BadFile("the test does not say how it is compiled")
    words = shlex.split(found[1])
    return [compilers[words[0] == "c++"], "-Wall", "-Werror", *words[1:]], found[2]


def try_test(name, text, folder, wants_head, compilers):
    """What is wrong with a test, as far as these compilers show it."""
    problems = []
    for version in ("base", "head"):
        command, program = compiled(text, compilers)
        made = subprocess.run(command, cwd=folder / version, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            problems.append(f"{name} does not compile with {compilers[0]} in {version}:\n{made.stderr}")
            continue
        ran = subprocess.run([program], cwd=folder / version, capture_output=True, text=True, timeout=60, check=False, errors="replace")
        succeeds, should = ran.returncode == 0, (version == "head") == wants_head
        if succeeds != should:
            problems.append(f"{name} {'succeeds' if succeeds else 'fails'} in {version} ({compilers[0]}):\n{ran.stdout}{ran.stderr}")
    return problems


def run(path, show):
    pair = Pair(path.read_text())
    with tempfile.TemporaryDirectory(prefix="beagle-regression.") as name:
        folder = Path(name)
        for file, content in pair.files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(content)
        done = subprocess.run([os.environ["BEAGLE"], "diff", "base", "head", "--tests", "tests", "--format", "json", *pair.arguments],
                              cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            print(f"{path.name}: exit code {done.returncode}\n{done.stderr}")
            return 1
        changes = [change for function in json.loads(done.stdout)["functions"] for change in function["changes"]]
        for version in ("base", "head"):
            if (folder / "tests").exists():
                shutil.copytree(folder / "tests", folder / version / "tests")
        texts = {change["test"]: (folder / change["test"]).read_text() for change in changes if change["test"]}
        notes = [change["testNote"] for change in changes if change["testNote"]]
        problems = [f"{' '.join(each)}\n    but {why}" for each in pair.expectations if (why := unmet(each, list(texts.values()), notes))]
        for change in changes:
            if not change["test"]:
                continue
            wants_head = change["kind"] == "crash-fixed" or "head" in pair.arguments
            for compilers in os.environ["COMPILERS"].split():
                problems += try_test(change["test"], texts[change["test"]], folder, wants_head, compilers.split(","))
        if show or problems:
            for text in texts.values():
                print(text)
    if problems:
        print(f"{path.name}:", *problems, sep="\n")
        print(done.stderr)
    return 1 if problems else 0


# --- self-test -----------------------------------------------------------------------------------------------

TEXT = "/* A test.\n *\n *   c++ -I. '-DA=\"b c\"' tests/f-1.cpp -o f-test && ./f-test\n */\n"


def self_test():
    failed = []
    if compiled(TEXT, ["gcc", "g++"]) != (["g++", "-Wall", "-Werror", "-I.", '-DA="b c"', "tests/f-1.cpp", "-o", "f-test"], "./f-test"):
        failed.append("the command of a comment")
    for line, holds in (("tests 1", True), ("tests 2", False), ("contains A test", True), ("contains B", False), ("lacks B", True),
                        ("lacks A test", False), ("no-test why", True), ("no-test because", False)):
        if (unmet(Pair.read(line), [TEXT], ["why not"]) is None) != holds:
            failed.append(line)
    for text in ("=== base/a.c\n=== expect\ntests 1\n", "=== base/a.c\n=== head/a.c\n", "=== a.c\n", "=== base/a.c\n=== head/a.c\n=== expect\nbad x\n"):
        try:
            Pair(text)
            failed.append(f"is accepted: {text}")
        except BadFile:
            pass
    print(*failed, sep="\n")
    return 1 if failed else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    try:
        return run(Path(sys.argv[1]), "--show" in sys.argv)
    except BadFile as error:
        print(f"{sys.argv[1]}: {error}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
