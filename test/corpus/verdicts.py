#!/usr/bin/env python3
"""Real patches as pull requests: what does `beagle diff` say about what they do?

    verdicts.py [--work DIR] [--only TEXT] [--budget TIME] [--beagle PROGRAM] [--record]

The same patches and repositories as corpus.py. Per patch: the verdicts of the functions that were compared, how many
differences were shown by running both versions, and what stopped the rest. --record writes VERDICTS.md.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import corpus


def ask(arguments, work, entry, repo, path):
    cache = corpus.fresh(work / "cache" / f"{entry['id']}-diff")
    command = [arguments.beagle, "diff", "HEAD~1..HEAD", "--repo", str(repo), "--compile-commands", str(path), "--budget", arguments.budget, "--format", "json"]
    started = time.monotonic()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, cwd=work, env={**os.environ, "XDG_CACHE_HOME": str(cache)})
    row = {"seconds": time.monotonic() - started, "functions": [], "error": ""}
    (work / "answer").mkdir(exist_ok=True)
    (work / "answer" / f"{entry['id']}-diff.json").write_bytes(done.stdout)
    shutil.rmtree(cache)
    if done.returncode not in (0, 1):
        row["error"] = f"exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()[-300:]}"
    if done.returncode in (0, 1, 3) and done.stdout:
        row["functions"] = json.loads(done.stdout)["functions"]
    return row


def shown(row):
    """Whether a difference was seen when both versions ran."""
    return any(change.get("replayed") for function in row["functions"] for change in function["changes"])


def described(function):
    text = f"`{function['name']}` {function['verdict']}"
    if function["verdict"] == "unchanged":
        return f"{text} ({function['proof']})"
    changes = [f"{change['kind']}{', replayed' if change.get('replayed') else ''}{', ub-only' if change['ubOnly'] else ''}" for change in function["changes"]]
    why = function.get("open", [])[:2] if function["verdict"] == "inconclusive" else changes
    return f"{text}: {'; '.join(why)}" if why else text


def table(rows):
    lines = ["| package | patch | it should | verdicts | time |", "|---|---|---|---|---:|"]
    for entry, row in rows:
        told = row["error"] or "<br>".join(described(function) for function in row["functions"]) or "no function compared"
        lines.append(f"| {entry['package']} | {entry['patch']} | {entry['expected']} | " + told.replace("\n", " ").replace("|", "\\|") + f" | {row['seconds']:.1f} s |")
    different = [(entry, row) for entry, row in rows if entry["expected"] == "different"]
    count = sum(shown(row) for _, row in different)
    lines += ["", f"Of {len(different)} patches that change what a function does, {count} are shown by an input on which both versions ran."]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    corpus.add_work(parser)
    parser.add_argument("--budget", default="60s", help="for comparing, per patch")
    parser.add_argument("--record", action="store_true", help="write the table to VERDICTS.md")
    arguments = parser.parse_args()
    rows = []
    for entry, made in corpus.opened(parser, arguments):
        try:
            about, repo, generated = made()
            path, _ = corpus.database(arguments.work, entry, about, repo, generated)
            row = ask(arguments, arguments.work, entry, repo, path)
        except corpus.TROUBLE as problem:
            row = {"seconds": 0, "functions": [], "error": corpus.told(problem)}
        rows.append((entry, row))
        print(f"{'shown' if shown(row) else '-    '} {entry['id']} ({row['seconds']:.1f} s)", row["error"] or "", *(described(f) for f in row["functions"]), sep="\n    ", flush=True)
    print(table(rows).rsplit("\n", 1)[1])
    if arguments.record:
        corpus.record("VERDICTS.md", "results", table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
