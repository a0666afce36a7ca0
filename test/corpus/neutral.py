#!/usr/bin/env python3
"""Refactorings that change nothing: does `beagle diff` say so?

    neutral.py [--work DIR] [--only TEXT] [--count N] [--seed N] [--budget TIME] [--beagle PROGRAM] [--record]

Functions of the packages of corpus.py are written in another way that does the same (rewrites.py), each by one kind of
rewriting, at up to three places. The trees before and after become the commits of a repository per package, and
`beagle diff` compares every such function. The budget is for each of them. A difference that it reports is a defect,
of Beagle or of the rewriting; then, or when fewer than half are proved, the exit code is 1. The seed decides what is rewritten and how. --record writes the
table of README.md.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import corpus
import rewrites
import syntax

MOST_PLACES = 3
MOST_LINES = 150  # of a function


def commands_of(about, entries, tree, generated):
    """How each file of the package's patches is compiled."""
    commands = {}
    for entry in entries:
        for file in entry["files"]:
            flags = [flag.replace("{T}", str(tree)).replace("{C}", str(generated)) for flag in about["flags"] + entry.get("flags", [])]
            if (tree / file).exists():
                isCxx = file.endswith((".cc", ".cpp", ".cxx"))
                commands.setdefault(file, ["clang++-19" if isCxx else "clang-19", *flags, file])
    return commands


def compiles(command, folder):
    return subprocess.run([*command, "-fsyntax-only", "-w"], cwd=folder, capture_output=True, timeout=300).returncode == 0


def definitions(text):
    """Names that look like those of functions which the file defines."""
    found = re.findall(r"^[A-Za-z_][\w \t*]*?\**\s*(?:\w+::)?([A-Za-z_]\w*)\s*\([^;{}()]*\)\s*\{", text, re.M)
    keywords = {"if", "while", "for", "switch", "else", "do", "return"}
    return [name for name in dict.fromkeys(found) if name not in keywords and found.count(name) == 1]


def edited(text, edits):
    for begin, end, new in sorted(edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
        text = text[:begin] + new + text[end:]
    return text


def apart(places):
    """As many places as are wanted, none of which touches another."""
    chosen = []
    for place in places:
        bounds = min(edit[0] for edit in place), max(edit[1] for edit in place)
        if all(bounds[1] <= other[0] or other[1] <= bounds[0] for other, _ in chosen):
            chosen.append((bounds, place))
        if len(chosen) == MOST_PLACES:
            break
    return [edit for _, place in chosen for edit in place]


class Rewriter:
    """Chooses what becomes of each function: the kinds evenly, as far as they can be done."""

    def __init__(self, seed):
        self.lot = random.Random(seed)
        self.used = {kind: 0 for kind in rewrites.ALL}

    def refactor(self, command, folder, text, name):
        """(kind, edits, function), or nothing."""
        function = syntax.function(command, folder, text, name)
        if function is None or function.source(function.root).count("\n") > MOST_LINES:
            return None
        for kind in sorted(rewrites.ALL, key=lambda kind: (self.used[kind], self.lot.random())):
            places = list(rewrites.ALL[kind](function))
            self.lot.shuffle(places)
            edits = apart(places[:1] if kind == "a helper extracted" else places)
            if edits and self.stillCompiles(command, folder, text, edits):
                self.used[kind] += 1
                return kind, edits, function
        return None

    @staticmethod
    def stillCompiles(command, folder, text, edits):
        file = folder / command[-1]
        file.write_bytes(edited(text, edits).encode("latin-1"))
        try:
            return compiles(command, folder)
        finally:
            file.write_bytes(text.encode("latin-1"))


def refactored(rewriter, repo, commands, most):
    """Rewrites functions of the package; (name, kind) by linkage name."""
    candidates, texts = [], {}
    for file, command in commands.items():
        if compiles(command, repo):
            texts[file] = (repo / file).read_bytes().decode("latin-1")
            candidates += [(file, name) for name in definitions(texts[file])]
    rewriter.lot.shuffle(candidates)
    edits, done = {}, {}
    for file, name in candidates:
        if len(done) == most:
            break
        if found := rewriter.refactor(commands[file], repo, texts[file], name):
            kind, new, function = found
            if function.symbol not in done:
                done[function.symbol] = (name, kind)
                edits.setdefault(file, []).extend(new)
    for file, new in edits.items():
        (repo / file).write_bytes(edited(texts[file], new).encode("latin-1"))
    return done


def ask(arguments, repo, commands, functions):
    """The functions of the report, by linkage name."""
    database = repo.parent / "compile_commands.json"
    database.write_text(json.dumps([{"directory": str(repo), "file": file, "arguments": ["c++" if command[0].startswith("clang++") else "cc", *command[1:-1], "-c", file]}
                                    for file, command in commands.items()]))
    seconds = arguments.budget * len(functions)
    words = [arguments.beagle, "diff", "HEAD~1..HEAD", "--repo", str(repo), "--compile-commands", str(database), "--budget", f"{seconds}s", "--format", "json"]
    for symbol in functions:
        words += ["--entry", symbol]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, env={**os.environ, "XDG_CACHE_HOME": str(repo.parent / "cache")})
    if done.returncode not in (0, 1) or not done.stdout:
        raise corpus.Problem(f"exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()[-500:]}")
    (repo.parent / "report.json").write_bytes(done.stdout)
    return {function["id"].split(" (")[0]: function for function in json.loads(done.stdout)["functions"]}


