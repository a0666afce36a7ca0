#!/usr/bin/env python3
"""What other people's tools say of the views: the SARIF validator, and axe in a browser for the page.

    BEAGLE=PROGRAM validators.py --work DIR     installs the tools there with npm; `chromium` must be on the PATH
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from browser import Browser

REPORT = Path(__file__).resolve().parent / "golden" / "report.json"
TOOLS = ("@microsoft/sarif-multitool@5.7.0", "axe-core@4.14.1")
VIEWS = {"wide": (1200, 900), "phone": (360, 740), "dark": (1200, 900, "dark")}
RUN_AXE = """axe.run(document, {resultTypes: ["violations"]}).then(found =>
  found.violations.map(v => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(n => n.html).join(" ")}`))"""
STRANGERS = 'document.querySelectorAll("img, iframe, object, form, main script").length'
# What is wider than the page, so that one has to scroll sideways.
TOO_WIDE = """[...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > innerWidth + 1)
  .slice(0, 3).map(e => e.outerHTML.slice(0, 200))"""
CONTROLS = "a[href], button, summary"
FOCUSED = f"""(() => {{
  const e = document.activeElement;
  const ring = getComputedStyle(e);
  return {{at: [...document.querySelectorAll("{CONTROLS}")].indexOf(e), ring: ring.outlineStyle !== "none" && parseFloat(ring.outlineWidth) > 0}};
}})()"""
SHOWN = """[...document.querySelectorAll("article")].filter(e => e.getClientRects().length).map(e => e.className)"""


def install(work):
    work.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", work, *TOOLS], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"npm cannot install {', '.join(TOOLS)}:\n{done.stderr}")


def check_sarif(work, file):
    """Everything that is an error to the validator."""
    log = work / "validated.sarif"
    subprocess.run([work / "node_modules/.bin/sarif-multitool", "validate", file, "--output", log, "--log", "ForceOverwrite"],
                   stdout=subprocess.DEVNULL, check=False)
    if not log.exists():
        return ["the validator wrote no log"]
    run = json.loads(log.read_text(encoding="utf-8-sig"))["runs"][0]
    return [f"{result['ruleId']}: {result['message']}" for result in run.get("results", []) if result.get("level", "warning") == "error"]


def walk(browser):
    """Through all that can be pressed, by the keyboard alone."""
    controls = browser.run(f'[...document.querySelectorAll("{CONTROLS}")].map(e => e.outerHTML)')
    if len(controls) < 4:
        return [f"there is hardly anything to press: {controls}"]
    problems, met = [], set()
    everything = browser.run(SHOWN)
    for _ in range(2 * len(controls)):
        browser.press("Tab")
        focused = browser.run(FOCUSED)
        if focused["at"] < 0 or focused["at"] in met:
            continue
        met.add(focused["at"])
        control = controls[focused["at"]]
        if not focused["ring"]:
            problems.append(f"one does not see where the keyboard is: {control}")
        if control.startswith("<summary"):
            is_open = "document.activeElement.parentElement.open"
            before = browser.run(is_open)
            browser.press("Enter")
            if browser.run(is_open) == before:
                problems.append(f"Enter does not open or close it: {control}")
        elif control.startswith("<button"):
            browser.press("Enter")
            weight = browser.run("document.activeElement.dataset.weight")
            wanted = [each for each in everything if not weight or weight in each.split()]
            pressed = browser.run("""[...document.querySelectorAll("button[aria-pressed=true]")].map(e => e === document.activeElement)""")
            if browser.run(SHOWN) != wanted or pressed != [True]:
                problems.append(f"Enter does not choose what is shown: {control}")
            browser.run("""[...document.querySelectorAll("button")].find(e => !e.dataset.weight).click()""")  # all of it again
    problems += [f"Tab does not come to it: {control}" for i, control in enumerate(controls) if i not in met]
    return problems


def check_page(work, file):
    """What axe finds on the page as people see it: wide and on a phone, light and dark; and how it goes by the keyboard."""
    axe = (work / "node_modules/axe-core/axe.min.js").read_text()
    problems = []
    with Browser(work / "profile") as browser:
        for name, view in VIEWS.items():
            browser.look(*view)
            browser.open(file.as_uri())
            if browser.run("innerWidth") != view[0]:
                problems.append(f"{name}: the page is not as wide as the screen")
            browser.run(f"{axe}; undefined")
            found = browser.run(RUN_AXE) + [f"wider than the page: {each}" for each in browser.run(TOO_WIDE)]
            if browser.run(STRANGERS):
                found.append("text of the program became an element")
            problems += [f"{name}: {each}" for each in found + walk(browser)]
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True)
    work = parser.parse_args().work.resolve()
    for tool in ("npm", "node", "chromium"):
        if not shutil.which(tool):
            raise SystemExit(f"{tool} is not installed")
    install(work)
    sarif, page = work / "report.sarif", work / "report.html"
    subprocess.run([os.environ["BEAGLE"], "report", "render", REPORT, "--report", sarif, "--report", page], stdout=subprocess.DEVNULL, check=False)
    problems = check_sarif(work, sarif) + check_page(work, page)
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
