#!/usr/bin/env python3
"""Runs each command that the pages for users list without its output: all of them work, in a project such as they
are about.

    BEAGLE=PROGRAM commands.py
    commands.py --self-test     checks that this tool finds what is wrong

The guide has a test of its own, and so has the demo of the README.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from guide import environment
from masks import plain

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "config/README.md")
BLOCK = re.compile(r"^```(?P<word>[\w-]*)\n(?P<text>.*?)^```$", re.M | re.S)
DEMO = re.compile(r"^<!-- demo output -->$.*?^<!-- end of demo output -->$", re.M | re.S)
PARSE = "int parse(const char *text) { return text[0] == '-' ? -1 : text[0] != %s; }\n"
SETTINGS = {".beagle.yml": "exclude:\n  - third_party/**\n", "src/parser/.beagle.yml": "budget: 10m\n"}


def commands_of(page):
    """Those of blocks without a language, with their comments taken off."""
    found = []
    for block in BLOCK.finditer(DEMO.sub("", page)):
        for line in block["text"].splitlines() if not block["word"] else []:
            line = line.removeprefix("$ ")
            if line.startswith("beagle "):
                found.append(re.sub(r"\s+# .*", "", line))
    return found


def shell(command, folder, env):
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def must(command, folder, env, codes=(0,)):
    code, output = shell(command, folder, env)
    if code not in codes:
        raise SystemExit(f"`{command}` ended with {code}\n{output}")
    return output


def project(folder, home, env):
    """What the pages talk of: branches, tags, files, an earlier report, the other shards' reports."""
    folder.mkdir()
    for path, text in {"old.c": PARSE % "0", "new.c": PARSE % "1", "src/a.c": "int a(void) { return 1; }\n",
                       "src/parser/header.c": "int header(int x) { return x; }\n", "parser.c": PARSE % "0",
                       **{path: text for path, text in SETTINGS.items() if "/" in path}}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    must("git init -q -b main && git add parser.c src && git commit -qm First && git tag v1.2", folder, env)
    (folder / "parser.c").write_text(PARSE % "1")
    must("git checkout -q -b feature && git commit -qam Second && git tag v1.3", folder, env)
    must(f"git clone -q . '{home}/src/project'", folder, env)
    must("beagle check main..feature --quiet --report report.json", folder, env, (1,))
    for shard in (1, 3, 4):
        must(f"beagle check main..feature --quiet --shard {shard}/4 --report shard-{shard}.json", folder, env, (0, 1))


def explored(page, folder, env):
    """The README's example of an exploration: what it prints."""
    source = re.search(r"^```c\n(?P<text>.*?)^```$", page, re.M | re.S)["text"]
    command, output = re.search(r"^`(beagle explore \S+\.c [^`]*)`.*?^```\n(.*?)^```$", page, re.M | re.S).groups()
    (folder / "fields.c").write_text(source)
    code, real = shell(command + " 2> /dev/null", folder, env)
    effort = lambda text: [re.sub(r"\d+ MB", "N MB", line) for line in plain(text)]
    if code != 1 or effort(real) != effort(output):
        raise SystemExit(f"`{command}` ended with {code} and printed\n{real}")


def run(pages):
    with tempfile.TemporaryDirectory(prefix="beagle-commands.") as work:
        home, folder = Path(work, "home"), Path(work, "project")
        home.mkdir()
        env = environment(str(home))
        project(folder, home, env)
        finding = json.loads((folder / "report.json").read_text())["functions"][0]["changes"][0]["fingerprint"]
        commands = [command for page in pages for command in commands_of(page)]
        for command in commands:
            # `old.c` and `new.c` are no part of a project.
            where = home / "src/project" if command.startswith("beagle explore . ") else folder
            must(command.replace(" 3f2a", " " + finding[:8]), where, env, (0, 1))
        explored(pages[0], folder, env)
        print(f"OK, {len(commands)} commands")


def self_test():
    page = ("```\nbeagle one  # of them\nother\n```\n```yaml\nbeagle: 1\n```\n<!-- demo output -->\n```\n$ beagle demo\n```\n"
            "<!-- end of demo output -->\n```\n$ beagle two --x y\nwhat it prints\n```\n")
    assert commands_of(page) == ["beagle one", "beagle two --x y"], commands_of(page)
    env = environment("/nonexistent")
    must("true", "/", env)
    try:
        must("exit 2", "/", env, (0, 1))
    except SystemExit:
        print("OK")
        return
    raise AssertionError("a command that fails is taken for one that works")


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    elif not os.environ.get("BEAGLE"):
        raise SystemExit("set BEAGLE to the path of the beagle program")
    else:
        run([(ROOT / page).read_text() for page in PAGES])
