#!/usr/bin/env python3
"""Real patches as pushes: how long does the hook take, and what does it say?

    pushes.py [--work DIR] [--only TEXT] [--beagle PROGRAM] [--record]

The same patches and repositories as corpus.py. Each becomes a clone with a `.beagle.yml` that says how it is built, a
bare repository as remote that has the commit before the patch, and the hook. The patch is pushed with an empty cache
of Beagle (cold), and once more to a remote that does not have it yet (warm). Timed is the hook alone, as git itself
measures it. --record writes the table of README.md.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import corpus

HERE = Path(__file__).resolve().parent
BUDGET = 60.0  # seconds, as `hook.budget` is where nobody sets it
MOST_COLD, MOST_WARM = 10.0, 0.5  # seconds, the medians


def clone(work, entry, about, repo, generated):
    """A clone that is built as the patch list says, and its remote with the commit before the patch."""
    folder = corpus.fresh(work / "push" / entry["id"])
    tree, remote = folder / "clone", folder / "remote.git"
    git = lambda *words: corpus.run(["git", *words], folder, env=corpus.COMMIT)
    git("clone", "-q", str(repo), str(tree))
    git("init", "-q", "--bare", str(remote))
    git("-C", str(tree), "remote", "set-url", "origin", str(remote))
    _, commands = corpus.database(folder, entry, about, tree, generated)
    (tree / "compile_commands.json").write_text(json.dumps(commands))
    (tree / ".beagle.yml").write_text("build:\n  compile-commands: compile_commands.json\n")
    git("-C", str(tree), "push", "-q", "origin", "HEAD~1:refs/heads/main")
    return tree


def hook_seconds(trace):
    """How long the hook ran, as git noted it down."""
    events = [json.loads(line) for line in trace.read_text().splitlines()]
    hooks = {event["child_id"] for event in events if event["event"] == "child_start" and event.get("hook_name") == "pre-push"}
    return sum(event["t_rel"] for event in events if event["event"] == "child_exit" and event["child_id"] in hooks)


def push(tree, beagle, cache):
    trace = tree.parent / "trace"
    trace.unlink(missing_ok=True)
    environment = {**os.environ, **corpus.COMMIT, "XDG_CACHE_HOME": str(cache), "GIT_TRACE2_EVENT": str(trace),
                   "PATH": f"{Path(beagle).parent}:{os.environ['PATH']}"}
    done = subprocess.run(["git", "push", "-q", "origin", "main"], cwd=tree, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, errors="replace", timeout=1200)
    return {"blocked": done.returncode != 0, "said": done.stderr, "seconds": hook_seconds(trace)}


def ask(beagle, work, entry, about, repo, generated):
    tree = clone(work, entry, about, repo, generated)
    cache = tree.parent / "cache"
    corpus.run([beagle, "hook", "install"], tree)
    cold = push(tree, beagle, cache)
    corpus.run(["git", "push", "-q", "-f", "--no-verify", "origin", "HEAD~1:main"], tree)
    warm = push(tree, beagle, cache)
    (work / "answer").mkdir(exist_ok=True)
    (work / "answer" / f"{entry['id']}-push.txt").write_text(cold["said"])
    shutil.rmtree(tree.parent)
    if cold["blocked"] != warm["blocked"]:
        raise corpus.Problem("the second push was answered in another way than the first")
    return {"cold": cold, "warm": warm, "error": ""}


def verdict(answer):
    """What the hook said, in a few words."""
    lines = answer["said"].splitlines()
    failed = next((line for line in lines if line.startswith(("check failed: ", "check passed: ", "check passed in part: "))), "")
    if answer["blocked"]:
        return f"blocked: {failed.removeprefix('check failed: ')}"
    note = next((line.removeprefix("beagle: ") for line in lines if line.startswith("beagle: ")), "nothing")
    return note


def table(rows):
    lines = ["| package | patch | cold | warm | over the budget | what the hook said |", "|---|---|---:|---:|---|---|"]
    for entry, row in rows:
        begin = f"| {entry['package']} | {entry['patch']} "
        if row["error"]:
            lines.append(begin + "| | | | " + row["error"].replace("\n", " ").replace("|", "\\|") + " |")
            continue
        cold, warm = row["cold"]["seconds"], row["warm"]["seconds"]
        lines.append(begin + f"| {cold:.1f} s | {warm:.2f} s | {'yes' if max(cold, warm) > BUDGET else 'no'} | {verdict(row['cold'])} |")
    good = [row for _, row in rows if not row["error"]]
    if good:
        median = lambda name: statistics.median(row[name]["seconds"] for row in good)
        over = sum(max(row["cold"]["seconds"], row["warm"]["seconds"]) > BUDGET for row in good)
        lines += ["", f"Median: {median('cold'):.1f} s cold, {median('warm'):.2f} s warm; {over} of {len(good)} over the budget of {BUDGET:.0f} s."]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    corpus.add_work(parser)
    parser.add_argument("--record", action="store_true", help="write the table of README.md")
    arguments = parser.parse_args()
    rows = []
    for entry, made in corpus.opened(parser, arguments):
        row = {"error": ""}
        try:
            about, repo, generated = made()
            row = ask(arguments.beagle, arguments.work, entry, about, repo, generated)
        except corpus.TROUBLE as problem:
            row["error"] = corpus.told(problem)
        rows.append((entry, row))
        print(entry["id"], row["error"] or f"{row['cold']['seconds']:.1f} s, {row['warm']['seconds']:.2f} s: {verdict(row['cold'])}", flush=True)
    print(table(rows).rsplit("\n", 1)[1])
    if arguments.record:
        corpus.record("README.md", "pushes", table(rows))
    return 1 if any(row["error"] for _, row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
