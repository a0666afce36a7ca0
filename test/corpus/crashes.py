#!/usr/bin/env python3
"""Crashes that were repaired: does `beagle explore` find each before its fix, and not after it?

For every patch of the list with a `crash` (the function to begin with, and where the mistake is), the old and the new
version are explored with the same limits. An ending is told by its kind and by the text of the line where it happens,
which moves with the code; the crash counts as found when the old version ends so in such a line, and the new one does
not. Whether compiled versions do the same is asked by verdicts.py, and for all paths by functions.py.

    crashes.py [--work DIR] [--only TEXT] [--budget TIME] [--beagle PROGRAM] [--record]

--record writes the table of README.md.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
from pathlib import Path

import corpus


def tree_of(repo, work, entry, revision):
    """A checkout of one version."""
    folder = work / "crash" / f"{entry['id']}-{revision.replace('~', '-')}"
    if not folder.is_dir():
        partial = corpus.fresh(folder.with_name(folder.name + ".partial"))
        corpus.run(f"git archive {revision} | tar -x -C '{partial}'", repo)
        partial.rename(folder)
    return folder


def line_of(tree, place):
    """The text of the line, without the blanks around it."""
    lines = (tree / place["file"]).read_text(errors="replace").splitlines() if (tree / place["file"]).is_file() else []
    return lines[place["line"] - 1].strip() if 0 < place["line"] <= len(lines) else ""


def explored(arguments, entry, about, tree, generated):
    """The report, and how paths end: {(kind, file, text of the line): the shortest input}."""
    database, _ = corpus.database(arguments.work, entry, about, tree, generated)
    crash = entry["crash"]
    command = [arguments.beagle, "explore", ".", "--compile-commands", str(database), "--entry", crash["entry"], "--budget", arguments.budget,
               *crash.get("options", []), "--null-arguments", "--order", crash.get("order", "coverage"), "--format", "json", "-q"]
    cache = corpus.fresh(arguments.work / "cache" / "crash")
    done = subprocess.run(command, cwd=tree, env={**os.environ, "XDG_CACHE_HOME": str(cache)}, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, errors="replace", timeout=600)
    if not done.stdout:
        raise corpus.Problem(f"`explore` ended with {done.returncode}: {done.stderr.strip()[-300:]}")
    report = json.loads(done.stdout)
    endings = {}
    for path in report["details"]:
        if path["ending"] in ("returned", "unsupported", "bound reached", "exited") or "place" not in path:
            continue
        key = path["ending"], path["place"]["file"], line_of(tree, path["place"])
        if key not in endings or len(path["inputs"]) < len(endings[key]):
            endings[key] = path["inputs"]
    return report, endings


def shown(inputs):
    """The values that say most, in few words."""
    says = lambda name, value: value not in ("0", "'\\0'") and (value != "null" or name.isidentifier())
    words = [f"{name} = {value}" for name, value in inputs.items() if says(name, value)]
    return ", ".join(words[:4]) + (", ..." if len(words) > 4 else "") or "all zero"


def judged(crash, before, after):
    """What became of the crash: (found, whether the new version still ends so, how it ended, its input)."""
    wanted = lambda key: key[0].startswith(crash["ending"]) and crash["line"] in key[2]
    found = {key: inputs for key, inputs in before.items() if wanted(key)}
    gone = [key for key in found if key not in after]
    if not found:
        return False, any(map(wanted, after)), "", ""
    key = (gone or list(found))[0]
    return True, not gone, f"{key[0]} in `{key[2]}`", shown(found[key])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    corpus.add_work(parser)
    parser.add_argument("--budget", default="30s", help="for exploring a version")
    parser.add_argument("--record", action="store_true", help="write the table of README.md")
    arguments = parser.parse_args()
    rows, counts = [], collections.Counter()
    for entry, made in corpus.opened(parser, arguments):
        if "crash" not in entry:
            continue
        crash = entry["crash"]
        try:
            about, repo, generated = made()
            sides = []
            for revision in ("HEAD~1", "HEAD"):
                tree = tree_of(repo, arguments.work, entry, revision)
                sides.append(explored(arguments, entry, about, tree, generated))
        except corpus.TROUBLE as problem:
            rows.append(f"| {entry['package']} | `{crash['entry']}` | {corpus.told(problem)} | | |")
            counts["failed"] += 1
            continue
        (report, before), (new_report, after) = sides
        found, remains, ending, inputs = judged(crash, before, after)
        told = "not found" if not found else "found in both" if remains else "found, and gone"
        counts[told] += 1
        seconds = f"{report['seconds']:.1f} s, {new_report['seconds']:.1f} s"
        rows.append(f"| {entry['package']} | `{crash['entry']}` | {told} | " + f"{ending}: {inputs}".replace("|", "\\|").strip(": ") + f" | {seconds} |")
        print(f"{told:15} {entry['id']} {crash['entry']} ({seconds}) {ending} {inputs}", flush=True)
        if not found or remains:
            for name, endings in (("before", before), ("after", after)):
                for key in endings:
                    corpus.say(f"    {name}: {' | '.join(key)}")
    text = "\n".join(["| package | function | the crash | how it ends before the fix | before, after |", "|---|---|---|---|---:|", *rows, "",
                      f"{counts['found, and gone']} of {len(rows)} are found before the fix and not after it, with {arguments.budget} for each version."])
    print(text.rsplit("\n", 1)[1])
    if arguments.record:
        corpus.record("README.md", "crashes", text)
    return 0 if counts["found, and gone"] == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
