#!/usr/bin/env python3
"""Runs one pair: lays out its two versions, runs `$BEAGLE changes OLD NEW --format json` and checks what the pair
expects. The format is described in pairs/README.md.

    BEAGLE=PROGRAM run_pair.py FILE.pair
    run_pair.py --self-test
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROW_KINDS = ("changed", "added", "removed", "renamed", "moved")
STATUSES = ("analysed", "not-compiled", "no-code", "non-C", "excluded")
LINES = {  # word: the form of the rest of the line
    "changed": r"(?P<name>.+)",
    "added": r"(?P<name>.+)",
    "removed": r"(?P<name>.+)",
    "renamed": r"(?P<old>.+) -> (?P<name>.+)",
    "moved": r"(?P<name>.+): (?P<oldFile>\S+) -> (?P<file>\S+)",
    "no": r"(?P<what>changes|items)",
    "says": r"(?P<name>.+?): (?P<text>.+)",
    "instances": r"(?P<name>.+): (?P<count>\d+)",
    "item": r"(?P<kind>\S+) (?P<name>.+?):(?P<functions>(?: .*)?)",
    "entry": r"(?P<name>.+?)(?:: (?P<file>\S+))?",
    "entries": r"(?P<names>.*)",
    "order": r"(?P<names>.+)",
    "past": r"limit (?P<names>.+)",
    "chain": r"(?P<name>.+?): (?P<chain>.+)",
    "hunk": rf"(?P<base>-?)(?P<file>.+):(?P<line>\d+) (?P<status>{'|'.join(STATUSES)})",
    "exit": r"(?P<code>\d+)",
}


class BadPair(Exception):
    """The pair itself is not written as it should be."""


class Pair:
    def __init__(self, data):
        self.files = {"base": {}, "head": {}}
        self.arguments = []
        self.expectations = []
        sections = re.split(rb"^=== ([^\r\n]*)\r?\n", data, flags=re.M)
        if len(sections) < 3:
            raise BadPair("no section")
        seen_expect = False
        for title, content in zip(sections[1::2], sections[2::2]):
            kind, _, path = title.decode().strip().partition(" ")
            if kind in ("base", "head", "both") and path:
                for side in ("base", "head") if kind == "both" else (kind,):
                    if path in self.files[side]:
                        raise BadPair(f"{path} stands twice in {side}")
                    self.files[side][path] = content
            elif kind == "args" and not path:
                self.arguments += content.decode().split()
            elif kind == "expect" and not path:
                seen_expect = True
                self.expectations += [self.read(line.strip()) for line in content.decode().splitlines()
                                      if line.strip() and not line.startswith("#")]
            else:
                raise BadPair(f"unknown section `=== {title.decode()}`")
        if not seen_expect or not self.expectations:
            raise BadPair("nothing is expected")
        if not self.files["base"] and not self.files["head"]:
            raise BadPair("no file in either version")
        words = {word for word, _, _ in self.expectations}
        if ("no", "changes") in {(word, found.groupdict().get("what")) for word, found, _ in self.expectations} and words & set(ROW_KINDS):
            raise BadPair("`no changes` beside changes")

    @staticmethod
    def read(line):
        # `says NAME: TEXT` and others split at the colon that ends a name, never at the two of `A::b`.
        guarded = line.replace("::", "\0")
        word, _, rest = guarded.partition(" ")
        if word not in LINES or not (found := re.fullmatch(LINES[word], rest)):
            raise BadPair(f"cannot read the expectation `{line}`")
        return word, found, line


def value(found, name):
    return found.group(name).strip().replace("\0", "::")


def matches(row, name):
    """NAME is compared with the signature when it ends in a parameter list."""
    if name.endswith(")") and not re.search(r"\((?:lambda|anonymous namespace)\)$", name):
        return row.get("signature") == name
    return row["name"] == name


def row_text(row):
    text = f"{row['change']} {row['name']}"
    if row["change"] == "renamed":
        text = f"renamed {row['baseName']} -> {row['name']}"
    if row["change"] == "moved":
        text = f"moved {row['name']}: {row['baseFile']} -> {row['file']}"
    return text


def fits(row, word, found):
    if row["change"] != word or not matches(row, value(found, "name")):
        return False
    if word == "renamed":
        return row["baseName"] == value(found, "old")
    if word == "moved":
        return row["baseFile"] == value(found, "oldFile") and row["file"] == value(found, "file")
    return True


def sentences(row):
    return [row.get("reason", "")] + [detail["sentence"] if isinstance(detail, dict) else detail for detail in row.get("details", [])]


def holds_hunk(hunk, found):
    line = int(found.group("line"))
    if found.group("base"):
        return (hunk["headLines"] == 0 and (hunk.get("baseFile") or hunk.get("file")) == value(found, "file")
                and hunk["baseStart"] <= line < hunk["baseStart"] + hunk["baseLines"])
    return hunk.get("file") == value(found, "file") and hunk["headStart"] <= line < hunk["headStart"] + hunk["headLines"]


def unmet_line(word, found, report):
    """Why one line does not hold, or None. Lines about rows as a set are checked together elsewhere."""
    functions, entries = report["functions"], report["entries"]
    if word == "no" and found.group("what") == "changes":
        return f"reported: {', '.join(map(row_text, functions))}" if functions else None
    if word == "no":
        return f"items: {', '.join(item['name'] for item in report['items'])}" if report["items"] else None
    if word in ("says", "instances"):
        rows = [row for row in functions if matches(row, value(found, "name"))]
        if not rows:
            return "there is no such row"
        if word == "says":
            said = [text for row in rows for text in sentences(row)]
            return None if any(value(found, "text") in text for text in said) else f"it says: {' | '.join(said)}"
        counts = [len(row.get("instances", [])) for row in rows]
        return None if int(found.group("count")) in counts else f"it lists {counts}"
    if word == "item":
        wanted = set(value(found, "functions").split())
        rows = [item for item in report["items"] if item["kind"] == found.group("kind") and item["name"] == value(found, "name")]
        if not rows:
            return "there is no such item"
        return None if any(set(item["functions"]) == wanted for item in rows) else f"its functions: {[item['functions'] for item in rows]}"
    if word == "entry":
        files = [entry["file"] for entry in entries if matches(entry, value(found, "name"))]
        if not files:
            return "it is no entry"
        return None if found.group("file") is None or found.group("file") in files else f"it is one of {', '.join(files)}"
    if word == "order":
        got = [entry["name"] for entry in entries]
        return None if split_names(value(found, "names")) == got else f"the order is {got}"
    if word == "past":
        return None if value(found, "names").split(", ") == report["entriesPastCap"] else f"past the limit: {report['entriesPastCap']}"
    if word == "entries":
        # Names hold blanks only inside brackets: `(anonymous namespace)::f`, `Pair<int, int>::g`.
        wanted, got = set(split_names(value(found, "names"))), {entry["name"] for entry in entries}
        return None if wanted == got else f"the entries are {sorted(got)}"
    if word == "chain":
        chains = [entry["chain"] for entry in entries if matches(entry, value(found, "name"))]
        wanted = value(found, "chain").split(" -> ")
        return None if wanted in chains else f"chains: {chains}"
    if word == "hunk":
        statuses = {hunk["status"] for hunk in report["hunks"] if holds_hunk(hunk, found)}
        if not statuses:
            return "there is no such hunk"
        return None if statuses == {found.group("status")} else f"it is {', '.join(sorted(statuses))}"
    return None


def split_names(text):
    names, depth, word = [], 0, ""
    for char in text:
        depth += (char in "(<[") - (char in ")>]")
        if char == " " and depth <= 0:
            names.append(word)
            word = ""
        else:
            word += char
    return [name for name in [*names, word] if name]


def unmet(pair, report, code):
    """All expectations that do not hold, each with what there is instead."""
    wanted_code = next((int(found.group("code")) for word, found, _ in pair.expectations if word == "exit"), 0)
    problems = [] if code == wanted_code else [f"exit code {wanted_code}: it is {code}"]
    if report is None:
        if any(word != "exit" for word, _, _ in pair.expectations):
            problems.append("a report: there is none")
        return problems
    row_lines = [(word, found, line) for word, found, line in pair.expectations if word in ROW_KINDS]
    for word, found, line in row_lines:
        if not any(fits(row, word, found) for row in report["functions"]):
            problems.append(f"{line}: there is no such row")
    if row_lines:
        for row in report["functions"]:
            if not any(fits(row, word, found) for word, found, _ in row_lines):
                problems.append(f"nothing else: there is `{row_text(row)}`")
    for word, found, line in pair.expectations:
        if why := unmet_line(word, found, report):
            problems.append(f"{line}: {why}")
    return problems


def lay_out(files, folder):
    folder.mkdir()
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def run(path):
    beagle = os.environ.get("BEAGLE")
    if not beagle:
        raise SystemExit("set BEAGLE to the path of the beagle program")
    beagle = os.path.abspath(beagle)
    pair = Pair(path.read_bytes())
    with tempfile.TemporaryDirectory(prefix="beagle-pair.") as folder:
        for side, name in (("base", "old"), ("head", "new")):
            lay_out(pair.files[side], Path(folder) / name)
        environment = {"XDG_CACHE_HOME": f"{folder}/cache", **os.environ, "NO_COLOR": "1", "LC_ALL": "C"}
        command = [beagle, "changes", f"{folder}/old", f"{folder}/new", "--format", "json", *pair.arguments]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, cwd=folder, env=environment)
    report, problems = None, []
    try:
        report = json.loads(done.stdout) if done.stdout.strip() else None
    except ValueError as problem:
        problems.append(f"a readable report: {problem}: {done.stdout[:300]!r}")
    try:
        problems += unmet(pair, report, done.returncode)
    except (KeyError, TypeError) as problem:
        problems.append(f"a report with all fields: {type(problem).__name__} {problem}")
    if not problems:
        print(f"OK {path.stem}")
        return 0
    print(f"FAILED {path.stem}\nexpected, and not so:")
    for problem in problems:
        print(f"  {problem}")
    if report:
        print("rows found:")
        for row in report.get("functions", []):
            print(f"  {row_text(row)}" + "".join(f"\n      {text}" for text in sentences(row)))
        print("entries:", json.dumps(report.get("entries", [])))
        print("items:", json.dumps(report.get("items", [])))
        print("hunks:", json.dumps(report.get("hunks", [])))
    print(f"exit code {done.returncode}; messages:\n{done.stderr.decode(errors='replace')}")
    return 1


# --- self-test -----------------------------------------------------------------------------------------------

ANSWER = {
    "functions": [
        {"name": "N::f", "signature": "N::f(int)", "change": "changed", "file": "a.cc", "reason": "a call changed",
         "details": [{"sentence": "`<` became `<=`"}], "instances": ["x", "y"]},
        {"name": "g", "signature": "g()", "change": "added", "file": "a.cc"},
        {"name": "h", "signature": "h()", "change": "removed", "file": "a.cc"},
        {"name": "q", "signature": "q()", "change": "renamed", "baseName": "p", "file": "a.cc"},
        {"name": "m", "signature": "m()", "change": "moved", "baseFile": "a.cc", "file": "b.cc"},
    ],
    "items": [{"kind": "macro", "name": "M", "functions": ["f", "g"]}],
    "entries": [{"name": "(anonymous namespace)::run", "file": "b.cc", "chain": ["run", "f"]}, {"name": "g", "file": "a.cc", "chain": ["g"]}],
    "entriesPastCap": ["p", "main (c.cc)"],
    "hunks": [{"file": "a.cc", "baseFile": "a.cc", "baseStart": 3, "baseLines": 2, "headStart": 3, "headLines": 2, "status": "analysed"},
              {"file": "a.cc", "baseFile": "a.cc", "baseStart": 9, "baseLines": 1, "headStart": 8, "headLines": 0, "status": "no-code"}],
}
ROWS = ["changed N::f", "added g", "removed h", "renamed p -> q", "moved m: a.cc -> b.cc"]
HOLD = [ROWS, ["changed N::f(int)", *ROWS[1:]], ["says N::f: a call"], ["says N::f: `<` became"], ["instances N::f: 2"], ["item macro M: g f"],
        ["entry g"], ["entry g: a.cc"], ["order (anonymous namespace)::run g"], ["past limit p, main (c.cc)"], ["entries g (anonymous namespace)::run"], ["chain g: g"], ["hunk a.cc:4 analysed"], ["hunk -a.cc:9 no-code"], ["exit 0"]]
FAIL = [["changed N::f(long)", *ROWS[1:]], ROWS[1:], [*ROWS, "changed z"], ["added N::f", *ROWS[1:]], [*ROWS[:3], "renamed z -> q", ROWS[4]],
        [*ROWS[:4], "moved m: c.cc -> b.cc"], [*ROWS[:2], "removed z", *ROWS[3:]], ["no changes"], ["says N::f: other"], ["says z: a"],
        ["instances N::f: 3"], ["item macro M: g"], ["item macro M:"], ["item type M: f g"], ["no items"], ["entry z"], ["entry g: b.cc"], ["order g (anonymous namespace)::run"], ["order g"], ["past limit p"], ["entries g"],
        ["entries"], ["chain g: g -> f"], ["chain z: z"], ["hunk a.cc:5 analysed"], ["hunk a.cc:4 no-code"], ["hunk -a.cc:4 analysed"],
        ["hunk -a.cc:9 analysed"], ["exit 3"]]
EMPTY = {"functions": [], "items": [], "entries": [], "hunks": []}
MALFORMED = ["expected f", "hunk a.cc analysed", "hunk a.cc:1 fine", "no hunks", "renamed a", "moved a: b", "exit soon", "says f"]


def self_test():
    def of(lines):
        return Pair(("# t\n=== base a.c\nint a;\r\n=== expect\n" + "\n".join(lines) + "\n").encode())

    failed = []
    failed += [f"should hold: {lines}: {why}" for lines in HOLD if (why := unmet(of(lines), ANSWER, 0))]
    failed += [f"should fail: {lines}" for lines in FAIL if not unmet(of(lines), ANSWER, 0)]
    failed += [f"should hold: {line}" for line in ("no changes", "no items", "entries") if unmet(of([line]), EMPTY, 0)]
    failed += [f"should fail without a report: {lines}" for lines in HOLD if lines != ["exit 0"] and not unmet(of(lines), None, 0)]
    failed += ["should fail: exit code 1"] if not unmet(of(["entry g"]), ANSWER, 1) else []
    failed += ["should hold: exit code 3 without a report"] if unmet(of(["exit 3"]), None, 3) else []
    for line in MALFORMED:
        try:
            of([line])
            failed.append(f"should not be readable: {line}")
        except BadPair:
            pass
    for text in ("", "=== base a.c\nint a;\n", "=== other\n=== expect\nexit 0\n", "=== base a.c\n=== expect\nno changes\nchanged f\n"):
        try:
            Pair(text.encode())
            failed.append(f"should be no pair: {text!r}")
        except BadPair:
            pass
    if of(["no items"]).files["base"]["a.c"] != b"int a;\r\n":
        failed.append("line endings are not kept")
    for path in sorted((Path(__file__).parent / "pairs").glob("*.pair")):
        try:
            Pair(path.read_bytes())
        except BadPair as problem:
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
    except BadPair as problem:
        print(f"{sys.argv[1]}: {problem}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
