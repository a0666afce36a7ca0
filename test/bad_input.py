#!/usr/bin/env python3
"""Gives `$BEAGLE` what it cannot use, and looks at what it says: one line, or some, without control characters, that
name what is wrong; exit code 2 (the caller's mistake) or 3 (could not be looked at); no crash, and nothing lost.

    BEAGLE=PROGRAM bad_input.py reports|revisions|repositories
    bad_input.py --self-test
"""

import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENVIRONMENT = {**{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
               "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "LC_ALL": "C.UTF-8",
               "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
               "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}


SAME_AGAIN = re.compile(r"`([^`]+)`; did you mean `\1`")


def complaint(code, said, allowed, lines):
    """What is wrong with an answer; "" for nothing."""
    if code not in allowed:
        return f"exit code {code} instead of {' or '.join(map(str, allowed))}: {said[:300]!r}"
    if code in (2, 3):
        try:
            text = said.decode()
        except UnicodeDecodeError:
            return f"the message is no text: {said[:300]!r}"
        if not text.startswith("beagle: ") and "\nbeagle: " not in text:
            return f"no message of Beagle: {text[:300]!r}"
        if any(ord(c) < 32 and c != "\n" or 127 <= ord(c) < 160 for c in text):
            return f"the message holds control characters: {text[:300]!r}"
        if text.count("\n") > lines:
            return f"{text.count(chr(10))} lines of message: {text[:600]!r}"
        if len(text) > 4000:
            return f"{len(text)} characters of message: {text[:300]!r}..."
        if SAME_AGAIN.search(text):
            return f"the message proposes what was asked: {text[:300]!r}"
    return ""


class Cases:
    def __init__(self, beagle, work):
        self.beagle, self.work, self.number, self.wrong = beagle, work, 0, 0
        self.environment = {**ENVIRONMENT, "XDG_CACHE_HOME": str(work / "cache"), "HOME": str(work)}

    def run(self, name, *arguments, allowed=(2, 3), lines=1, names=(), cwd=None):
        self.number += 1
        try:
            done = subprocess.run([self.beagle, *arguments], cwd=cwd or self.work, env=self.environment, capture_output=True,
                                  stdin=subprocess.DEVNULL, timeout=60)
            code, said = done.returncode, done.stderr
            why = complaint(code, said, allowed, lines)
            if not why and code in (2, 3):
                missing = [word for word in names if os.fsencode(word) not in said]
                why = f"the message does not name {missing[0]!r}: {said[:300]!r}" if missing else ""
        except subprocess.TimeoutExpired:
            why = "no answer within a minute"
        if why:
            self.wrong += 1
            print(f"{name}: {why}")

    def finish(self, least):
        print(f"{self.number} cases, {self.wrong} wrong")
        if self.number < least:
            print(f"at least {least} were expected")
        return 1 if self.wrong or self.number < least else 0


# --- reports -----------------------------------------------------------------------------------------------------


def places(value, path=()):
    """The paths of all values below, the first of each list only."""
    children = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for key, child in children:
        yield (*path, key)
        yield from places(child, (*path, key))


def changed(document, path, edit):
    document = copy.deepcopy(document)
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    edit(holder, path[-1])
    return document


def assign(value):
    return lambda holder, key: holder.__setitem__(key, value)


def reports(cases):
    whole = json.loads((HERE / "report/golden/report.json").read_text())
    path = cases.work / "report.json"

    def render(name, content, allowed=(2,)):
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        cases.run(name, "report", "render", str(path), "--format", "json", allowed=allowed, names=["report.json"])

    text = json.dumps(whole)
    for name, content in {"empty": "", "blank": " \n", "null": "null", "number": "1", "text": '"x"', "list": "[]", "nothing in it": "{}",
                          "two documents": text + text, "no UTF-8": b"\xff\xfe{}", "zero bytes": b"\0" * 100, "deep list": "[" * 100000,
                          "deep map": '{"a":' * 100000, "another schema": text.replace("beagle.report/1", "beagle.report/9"),
                          "a binary": b"\x7fELF" + bytes(range(256)) * 20, "infinity": text[:-1] + ', "x": Infinity}'}.items():
        render(name, content)
    for share in range(1, 20):
        render(f"cut after {share}/20", text[:len(text) * share // 20])
    wrong = {str: [7, None, [], {}], bool: ["yes", 1, None], int: ["7", None, -1, 1.5, 1e300, 2**70, []], float: ["7", None, []],
             list: ["x", None, {}, [7, None]], dict: ["x", None, []]}
    # What a key may also be, or whose absence means something, is for the reader to say: then the report is shown.
    for place in places(whole):
        value = whole
        for key in place:
            value = value[key]
        for replacement in wrong.get(type(value), []):
            render(f"{'/'.join(map(str, place))} = {replacement!r}", json.dumps(changed(whole, place, assign(replacement))), (0, 1, 2))
        if not isinstance(place[-1], int):
            render(f"without {'/'.join(map(str, place))}", json.dumps(changed(whole, place, lambda holder, key: holder.pop(key))), (0, 1, 2))
    # Where there is no doubt.
    for place in [("schema",), ("functions",), ("hunks",), ("functions", 0), ("functions", 0, "name"), ("functions", 0, "verdict")]:
        for replacement in (7, True):
            render(f"{'/'.join(map(str, place))} = {replacement}", json.dumps(changed(whole, place, assign(replacement))))
    path.unlink()
    cases.run("a report that is not there", "report", "render", str(path), names=["report.json"])
    cases.run("a folder", "report", "render", str(cases.work))
    return cases.finish(200)


# --- revisions ---------------------------------------------------------------------------------------------------


def git(folder, *arguments):
    return subprocess.run(["git", *arguments], cwd=folder, env=ENVIRONMENT, check=True, capture_output=True, text=True).stdout.strip()


def repository(folder):
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    for number in (1, 2):
        (folder / "f.c").write_text(f"int f(int x) {{ return x + {number}; }}\n")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", f"Number {number}")
    return folder


def revisions(cases):
    folder = repository(cases.work / "repository")
    git(folder, "tag", "of-a-file", git(folder, "rev-parse", "HEAD:f.c"))
    tree = git(folder, "rev-parse", "HEAD^{tree}")
    bad = ["nowhere", "HEAD~99", "HEAD^2", "HEAD^{/no such message}", "HEAD@{99}", "HEAD@{yesterday", "main@{upstream}", "@{-3}", "0" * 40, "f" * 40,
           "0" * 64, "abc", "deadbeef", "..", "...", "....", "HEAD..", "..nowhere", "nowhere..HEAD", "HEAD..nowhere", "HEAD...nowhere", "HEAD..HEAD..HEAD",
           "a..b..c", "refs/heads/", "refs/heads/..", "refs//heads/main~x", "HEAD^{nothing}", "HEAD^{", "HEAD:f.c", "HEAD:nowhere", ":f.c", ":0:f.c",
           ":/no such message", "of-a-file", "HEAD~x", "HEAD^^^^^^^^", "~", "^", "^HEAD", "@{", "@{u}", "main@", "HEAD~4294967296", "HEAD~-1", "-", "--", "main\n",
           "main\tx", " main", "ma\x1bin", "\x7f", "é", "main..é", "../f.c", "/etc/passwd", "/", "*", "ma*", "main.lock", "HEAD^{blob}", tree[:3], "x" * 5000, "a/" * 2000,
           "$(touch hit)", "`touch hit`", ";touch hit", "|touch hit", "--help=1", "--upload-pack=x"]
    good = {"HEAD..", "...", "..", "/", "main@"}  # of the last one libgit2 thinks that it is `main`
    for revision in bad:
        allowed = (0, 1, 2, 3) if revision in good else (2, 3)
        for command in ("changes", "check"):
            cases.run(f"{command} {revision[:60]!r}", command, "--repo", str(folder), "--", revision, allowed=allowed, lines=2)
    for two in (["HEAD", "nowhere"], ["nowhere", "HEAD"], ["f.c", "nowhere.c"], ["", ""], ["HEAD", ""], ["HEAD~1", "HEAD", "HEAD"], ["f.c", "."]):
        cases.run(f"changes {two}", "changes", "--repo", str(folder), "--", *two, lines=2, cwd=folder)
    if list(cases.work.rglob("hit")):
        print("a revision was run as a command")
        cases.wrong += 1
    if git(folder, "status", "--porcelain"):
        print("the working folder is not what it was")
        cases.wrong += 1
    return cases.finish(120)


# --- repositories ------------------------------------------------------------------------------------------------


def largest_object(folder):
    return max((path for path in (folder / ".git/objects").glob("??/*")), key=lambda path: path.stat().st_size)


def objects_of(folder, kind):
    listed = git(folder, "cat-file", "--batch-all-objects", "--batch-check").splitlines()
    return [folder / ".git/objects" / line[:2] / line.split()[0][2:] for line in listed if line.split()[1] == kind]


def overwrite(path, content):
    path.chmod(0o644)
    path.write_bytes(content)


def packed(folder):
    git(folder, "repack", "-q", "-a", "-d")
    return next((folder / ".git/objects/pack").glob("*.pack"))


DAMAGES = {
    "no HEAD": lambda at: (at / ".git/HEAD").unlink(),
    "empty HEAD": lambda at: (at / ".git/HEAD").write_text(""),
    "HEAD of garbage": lambda at: (at / ".git/HEAD").write_bytes(b"\0\1\2\xff" * 10),
    "HEAD that leads to itself": lambda at: (at / ".git/HEAD").write_text("ref: HEAD\n"),
    "HEAD on a branch that is not there": lambda at: (at / ".git/HEAD").write_text("ref: refs/heads/none\n"),
    "HEAD that is a folder": lambda at: ((at / ".git/HEAD").unlink(), (at / ".git/HEAD").mkdir()),
    "empty ref": lambda at: (at / ".git/refs/heads/main").write_text(""),
    "ref of garbage": lambda at: (at / ".git/refs/heads/main").write_text("not an id\n"),
    "ref of a commit that is not there": lambda at: (at / ".git/refs/heads/main").write_text("f" * 40 + "\n"),
    "ref that leads to itself": lambda at: (at / ".git/refs/heads/main").write_text("ref: refs/heads/main\n"),
    "no refs": lambda at: shutil.rmtree(at / ".git/refs"),
    "no objects": lambda at: shutil.rmtree(at / ".git/objects"),
    "objects that are a file": lambda at: (shutil.rmtree(at / ".git/objects"), (at / ".git/objects").write_text("")),
    "empty .git": lambda at: (shutil.rmtree(at / ".git"), (at / ".git").mkdir()),
    ".git that is an empty file": lambda at: (shutil.rmtree(at / ".git"), (at / ".git").write_text("")),
    ".git that leads nowhere": lambda at: (shutil.rmtree(at / ".git"), (at / ".git").write_text("gitdir: /nowhere/at/all\n")),
    ".git that leads to itself": lambda at: (shutil.rmtree(at / ".git"), (at / ".git").write_text("gitdir: .git\n")),
    "config of garbage": lambda at: (at / ".git/config").write_bytes(b"[[[\0\n=\n"),
    "config without end": lambda at: (at / ".git/config").write_text('[core]\n\trepositoryformatversion = 0\n[remote "x'),
    "format of the future": lambda at: (at / ".git/config").write_text("[core]\n\trepositoryformatversion = 99\n"),
    "extension that nobody knows": lambda at: (at / ".git/config").write_text("[core]\n\trepositoryformatversion = 1\n[extensions]\n\tteleport = true\n"),
    "a missing blob": lambda at: [path.unlink() for path in objects_of(at, "blob")],
    "a missing tree": lambda at: [path.unlink() for path in objects_of(at, "tree")],
    "missing commits": lambda at: [path.unlink() for path in objects_of(at, "commit")],
    "empty blobs": lambda at: [overwrite(path, b"") for path in objects_of(at, "blob")],
    "blobs of garbage": lambda at: [overwrite(path, b"\xde\xad" * 50) for path in objects_of(at, "blob")],
    "cut blobs": lambda at: [overwrite(path, path.read_bytes()[:-8]) for path in objects_of(at, "blob")],
    "trees of garbage": lambda at: [overwrite(path, b"\xde\xad" * 50) for path in objects_of(at, "tree")],
    "cut trees": lambda at: [overwrite(path, path.read_bytes()[:10]) for path in objects_of(at, "tree")],
    "empty commits": lambda at: [overwrite(path, b"") for path in objects_of(at, "commit")],
    "commits that are blobs": lambda at: [overwrite(path, objects_of(at, "blob")[0].read_bytes()) for path in objects_of(at, "commit")],
    "trees that are commits": lambda at: [overwrite(path, objects_of(at, "commit")[0].read_bytes()) for path in objects_of(at, "tree")],
    "cut pack": lambda at: (lambda path: overwrite(path, path.read_bytes()[:40]))(packed(at)),
    "empty pack": lambda at: overwrite(packed(at), b""),
    "pack of garbage": lambda at: (lambda path: overwrite(path, path.read_bytes()[:12] + b"\xaa" * 400))(packed(at)),
    "no pack for the index": lambda at: packed(at).unlink(),
    "cut index of the pack": lambda at: (lambda path: overwrite(path, path.read_bytes()[:100]))(packed(at).with_suffix(".idx")),
    "packed refs of garbage": lambda at: (git(at, "pack-refs", "--all"), (at / ".git/packed-refs").write_bytes(b"\0garbage\n" * 20)),
    "alternates that lead nowhere": lambda at: ((at / ".git/objects/info").mkdir(exist_ok=True), [path.unlink() for path in objects_of(at, "blob")],
                                               (at / ".git/objects/info/alternates").write_text("/nowhere/at/all\n")),
    "alternates that lead to themselves": lambda at: ((at / ".git/objects/info").mkdir(exist_ok=True), [path.unlink() for path in objects_of(at, "blob")],
                                                      (at / ".git/objects/info/alternates").write_text(str(at / ".git/objects") + "\n")),
    "shallow of garbage": lambda at: ((at / ".git/shallow").write_text("garbage\n"), [path.unlink() for path in objects_of(at, "commit")]),
}


def repositories(cases):
    for number, (name, damage) in enumerate(DAMAGES.items()):
        folder = repository(cases.work / f"repository-{number}")
        damage(folder)
        for command in (["changes", "HEAD~1..HEAD"], ["check"], ["hook", "status"]):
            allowed = (0, 1, 2, 3) if command[0] == "hook" else (2, 3)
            cases.run(f"{name}: {command[0]}", *command, "--repo", str(folder), allowed=allowed, lines=3)
        shutil.rmtree(folder)
    return cases.finish(100)


def self_test():
    expected = [(0, b"", False), (2, b"beagle: no\n", True), (3, b"beagle: no\n", True), (1, b"", False), (-11, b"", False), (139, b"beagle: x\n", False),
                (2, b"no\n", False), (2, b"", False), (2, b"beagle: a\nb\n", False), (2, b"beagle: \x1b[31m\n", False), (2, b"beagle: \xff\n", False),
                (2, b"beagle: " + b"x" * 5000 + b"\n", False), (2, b"base: 1\nbeagle: x\n", False), (2, b"beagle: no `a`; did you mean `a`?\n", False),
                (2, b"beagle: no `a`; did you mean `b`?\n", True)]
    failed = [case for case in expected if (complaint(case[0], case[1], (2, 3), 1) == "") != case[2]]
    document = {"a": [{"b": 1}, {"b": 2}], "c": "x"}
    if list(places(document)) != [("a",), ("a", 0), ("a", 0, "b"), ("c",)]:
        failed.append("places")
    if changed(document, ("a", 0, "b"), assign(3)) != {"a": [{"b": 3}, {"b": 2}], "c": "x"} or document["a"][0]["b"] != 1:
        failed.append("changed")
    print(f"{len(expected) + 2 - len(failed)} passed, {len(failed)} failed {failed or ''}")
    return 1 if failed else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    kinds = {"reports": reports, "revisions": revisions, "repositories": repositories}
    if len(sys.argv) != 2 or sys.argv[1] not in kinds or not os.environ.get("BEAGLE"):
        raise SystemExit(__doc__)
    beagle = shutil.which(os.environ["BEAGLE"])
    if not beagle:
        raise SystemExit("BEAGLE does not name a program")
    with tempfile.TemporaryDirectory(prefix="beagle-bad-input.") as work:
        return kinds[sys.argv[1]](Cases(str(Path(beagle).resolve()), Path(work)))


if __name__ == "__main__":
    sys.exit(main())
