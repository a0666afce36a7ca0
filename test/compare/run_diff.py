#!/usr/bin/env python3
"""Runs one comparison: writes its two versions, runs `$BEAGLE diff OLD NEW --format json` and checks what the file
expects. The format is described in diffs/README.md.

    BEAGLE=PROGRAM run_diff.py FILE.diff
    run_diff.py --self-test
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import schema

LINES = {
    "args": r"(?P<arguments>.+)",
    "exit": r"(?P<code>\d+)",
    "verdict": r"(?P<name>\S+) (?P<verdict>unchanged complete|unchanged bounded|changed|added|removed|inconclusive)",
    "changes": r"(?P<name>\S+) (?P<count>\d+)",
    "unseen": r"(?P<name>\S+) (?P<text>.+)",
    "rows": r"(?P<name>\S+) (?P<count>\d+)",
    "change": r"(?P<name>\S+) (?P<kind>[a-z-]+)(?: (?P<differs>[^|]*))?(?: \| (?P<base>[^|]*) \| (?P<head>[^|]*))?",
    "witness": r"(?P<name>\S+) (?P<path>\S.*?) = (?P<value>.+)",
    "level": r"(?P<name>\S+) (?P<level>entry|(?:caller-confirmed|program) (?P<caller>\S+))",
    "ub-only": r"(?P<name>\S+)",
    "ub-introduced": r"(?P<name>\S+)",
    "sound": r"(?P<name>\S+)",
    "as-built": r"(?P<name>\S+)",
    "open": r"(?P<name>\S+) (?P<text>.+)",
    "bound": r"(?P<name>\S+) (?P<text>.+)",
    "assumed": r"(?P<name>\S+) (?P<text>.+)",
    "not-assumed": r"(?P<name>\S+) (?P<text>.+)",
    "settled": r"(?P<name>\S+) (?P<text>.+)",
    "error": r"(?P<text>.+)",
}


class BadFile(Exception):
    """The file itself is not written as it should be."""


class Comparison:
    def __init__(self, text):
        sections = re.split(r"^=== ([^\n]*)\n", text, flags=re.M)
        self.files = {}
        self.arguments = []
        self.expectations = []
        for title, content in zip(sections[1::2], sections[2::2]):
            if title == "expect":
                for line in content.splitlines():
                    if line.strip():
                        self.read(line.strip())
            else:
                self.files[title] = content
        self.spread_both()
        if len(self.versions()) != 2:
            raise BadFile("two versions are wanted: === old.c and === new.c, or === old/PATH and === new/PATH")
        if not self.expectations:
            raise BadFile("nothing is expected")

    def spread_both(self):
        for title in [title for title in self.files if title.startswith("both/")]:
            content = self.files.pop(title)
            for version in ("old", "new"):
                self.files[version + title.removeprefix("both")] = content

    def versions(self):
        """Two files, or two folders: the old one first."""
        names = dict.fromkeys(title.partition("/")[0] for title in self.files)
        return sorted(names, key=lambda name: not name.startswith("old"))

    def read(self, line):
        word, _, rest = line.partition(" ")
        found = re.fullmatch(LINES[word], rest) if word in LINES else None
        if not found:
            raise BadFile(f"cannot read the expectation `{line}`")
        if word == "args":
            self.arguments += found["arguments"].split()
        else:
            self.expectations.append((word, found.groupdict(), line))


def outcome_text(outcome):
    return " ".join([outcome["ending"]] + [f"{path}={value}" for path, value in outcome["values"].items()])


def fits(change, wanted):
    if change["kind"] != wanted["kind"]:
        return False
    if wanted["differs"] and change["differs"] != wanted["differs"].split():
        return False
    for side in ("base", "head"):
        if wanted[side] and not outcome_text(change[side]).startswith(wanted[side].strip()):
            return False
    return True


def unmet(expectation, report, code, errors):
    """Why an expectation does not hold, or None."""
    word, wanted, _ = expectation
    if word == "exit":
        return None if code == int(wanted["code"]) else f"the exit code is {code}"
    if word == "error":
        return None if wanted["text"] in errors else f"the message is: {errors}"
    if report is None:
        return "there is no report"
    if word == "rows":
        count = sum(f["name"] == wanted["name"] for f in report["functions"])
        return None if count == int(wanted["count"]) else f"there are {count}"
    function = next((f for f in report["functions"] if f["name"] == wanted["name"]), None)
    if function is None:
        return f"the report has {[f['name'] for f in report['functions']]}"
    changes = function["changes"]
    if word == "verdict":
        text = function["verdict"] + (f" {function['proof']}" if function["verdict"] == "unchanged" else "")
        return None if text == wanted["verdict"] else f"it is {text}; open: {function['open']}"
    if word == "changes":
        return None if len(changes) == int(wanted["count"]) else f"there are {len(changes)}"
    if word == "change":
        return None if any(fits(c, wanted) for c in changes) else f"there are {[(c['kind'], c['differs'], outcome_text(c['base']), outcome_text(c['head'])) for c in changes]}"
    if word == "witness":
        values = [c["witness"].get(wanted["path"]) for c in changes]
        return None if wanted["value"] in values else f"it is {values}"
    if word == "level":
        levels = [" ".join([c["level"], *([c["caller"]["name"]] if "caller" in c else [])]) for c in changes]
        return None if levels and all(level == wanted["level"] for level in levels) else f"it is {levels}"
    if word in ("ub-only", "ub-introduced"):
        key = "ubOnly" if word == "ub-only" else "ubIntroduced"
        return None if changes and all(c[key] for c in changes) else "it is not marked so"
    if word == "unseen":
        failed = [c["replayNote"] for c in changes if c["replayed"] is False]
        return None if any(wanted["text"] in note for note in failed) else f"of what did not show, it was said: {failed}"
    if word == "sound":
        is_sound = any(c.get("replayed") and not c["ubOnly"] and not c["ubIntroduced"] for c in changes)
        return None if is_sound else f"the inputs are {[c['witness'] for c in changes]}"
    if word == "as-built":
        return None if changes and all(c["replayedAsBuilt"] for c in changes) else f"it says {[c['asBuiltNote'] for c in changes]}"
    if word == "not-assumed":
        return f"it is: {function['assumptions']}" if any(wanted["text"] in text for text in function["assumptions"]) else None
    texts = function[{"bound": "bounds", "assumed": "assumptions", "open": "open", "settled": "settled"}[word]]
    return None if any(wanted["text"] in text for text in texts) else f"{word} is {texts}"


def disagreements(report, expectations):
    """The differences that native runs have not shown, other than those that are known. What cannot be run is no such."""
    def is_known(name, note):
        return any(word == "unseen" and wanted["name"] == name and wanted["text"] in note for word, wanted, _ in expectations)

    return [f"a difference of {f['name']} was not seen natively: {c['replayNote']}"
            for f in report["functions"] for c in f["changes"]
            if c["replayed"] is False and not is_known(f["name"], c["replayNote"])]


def run(path):
    comparison = Comparison(path.read_text())
    with tempfile.TemporaryDirectory(prefix="beagle-diff.") as folder:
        for name, content in comparison.files.items():
            Path(folder, name).parent.mkdir(parents=True, exist_ok=True)
            Path(folder, name).write_text(content)
        beagle = shutil.which(os.environ["BEAGLE"])
        done = subprocess.run([Path(beagle).resolve(), "diff", *comparison.versions(), "--format", "json", *comparison.arguments],
                              cwd=folder, capture_output=True, check=False)
    try:
        report = json.loads(done.stdout)
    except json.JSONDecodeError:
        report = None
    errors = done.stderr.decode(errors="replace")
    problems = [f"{line}\n    but {why}" for word, wanted, line in comparison.expectations
                if (why := unmet((word, wanted, line), report, done.returncode, errors))]
    if report:
        problems += [f"the report is not as its schema says: {problem}" for problem in schema.problems(report)]
        problems += disagreements(report, comparison.expectations)
    if not problems:
        return 0
    print(f"{path.name}: {len(problems)} of {len(comparison.expectations)} expectations do not hold")
    print(*problems, sep="\n")
    print(f"exit code {done.returncode}; messages:\n{errors}")
    return 1


# --- self-test -----------------------------------------------------------------------------------------------

CHANGE = {"kind": "output", "differs": ["return"], "ubOnly": True, "ubIntroduced": False, "replayed": None, "replayedAsBuilt": True, "asBuiltNote": "", "level": "program", "caller": {"name": "main"}, "witness": {"x": "3"},
          "base": {"ending": "returned", "values": {"return": "1"}}, "head": {"ending": "returned", "values": {"return": "2"}}}
ANSWER = {"functions": [{"name": "f", "verdict": "changed", "proof": "none", "open": ["time"], "bounds": ["8 bytes"], "assumptions": ["p is kept"], "changes": [CHANGE]},
                        {"name": "g", "verdict": "unchanged", "proof": "bounded", "open": [], "bounds": [], "assumptions": [], "changes": []},
                        {"name": "s", "verdict": "changed", "proof": "none", "open": [], "bounds": [], "assumptions": [], "changes": [CHANGE, CHANGE | {"ubOnly": False, "replayed": True}]},
                        {"name": "d", "verdict": "changed", "proof": "none", "open": [], "bounds": [], "assumptions": [], "changes": [CHANGE, CHANGE | {"replayed": False, "replayNote": "ended otherwise"}]}]}
HOLD = ["unseen d otherwise", "rows f 1", "rows h 0", "verdict f changed", "verdict g unchanged bounded", "changes f 1", "changes g 0", "change f output", "change f output return",
        "change f output return | returned return=1 | returned return=2", "witness f x = 3", "level f program main", "ub-only f", "sound s", "as-built f", "open f time", "bound f 8 bytes", "assumed f kept", "not-assumed f broken", "exit 1", "error bad"]
FAIL = ["unseen f otherwise", "unseen s otherwise", "unseen d likewise", "rows f 2", "rows h 1", "verdict f inconclusive", "verdict g unchanged complete", "verdict h changed", "changes f 2", "change f effects",
        "change f output ending", "change f output return | returned return=2 | returned return=2", "change f output | returned | aborted",
        "witness f x = 4", "witness f y = 3", "level f entry", "level f caller-confirmed g", "level f program g", "level g entry", "ub-introduced f", "ub-only g", "ub-only s", "sound f", "sound g", "as-built g", "open g time", "bound f 9 bytes", "bound g 8 bytes", "assumed f broken", "assumed g kept", "not-assumed f kept", "exit 0", "error good"]
MALFORMED = ["expected f", "unseen f", "rows f", "verdict f fine", "changes f", "witness f x", "level f somewhere", "level f program", "exit soon"]


def self_test():
    def of(line):
        return Comparison("=== old.c\n=== new.c\n=== expect\n" + line + "\n").expectations[0]

    failed = [f"should hold: {line}" for line in HOLD if unmet(of(line), ANSWER, 1, "bad")]
    failed += [f"should fail: {line}" for line in FAIL if not unmet(of(line), ANSWER, 1, "bad")]
    failed += [f"should fail without a report: {line}" for line in HOLD[:-2] if not unmet(of(line), None, 1, "bad")]
    rule = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"], "additionalProperties": False}
    failed += [f"should be as the schema says: {value}" for value in ({"n": 1},) if list(schema.problems(value, rule))]
    failed += [f"should not be as the schema says: {value}" for value in ({}, {"n": 0}, {"n": True}, {"n": 1, "m": 2}, [])
               if not list(schema.problems(value, rule))]
    failed += [f"should be {count} disagreements of f where {line} is expected: {seen}"
               for seen, line, count in ((True, "unseen g it", 0), (False, "unseen g it", 1), (None, "unseen g it", 0), (False, "unseen f it", 0), (False, "unseen f no", 1))
               if len(disagreements({"functions": [{"name": "f", "changes": [{"replayed": seen, "replayNote": "it"}]}]}, [of(line)])) != count]
    for line in MALFORMED:
        try:
            of(line)
            failed.append(f"should not be readable: {line}")
        except BadFile:
            pass
    for path in sorted((Path(__file__).parent / "diffs").glob("*.diff")):
        try:
            Comparison(path.read_text())
        except BadFile as problem:
            failed.append(f"{path.name}: {problem}")
    print(*failed, sep="\n")
    print(f"self-test: {'failed' if failed else 'passed'}")
    return 1 if failed else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    try:
        return run(Path(sys.argv[1]))
    except BadFile as problem:
        print(f"{sys.argv[1]}: {problem}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
