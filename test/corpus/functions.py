#!/usr/bin/env python3
"""Real functions: can `beagle explore` follow each of them, and does the program do what it says?

For every package of the list, the functions of the files that its patches are about are explored one by one, each
path is run natively, and the endings are counted. A mismatch with a native run, or a crash, is a defect of Beagle.

    functions.py [--only TEXT] [--sample N] [--seed S] [--budget T] [--paths N] [--jobs N] [--record] [--work DIR]

--sample takes N functions per package at random, the same ones for the same seed; without it, all are taken. What is
left out, because it took too long or has no code, is counted, too. --record writes the table of README.md.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import corpus


def functions_of(beagle, repo, database, cache):
    """All functions that the files define, as `name@unit`: what the newest version adds to nothing at all."""
    tree = corpus.run("git hash-object -w -t tree /dev/null", repo).strip()
    nothing = corpus.run(["git", "commit-tree", tree, "-m", "Nothing"], repo, env=corpus.COMMIT).strip()
    done = subprocess.run([beagle, "changes", nothing, "HEAD", "--compile-commands", str(database), "--format", "json", "-q"],
                          cwd=repo, env={**os.environ, "XDG_CACHE_HOME": str(cache)}, capture_output=True, text=True, timeout=600)
    if done.returncode not in (0, 1):
        raise corpus.Problem(f"`changes` ended with {done.returncode}: {done.stderr[-500:]}")
    files = {command["file"] for command in json.loads(database.read_text())}
    return sorted(f"{row['linkageName']}@{row['file']}" for row in json.loads(done.stdout)["functions"] if row["file"] in files)


def explored(arguments, repo, database, cache, function):
    """What became of one function: (kind, details)."""
    command = [arguments.beagle, "explore", ".", "--compile-commands", str(database), "--entry", function, "--budget", arguments.budget,
               "--max-paths", str(arguments.paths), "--replay", "--format", "json", "-q"]
    try:
        done = subprocess.run(command, cwd=repo, env={**os.environ, "XDG_CACHE_HOME": str(cache)}, capture_output=True, text=True,
                              errors="replace", timeout=300)
    except subprocess.TimeoutExpired:
        return "hung", ["it did not end within five minutes"]
    if not done.stdout:
        kind = "crashed" if done.returncode < 0 or done.returncode not in (2, 3) else "refused"
        return kind, [done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit code {done.returncode}"]
    report = json.loads(done.stdout)
    mismatches = report["replay"]["mismatches"]
    if mismatches:
        return "mismatch", [each["what"] for each in mismatches]
    names = [path.get("detail", "") for path in report["details"] if path["ending"] == "unsupported"]
    if names:
        return "unsupported", names
    return ("complete" if not report["paths"]["cut"] else "bound"), []


KINDS = ("complete", "bound", "unsupported", "refused", "hung", "crashed", "mismatch")


def table(rows):
    lines = ["| package | functions | complete | a bound | unsupported | refused | hung | crashed | mismatches |", "|---|" + "---:|" * 8]
    total = collections.Counter()
    for package, counts in rows:
        total.update(counts)
        lines.append(f"| {package} | {sum(counts.values())} | " + " | ".join(str(counts[kind]) for kind in KINDS) + " |")
    lines.append(f"| all | {sum(total.values())} | " + " | ".join(str(total[kind]) for kind in KINDS) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    corpus.add_work(parser)
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="so many functions of each package (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--budget", default="5s", help="time for each")
    parser.add_argument("--paths", type=int, default=200, help="most paths of each")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="so many functions at a time (default: the processors)")
    parser.add_argument("--record", action="store_true", help="write the table of README.md")
    arguments = parser.parse_args()
    rows, details, done = [], collections.defaultdict(list), set()
    cache = corpus.fresh(arguments.work / "functions")
    for entry, made in corpus.opened(parser, arguments):
        if entry["package"] in done:
            continue
        done.add(entry["package"])
        counts = collections.Counter()
        try:
            about, repo, generated = made()
            database, _ = corpus.database(arguments.work, entry, about, repo, generated)
            functions = functions_of(arguments.beagle, repo, database, cache)
        except corpus.TROUBLE as problem:
            sys.exit(f"{entry['id']}: {corpus.told(problem)}")
        if arguments.sample and len(functions) > arguments.sample:
            functions = sorted(random.Random(f"{arguments.seed} {entry['package']}").sample(functions, arguments.sample))
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as workers:
            became = list(workers.map(lambda function: explored(arguments, repo, database, cache, function), functions))
        for function, (kind, texts) in zip(functions, became):
            counts[kind] += 1
            for text in dict.fromkeys(texts):
                details[kind, text].append(function)
                corpus.say(f"{entry['package']}: {function}: {kind}: {text}")
        rows.append((entry["package"], counts))
        corpus.say(f"{entry['package']}: " + ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts[kind]))
    text = table(rows)
    unsupported = sorted(((len(names), text) for (kind, text), names in details.items() if kind == "unsupported"), reverse=True)
    if unsupported:
        text += "\n\n| functions | unsupported |\n|---:|---|\n" + "\n".join(f"| {count} | {name} |" for count, name in unsupported)
    how = f"{arguments.sample} functions of each package, seed {arguments.seed}" if arguments.sample else "All functions"
    text = f"{how}, {arguments.budget} and at most {arguments.paths} paths each.\n\n{text}"
    print(text)
    if arguments.record:
        usual = arguments.list == corpus.HERE / "patches.json"
        corpus.record("README.md", "functions" if usual else f"functions of {arguments.list.stem}", text)
    return any(counts[kind] for _, counts in rows for kind in ("hung", "crashed", "mismatch"))


if __name__ == "__main__":
    sys.exit(main())
