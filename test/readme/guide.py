#!/usr/bin/env python3
"""Runs what a page of the documentation shows, and holds it against what is printed.

    BEAGLE=PROGRAM guide.py [PAGE...]           compares; without a page, config/guide.md
    BEAGLE=PROGRAM guide.py --update [PAGE...]  writes what is printed into the page
    guide.py --self-test                        checks that this tool finds what is wrong

In a page, <!-- project --> begins a new, empty folder, in which these blocks then count one after another:

    ```c src/file.c        becomes that file
    ```console             lines with `$ ` are run, also over several lines with `> `; the others are what they print
    ```text, ```yaml       without a file name: only shown

Any other block is an error, so that no command stands in a page that nobody runs.
"""

import difflib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from masks import plain

ROOT = Path(__file__).resolve().parents[2]
MARK = "<!-- project -->"
SHOWN = ("text", "yaml")
BLOCK = re.compile(rf"^{MARK}$|^```(?P<word>[\w-]*)(?: (?P<file>\S+))?\n(?P<text>.*?)^```$", re.M | re.S)
END = "end-of-output-of-a-command"


def commands_of(text):
    commands = []
    for line in text.splitlines():
        if line.startswith("$ "):
            commands.append(line[2:])
        elif line.startswith("> ") and commands:
            commands[-1] += "\n" + line[2:]
    return commands


def environment(home):
    """The same on every machine, for git and for Beagle."""
    program = os.environ.get("BEAGLE")
    path = os.pathsep.join(filter(None, [program and str(Path(program).resolve().parent), "/usr/bin", "/bin"]))
    person = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER")
              for what, value in (("NAME", "Ada"), ("EMAIL", "ada@example.org"), ("DATE", "2025-03-14T16:30:00Z"))}
    return {**person, "PATH": path, "HOME": home, "XDG_CACHE_HOME": home + "/.cache", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null", "LC_ALL": "C", "NO_COLOR": "1", "TERM": "dumb"}


def session(commands, folder, env):
    """What a reader's terminal would show, in a folder of theirs."""
    script = "".join(f"{command}\nstatus=$?; echo {END} $status; (exit $status)\n" for command in commands)
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    shown = done.stdout.replace(str(folder), "/home/ada/project").replace(env["HOME"], "/home/ada")
    outputs = re.split(rf"{END} \d+\n", shown)
    if len(outputs) != len(commands) + 1:
        raise SystemExit(f"cannot run: {commands}\n{done.stdout}")
    lines = []
    for command, output in zip(commands, outputs):
        lines.append("$ " + command.replace("\n", "\n> "))
        lines += output.rstrip("\n").splitlines()
    return "".join(line + "\n" for line in lines)


def printed(page):
    """The page with what its commands really print."""
    with tempfile.TemporaryDirectory(prefix="beagle-guide.") as work:
        home = work + "/home"
        Path(home).mkdir()
        folder, count = None, 0

        def answer(block):
            nonlocal folder, count
            if block["word"] is None:
                count += 1
                folder = Path(work, f"project{count}")
                folder.mkdir()
                return block[0]
            if block["file"] is None and block["word"] in SHOWN:
                return block[0]
            if folder is None:
                raise SystemExit(f"a block stands before the first {MARK}:\n{block[0]}")
            if block["file"]:
                path = folder / block["file"]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block["text"])
                return block[0]
            if block["word"] != "console" or not commands_of(block["text"]):
                raise SystemExit(f"nobody would run this block; say ```console, with commands behind `$ `:\n{block[0]}")
            return f"```console\n{session(commands_of(block['text']), folder, environment(home))}```"

        return BLOCK.sub(answer, page)


def differences(name, page, real):
    return list(difflib.unified_diff(plain(page), plain(real), name, "what is printed", lineterm=""))


def self_test():
    good = f"{MARK}\n```c a/b.txt\nsome\n```\n```console\n$ cat \\\n> a/b.txt\nsome\n$ false\n$ echo $?\n1\n```\n```text\n$ not run\n```\n"
    assert printed(good) == good, printed(good)
    assert differences("page", good.replace("\nsome\n$", "\nother\n$"), good)
    assert not differences("page", "commit 1ab23cd took 3 s", "commit 09f8e7d took 12.5 s")
    assert differences("page", "x = 2147483647", "x = 2147483646")
    assert printed(f"{MARK}\n```console\n$ touch x\n```\n{MARK}\n```console\n$ ls\n```\n").endswith("$ ls\n```\n")
    for bad in ("```sh\nls\n```\n", "```\n$ ls\n```\n", "```console\nno command\n```\n"):
        try:
            printed(f"{MARK}\n{bad}")
        except SystemExit:
            continue
        raise AssertionError(f"accepted: {bad}")
    print("OK")


def main():
    words = sys.argv[1:]
    if words == ["--self-test"]:
        return self_test()
    if not os.environ.get("BEAGLE"):
        raise SystemExit("set BEAGLE to the path of the beagle program")
    update = "--update" in words
    found = []
    for path in [Path(word) for word in words if word != "--update"] or [ROOT / "config/guide.md"]:
        page = path.read_text()
        real = printed(page)
        if update:
            path.write_text(real)
        else:
            found += differences(str(path), page, real)
    print(*found, sep="\n")
    if found:
        print("`BEAGLE=build/bin/beagle test/readme/guide.py --update` brings it up to date")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