def outcome(function):
    if function is None:
        return "inconclusive"
    if function["changes"] or function["verdict"] not in ("unchanged", "inconclusive"):
        return "finding"
    return function["proof"] if function["verdict"] == "unchanged" else "inconclusive"


OUTCOMES = ("complete", "bounded", "inconclusive", "finding")


def table(rows, arguments):
    lines = ["| rewriting | functions | complete | bounded | inconclusive | findings |", "|---|---:|---:|---:|---:|---:|"]
    count = lambda kind, what: sum(row["kind"] == kind and row["outcome"] == what for row in rows)
    for kind in rewrites.ALL:
        counts = [count(kind, what) for what in OUTCOMES]
        lines.append(f"| {kind} | {sum(counts)} | " + " | ".join(map(str, counts)) + " |")
    sums = [sum(row["outcome"] == what for row in rows) for what in OUTCOMES]
    lines += [f"| all | {len(rows)} | " + " | ".join(map(str, sums)) + " |", "",
              f"{sums[0]} of {len(rows)} ({100 * sums[0] // max(1, len(rows))} %) are proved for all inputs, with {arguments.budget} s per function and seed {arguments.seed}."]
    return "\n".join(lines)


def packages(parser, arguments):
    """Per package: its entries, and what makes a repository of it."""
    found = {}
    for entry, made in corpus.opened(parser, arguments):
        found.setdefault(entry["package"], []).append((entry, made))
    return found


def refactor_package(arguments, rewriter, name, entries, most):
    about, source, generated = entries[-1][1]()
    folder = corpus.fresh(arguments.work / "neutral" / name)
    repo = folder / "repository"
    git = lambda *words: corpus.run(["git", *words], folder, env=corpus.COMMIT)
    git("clone", "-q", str(source), str(repo))
    commands = commands_of(about, [entry for entry, _ in entries], repo, generated)
    functions = refactored(rewriter, repo, commands, most)
    if not functions:
        return []
    git("-C", str(repo), "commit", "-q", "-a", "-m", "Write it in another way")
    report = ask(arguments, repo, commands, functions)
    rows = []
    for symbol, (shown, kind) in functions.items():
        function = report.get(symbol)
        row = {"package": name, "function": shown, "kind": kind, "outcome": outcome(function), "why": (function or {}).get("open", ["not in the report"])}
        rows.append(row)
        print(f"{row['outcome']:12} {name} {shown}: {kind}", *(row["why"][:3] if row["outcome"] == "inconclusive" else []), sep="\n    ", flush=True)
    if not any(row["outcome"] == "finding" for row in rows):
        shutil.rmtree(folder)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    corpus.add_work(parser)
    parser.add_argument("--count", type=int, default=200, metavar="N", help="how many functions are rewritten, over all packages")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another one rewrites other functions in other ways")
    parser.add_argument("--budget", type=int, default=10, metavar="SECONDS", help="for comparing, per function")
    parser.add_argument("--record", action="store_true", help="write the table of README.md")
    arguments = parser.parse_args()
    rewriter = Rewriter(arguments.seed)
    rows, problems = [], 0
    found = packages(parser, arguments)
    for position, (name, entries) in enumerate(found.items()):
        most = -(-(arguments.count - len(rows)) // (len(found) - position))  # what is left, evenly
        try:
            rows += refactor_package(arguments, rewriter, name, entries, most)
        except corpus.TROUBLE as problem:
            problems += 1
            print(f"{name}: {corpus.told(problem)}", flush=True)
    print(table(rows, arguments))
    if arguments.record:
        corpus.record("README.md", "neutral", table(rows, arguments))
    isHalfProved = 2 * sum(row["outcome"] == "complete" for row in rows) >= len(rows)
    return 1 if problems or not isHalfProved or any(row["outcome"] == "finding" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
