#!/usr/bin/env python3
"""Runs the cases of a file of bad settings: writes each as a project's .beagle.yml, calls `$BEAGLE config validate`, and
compares what is said, line by line. The format is described in README.md.

    BEAGLE=PROGRAM run_bad.py FILE.bad
    BEAGLE=PROGRAM run_bad.py --update FILE.bad    writes what is said into the file, for you to read
    run_bad.py --self-test
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CASE = re.compile(r"^=== (.*)\n", re.M)
SAYS = "--- says\n"


class BadFile(Exception):
    """The file itself is not written as it should be."""


def unescaped(text):
    """`\\xNN`, `\\t`, `\\r` and `\\n` are bytes; `@N*TEXT@` is a text N times. Line ends are as they stand."""
    repeated = re.sub(r"@(\d+)\*(.*?)@", lambda found: int(found[1]) * found[2], text)
    return re.sub(rb"\\(x[0-9a-f]{2}|[trn])", lambda found: byte(found[1].decode()), repeated.encode())


def byte(name):
    return bytes([int(name[1:], 16)]) if name[0] == "x" else {"t": b"\t", "r": b"\r", "n": b"\n"}[name]


class Case:
    def __init__(self, title, body):
        if SAYS not in body:
            raise BadFile(f"`{title}` does not say what must be said")
        self.title = title
        self.content, said = body.split(SAYS, 1)
        self.said = [line for line in said.splitlines() if line]
        folder = re.match(r"in (\S+): ", title)
        self.path = f"{folder[1]}/.beagle.yml" if folder else ".beagle.yml"
        self.is_escaped = "(escaped)" in title

    def bytes(self):
        # The last line's end is there only to keep the next line away.
        return unescaped(self.content[:-1]) if self.is_escaped else self.content.encode()

    def run(self, program):
        """What is said about the file, and what is wrong with the way it is said."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, self.path)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(self.bytes())
            Path(folder, ".git").mkdir()
            done = subprocess.run([program, "config", "validate", folder], capture_output=True, timeout=60,
                                  env={**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"})
        wrong = []
        if done.returncode != 2:
            wrong.append(f"exit code {done.returncode} instead of 2")
        if done.stdout:
            wrong.append(f"something on standard output: {done.stdout!r}")
        try:
            lines = done.stderr.decode().splitlines()
        except UnicodeDecodeError:
            return [], [*wrong, f"messages that are no text: {done.stderr!r}"]
        prefix = f"beagle: {self.path}:"
        wrong += [f"a message that does not name the file: {line}" for line in lines if not line.startswith(prefix)]
        return [line.removeprefix(prefix).strip() for line in lines], wrong


def cases(text):
    parts = CASE.split(text)
    if len(parts) < 3:
        raise BadFile("no cases")
    return parts[0], [Case(title, body) for title, body in zip(parts[1::2], parts[2::2])]


def check(file, program):
    failed = 0
    _, all_cases = cases(file.read_text())
    for case in all_cases:
        said, wrong = case.run(program)
        if said != case.said or not said:
            wrong.append("expected\n    " + "\n    ".join(case.said) + "\n  and got\n    " + "\n    ".join(said))
        if wrong:
            failed += 1
            print(f"{file.name}: {case.title}\n  " + "\n  ".join(wrong))
    print(f"{len(all_cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


def update(file, program):
    head, all_cases = cases(file.read_text())
    text = head
    for case in all_cases:
        said, wrong = case.run(program)
        for problem in wrong:
            print(f"{file.name}: {case.title}: {problem}")
        text += f"=== {case.title}\n{case.content}{SAYS}" + "".join(f"{line}\n" for line in said) + "\n"
    file.write_text(text.rstrip("\n") + "\n")
    return 0


def self_test():
    """The runner notices what is wrong with an answer; a shell script stands in for the program."""
    good = "=== one\nbuget: 3\n--- says\n1:1: unknown key\n"
    answers = {
        "right": ("echo 'beagle: .beagle.yml:1:1: unknown key' >&2; exit 2", 0),
        "another text": ("echo 'beagle: .beagle.yml:1:1: bad' >&2; exit 2", 1),
        "another place": ("echo 'beagle: .beagle.yml:1:2: unknown key' >&2; exit 2", 1),
        "no place": ("echo 'beagle: unknown key' >&2; exit 2", 1),
        "one more": ("echo 'beagle: .beagle.yml:1:1: unknown key\nbeagle: .beagle.yml:2:1: x' >&2; exit 2", 1),
        "silence": ("exit 2", 1),
        "a crash": ("echo 'beagle: .beagle.yml:1:1: unknown key' >&2; exit 139", 1),
        "success": ("echo 'beagle: .beagle.yml:1:1: unknown key' >&2", 1),
        "output": ("echo x; echo 'beagle: .beagle.yml:1:1: unknown key' >&2; exit 2", 1),
    }
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        file, program = Path(folder, "x.bad"), Path(folder, "program")
        file.write_text(good)
        for name, (script, expected) in answers.items():
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)
            if check(file, program) != expected:
                failed += 1
                print(f"self-test `{name}` failed")
    if unescaped("a\\x00\\t@3*xy@") != b"a\0\txyxyxy":
        failed += 1
        print("self-test of escapes failed")
    print(f"self-test: {failed} failed")
    return 1 if failed else 0


def main():
    arguments = sys.argv[1:]
    if arguments == ["--self-test"]:
        return self_test()
    program = os.environ.get("BEAGLE")
    if not program or not arguments:
        print(__doc__)
        return 1
    action = update if arguments[0] == "--update" else check
    files = [Path(name) for name in arguments[arguments[0] == "--update":]]
    return max(action(file, program) for file in files)


if __name__ == "__main__":
    sys.exit(main())
