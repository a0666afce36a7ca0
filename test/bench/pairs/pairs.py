"""The pairs of this folder, as check.py and measure.py read them. README.md describes the format."""

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
KINDS = ("integer", "float")
VERDICTS = ("unchanged", "changed")


class BadPair(Exception):
    """The file itself is not written as it should be."""


class Pair:
    def __init__(self, path):
        self.path, self.name, self.kind = path, path.stem, path.parent.name
        text = path.read_text()
        first = text.partition("\n")[0]
        if not first.startswith("# "):
            raise BadPair("the first line must say what the change is: `# An index became a pointer.`")
        self.about = first[2:]
        parts = re.split(r"^=== ([^\n]*)\n", text, flags=re.M)
        sections = dict(zip(parts[1::2], parts[2::2]))
        self.language = "cpp" if "old.cpp" in sections else "c"
        try:
            self.old, self.new = sections.pop(f"old.{self.language}"), sections.pop(f"new.{self.language}")
            expected = re.fullmatch(rf"entry (\w+) ({'|'.join(VERDICTS)})", sections.pop("expect").strip())
        except KeyError as missing:
            raise BadPair(f"there is no `=== {missing.args[0]}`") from None
        if not expected:
            raise BadPair(f"`=== expect` must say `entry FUNCTION` and one of {', '.join(VERDICTS)}")
        self.entry, self.verdict = expected.groups()
        self.inputs, self.call = sections.pop("inputs", None), sections.pop("call", None)
        if (self.inputs is None) == (self.call is None):
            raise BadPair("one of `=== inputs` and `=== call` is wanted, so that check.py can call the function")
        if sections:
            raise BadPair(f"`=== {next(iter(sections))}` is no section of a pair")

    def sources(self):
        return (f"old.{self.language}", self.old), (f"new.{self.language}", self.new)


def read_pairs(only=None):
    """All pairs, or those whose names contain the text; files that cannot be read end the script."""
    found, problems = [], []
    for kind in KINDS:
        for path in sorted((FOLDER / kind).glob("*.pair")):
            try:
                if not only or only in path.stem:
                    found.append(Pair(path))
            except BadPair as problem:
                problems.append(f"{kind}/{path.name}: {problem}")
    if problems:
        raise SystemExit("\n".join(problems))
    if not found:
        raise SystemExit(f"no pair has `{only}` in its name" if only else f"there are no pairs in {FOLDER}")
    return found
