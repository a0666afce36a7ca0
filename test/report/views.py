#!/usr/bin/env python3
"""Every view of one report that is full of hostile text, held against what it should be.

    BEAGLE=PROGRAM views.py            compares with golden/, and looks whether any of the text means something
    BEAGLE=PROGRAM views.py --update   writes golden/ anew; read the difference before you commit it
"""

import difflib
import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree as xml
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent / "golden"
ENDINGS = ("txt", "md", "sarif", "xml", "html")
DOCUMENT = json.loads((GOLDEN / "report.json").read_text())
TAGS = set("html head meta title style script body header main footer h1 h2 h3 p div button article table thead tbody tr "
           "th td br code pre del ins b ul li details summary span a".split())
VOID = {"meta", "br"}


def render(folder):
    """All views, by their ending."""
    files = {ending: folder / f"report.{ending}" for ending in (*ENDINGS, "json")}
    command = [os.environ["BEAGLE"], "report", "render", GOLDEN / "report.json"]
    for file in files.values():
        command += ["--report", file]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert done.returncode == 1, f"the check failed, so the exit code is 1, not {done.returncode}"
    return {ending: file.read_bytes() for ending, file in files.items()}, done.stdout.decode()


def check_characters(views):
    """No control characters, nothing invisible, nothing that turns text around, and valid UTF-8."""
    for ending, content in views.items():
        if ending == "json":
            continue  # it keeps the text as it is; a reader defuses it
        for character in content.decode():
            wrong = character != "\n" and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
            assert not wrong, f".{ending} holds U+{ord(character):04X}"


class Page(html.parser.HTMLParser):
    """What a browser would see of the page."""

    def __init__(self):
        super().__init__()
        self.open, self.scripts, self.ids, self.links, self.policy = [], [], set(), [], ""

    def handle_starttag(self, tag, attributes):
        assert tag in TAGS, f"the page has an element <{tag}>"
        names = dict(attributes)
        allowed = {"class", "id", "lang", "scope", "charset", "name", "content", "http-equiv", "nonce", "open", "hidden", "role",
                   "aria-label", "aria-pressed", "type", "href", "data-weight"}
        assert set(names) <= allowed, f"<{tag}> has {sorted(set(names) - allowed)}"
        if tag == "a":
            self.links.append(names["href"])
        if tag == "script":
            self.scripts.append(names)
        if "id" in names:
            assert names["id"] not in self.ids, f"two elements are called {names['id']}"
            self.ids.add(names["id"])
        if names.get("http-equiv") == "Content-Security-Policy":
            self.policy = names["content"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes something else"


def check_html(content):
    page = Page()
    page.feed(content)
    page.close()
    assert not page.open, f"{page.open} are not closed"
    assert len(page.scripts) == 1, "there is more than the filter's script"
    assert "default-src 'none'" in page.policy and "unsafe" not in page.policy, page.policy
    assert f"'nonce-{page.scripts[0]['nonce']}'" in page.policy
    assert all(link[0] == "#" and link[1:] in page.ids for link in page.links), page.links


def check_sarif(content):
    document = json.loads(content)
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    shown = [change for function in DOCUMENT["functions"] for change in function["changes"]]
    results = [result for result in run["results"] if result["ruleId"] not in ("inconclusive", "not-compiled")]
    assert len(results) == len(shown)
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note") and result["message"]["text"]
        assert list(result["partialFingerprints"]) == ["beagleFinding/v1"]
        assert not re.search(r"(?<!\{)(\{\{)*\{\d+\}", result["message"]["text"]), "a placeholder"
        for location in result["locations"] + result.get("relatedLocations", []):
            place = location["physicalLocation"]
            assert re.fullmatch(r"([A-Za-z0-9._~/-]|%[0-9A-F]{2})+", place["artifactLocation"]["uri"]), place
            assert not place["artifactLocation"]["uri"].startswith("/") and place["region"]["startLine"] >= 1
    by_print = {result["partialFingerprints"]["beagleFinding/v1"]: result for result in results}
    for change in shown:
        result = by_print[change["fingerprint"]]
        assert (result["level"] == "error") == change["fails"]
        assert bool(result.get("suppressions")) == bool(change["allowed"])
    levels = {result["level"] for result in run["results"] if result["ruleId"] == "inconclusive"}
    assert levels == {"error"}, "it fails the check"


def check_junit(content):
    suites = xml.fromstring(content)
    cases = {case.get("name"): case for case in suites.iter("testcase")}
    for function in DOCUMENT["functions"]:
        if "<" in function["name"]:
            continue  # too long to stand there as it is
        case = cases[function["name"]]
        fails = any(change["fails"] for change in function["changes"])
        assert (case.find("failure") is not None) == fails, function["name"]
        assert (case.find("error") is not None) == (function["fails"] and not fails), function["name"]
    for name in ("tests", "failures", "errors"):
        element = {"tests": "testcase", "failures": "failure", "errors": "error"}[name]
        assert int(suites.get(name)) == len(list(suites.iter(element))), name


def check_markdown(content):
    """Outside of code and of tables, which are HTML, nothing comes from the program."""
    assert len(content) <= 60000
    outside = re.sub(r"^(`{3,})text\n.*?^\1$", "", content, flags=re.S | re.M)
    for table in re.findall(r"<table>\n.*?</table>", outside, flags=re.S):
        assert "\n\n" not in table, "a blank line ends an HTML block"
        xml.fromstring(table)
        assert set(re.findall(r"</?(\w+)", table)) <= {"table", "tr", "th", "td", "code"}
    outside = re.sub(r"<table>\n.*?</table>", "", outside, flags=re.S)
    outside = re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "CODE", outside)
    for hostile in ("script", "@", "#123", "http", "](", "onerror", "**", "heading"):
        assert hostile not in outside, f"{hostile} stands outside of code"


def compare(views, update):
    wrong = 0
    for ending in ENDINGS:
        golden = GOLDEN / f"report.{ending}"
        if update:
            golden.write_bytes(views[ending])
            continue
        difference = list(difflib.unified_diff(golden.read_text().splitlines(), views[ending].decode().splitlines(), golden.name, "shown", lineterm=""))
        print(*difference, sep="\n", end="\n" if difference else "")
        wrong += bool(difference)
    return wrong


def main():
    if not os.environ.get("BEAGLE"):
        raise SystemExit("set BEAGLE to the path of the beagle program")
    with tempfile.TemporaryDirectory() as folder:
        views, printed = render(Path(folder))
    check_characters({**views, "standard output": printed.encode()})
    assert json.loads(views["json"]) == DOCUMENT, "a report does not come back as it was"
    check_html(views["html"].decode())
    check_sarif(views["sarif"].decode())
    check_junit(views["xml"].decode())
    check_markdown(views["md"].decode())
    wrong = compare(views, sys.argv[1:] == ["--update"])
    if wrong:
        print("`BEAGLE=build/bin/beagle test/report/views.py --update` writes what is shown now")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
