#!/usr/bin/env python3
"""What other people's tools say of the views: the SARIF validator, and axe in a browser for the page.

    BEAGLE=PROGRAM validators.py --work DIR     installs the tools there with npm; `chromium` must be on the PATH
"""

import argparse
import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

REPORT = Path(__file__).resolve().parent / "golden" / "report.json"
TOOLS = ("@microsoft/sarif-multitool@5.7.0", "axe-core@4.14.1")
RUN_AXE = """axe.run(document, {resultTypes: ["violations"]}).then(found => {
  const shown = document.createElement("pre");
  shown.id = "axe";
  shown.textContent = JSON.stringify({
    strangers: document.querySelectorAll("img, iframe, object, form, main script").length,
    violations: found.violations.map(v => ({id: v.id, help: v.help, where: v.nodes.map(n => n.html)})),
  });
  document.body.append(shown);
});"""


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


def dump(work, page, options):
    done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={work / 'profile'}", *options,
                           "--virtual-time-budget=20000", "--dump-dom", page.as_uri()], capture_output=True, text=True, check=False, timeout=250)
    return done.stdout


def check_page(work, file):
    """What axe finds on the page as people see it: wide and narrow, light and dark."""
    axe = (work / "node_modules/axe-core/axe.min.js").read_text()
    page = file.read_text()
    nonce = re.search(r'<script nonce="(\w+)"', page).group(1)
    # Its policy lets the page run what carries its nonce, and nothing else.
    tested = work / "tested.html"
    tested.write_text(page.replace("</body>", f'<script nonce="{nonce}">{axe}</script><script nonce="{nonce}">{RUN_AXE}</script></body>'))
    problems = []
    for name, options in {"wide": ["--window-size=1200,900"], "narrow": ["--window-size=360,740"], "dark": ["--window-size=1200,900", "--blink-settings=preferredColorScheme=0"]}.items():
        shown = dump(work, tested, options)
        found = re.search(r'<pre id="axe">(.*?)</pre>', shown, flags=re.S)
        if not found:
            problems.append(f"{name}: axe did not run")
            continue
        answer = json.loads(html.unescape(found.group(1)))
        problems += [f"{name}: {each['id']}: {each['help']}: {each['where'][:3]}" for each in answer["violations"]]
        if answer["strangers"]:
            problems.append(f"{name}: text of the program became an element")
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
