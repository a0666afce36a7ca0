#!/usr/bin/env python3
"""Real patches as pull requests: what does `beagle changes` say about them?

Every patch of the list belongs to a Debian source package. The package is fetched and unpacked, its series is
applied up to the patch, and the trees before and after become the two commits of a git repository. What
`beagle changes HEAD~1..HEAD` reports is compared with the list.

    corpus.py [--only TEXT] [--work DIR] [--keep] [--prepare] [--list FILE] [--beagle PROGRAM]

Everything is kept in the work folder, so a second run goes on where the first one stopped; --keep also keeps
each run's cache and answer. --prepare stops before beagle: it makes the repositories and checks that the
listed files compile in both versions. A full run writes the table of README.md beside this file.
"""

import argparse
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMMIT = {"GIT_AUTHOR_NAME": "Corpus", "GIT_AUTHOR_EMAIL": "corpus@example.org", "GIT_AUTHOR_DATE": "1700000000 +0000",
          "GIT_COMMITTER_NAME": "Corpus", "GIT_COMMITTER_EMAIL": "corpus@example.org",
          "GIT_COMMITTER_DATE": "1700000000 +0000", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null"}


class Problem(Exception):
    """A step that did not work; says which one and what it printed."""


def run(command, cwd, env=None, timeout=1200):
    """Runs an argument list, or a string with the shell."""
    done = subprocess.run(command, shell=isinstance(command, str), cwd=cwd, env={**os.environ, **(env or {})},
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", timeout=timeout)
    if done.returncode:
        shown = command if isinstance(command, str) else " ".join(map(str, command))
        raise Problem(f"`{shown}` failed with {done.returncode}:\n{done.stdout[-1500:]}")
    return done.stdout


def say(text):
    print(text, file=sys.stderr, flush=True)


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


# --- source packages ---------------------------------------------------------------------------------------


def stanzas():
    """The `deb` sources of this machine's Debian release as (URI, suites, option Signed-By)."""
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    codename = release.get("VERSION_CODENAME", "bookworm").strip('"')
    found = []
    files = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    for file in filter(Path.is_file, files):
        text = file.read_text(errors="replace")
        if file.suffix == ".sources":
            for block in re.split(r"\n\s*\n", text):
                fields = dict(re.findall(r"^([A-Za-z-]+):[ \t]*(.+)$", block, re.M))
                if fields.get("Enabled", "yes").lower() == "no" or "deb" not in fields.get("Types", ""):
                    continue
                for uri in fields.get("URIs", "").split():
                    found.append((uri, fields.get("Suites", "").split(), fields.get("Signed-By", "")))
        elif file.suffix == ".list":
            for options, uri, suite in re.findall(r"^deb\s+(?:\[([^]]*)\]\s+)?(\S+)\s+(\S+)", text, re.M):
                key = re.search(r"signed-by=(\S+)", options)
                found.append((uri, [suite], key.group(1) if key else ""))
    return [(uri, [s for s in suites if s.split("-")[0].split("/")[0] == codename], key)
            for uri, suites, key in found if any(s.split("-")[0].split("/")[0] == codename for s in suites)]


class Packages:
    """Source packages by name, from the sources that apt already uses; nothing of the system's apt is changed."""

    def __init__(self, work):
        self.work = work
        self.downloads = work / "download"
        self.apt = None

    def get(self, *arguments):
        if self.apt is None:
            folder = self.work / "apt"
            for name in ("lists/partial", "cache/archives/partial"):
                (folder / name).mkdir(parents=True, exist_ok=True)
            sources = folder / "corpus.sources"
            blocks = [f"Types: deb-src\nURIs: {uri}\nSuites: {' '.join(suites)}\nComponents: main\n"
                      + (f"Signed-By: {key}\n" if key else "") for uri, suites, key in stanzas()]
            if not blocks:
                raise Problem("apt has no source for this Debian release")
            sources.write_text("\n".join(dict.fromkeys(blocks)))
            base = ["apt-get", "-q", "-o", f"Dir::Etc::sourcelist={sources}", "-o", "Dir::Etc::sourceparts=-",
                    "-o", f"Dir::State::lists={folder}/lists", "-o", f"Dir::Cache={folder}/cache"]
            if os.geteuid() == 0:
                base += ["-o", "APT::Sandbox::User=root"]
            stamp = folder / "updated"
            if not stamp.exists():
                say("reading the lists of source packages")
                run([*base, "update"], folder)
                stamp.touch()
            self.apt = base
        self.downloads.mkdir(parents=True, exist_ok=True)
        run([*self.apt, *arguments], self.downloads)

    def have(self, name, version):
        """The downloaded description of the package, or None."""
        path = self.downloads / f"{name}_{version.split(':')[-1]}.dsc"
        return path if path.exists() else None

    def unpacked(self, name, about):
        """The source tree without any patch of the series."""
        tree = self.work / "source" / name
        if tree.is_dir():
            return tree
        version = about["version"]
        wanted = f"{name}={version}"
        partial = tree.with_name(name + ".partial")
        if not self.have(name, version):
            say(f"fetching {name}")
            self.get("source", "--download-only", f"{name}={version}")
        shutil.rmtree(partial, ignore_errors=True)
        partial.parent.mkdir(parents=True, exist_ok=True)
        run(["dpkg-source", "--no-check", "--skip-patches", "-x", self.have(name, version), partial], self.work)
        partial.rename(tree)
        return tree


def prepared(work, name, about, source):
    """The folder with config.h and generated headers; it stands on its own, without links into the source tree."""
    folder = work / "prepared" / name
    if folder.is_dir():
        return folder
    missing = [need for need in about["needs"] if subprocess.run(["dpkg-query", "-W", "-f", "${db:Status-Status}", need],
                                                                  capture_output=True, text=True).stdout != "installed"]
    if missing:
        raise Problem(f"{name} needs packages that are not installed: apt-get install {' '.join(missing)}")
    say(f"preparing {name}")
    partial = fresh(folder.with_name(name + ".partial"))
    for command in about["prepare"]:
        run(command, partial, env={"S": str(source), "C": str(partial), "LC_ALL": "C"})
    for link in [path for path in partial.rglob("*") if path.is_symlink()]:
        target = link.resolve()
        if partial in target.parents or not target.exists():
            continue
        link.unlink()
        (shutil.copytree if target.is_dir() else shutil.copy2)(target, link)
    partial.rename(folder)
    return folder


# --- repositories --------------------------------------------------------------------------------------------


def series(source):
    lines = (source / "debian/patches/series").read_text(errors="replace").splitlines()
    return [line.split() for line in lines if line.strip() and not line.lstrip().startswith("#")]


def apply(tree, source, words):
    strip = next((word for word in words[1:] if word.startswith("-p")), "-p1")
    run(["patch", strip, "-f", "-s", "--no-backup-if-mismatch", "-i", source / "debian/patches" / words[0]], tree)


def repository(work, entry, source):
    """Two commits: the series before the patch, and the patch. One with all of the series where there is no patch."""
    folder = work / "repository" / entry["id"]
    if folder.is_dir():
        return folder
    words = series(source) if (source / "debian/patches/series").is_file() else []
    patch = entry.get("patch")
    position = next((i for i, line in enumerate(words) if line[0] == patch), None) if patch else len(words)
    if position is None:
        raise Problem(f"the series of {entry['package']} has no {entry['patch']}")
    partial = folder.with_name(folder.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    shutil.copytree(source, partial, symlinks=True, ignore=lambda at, _: ["debian", ".git"] if Path(at) == source else [])
    git = lambda *arguments: run(["git", *arguments], partial, env=COMMIT)
    git("init", "-q", "-b", "main")
    (partial / ".git/info").mkdir(exist_ok=True)
    (partial / ".git/info/attributes").write_text("* -text -filter -ident -working-tree-encoding\n")
    for line in words[:position]:
        apply(partial, source, line)
    for message, step in [("Before", None), *([(patch, words[position])] if patch else [])]:
        if step:
            apply(partial, source, step)
        git("add", "-A", "-f")
        git("commit", "-q", "-m", message)
    partial.rename(folder)
    return folder


def database(work, entry, about, repo, generated):
    """The compile database of the files that the patch is about; it lies outside of the repository."""
    flags = [flag.replace("{T}", str(repo)).replace("{C}", str(generated)) for flag in about["flags"] + entry.get("flags", [])]
    commands = [{"directory": str(repo), "file": file,
                 "arguments": ["c++" if file.endswith((".cc", ".cpp", ".cxx")) else "cc", *flags, "-c", file]}
                for file in entry["files"]]
    path = work / "database" / f"{entry['id']}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(commands, indent=1) + "\n")
    return path, commands


def check_compiles(repo, commands, work):
    """Every listed file compiles in both versions; without this a difference says nothing about beagle."""
    tree = work / "check"
    for revision in ("HEAD~1", "HEAD"):
        shutil.rmtree(tree, ignore_errors=True)
        run(["git", "worktree", "prune"], repo)
        run(["git", "worktree", "add", "-q", "--detach", str(tree), revision], repo)
        for command in commands:
            compiler = "clang++-19" if command["arguments"][0] == "c++" else "clang-19"
            flags = [argument.replace(str(repo), str(tree)) for argument in command["arguments"][1:-2]]
            run([compiler, "-fsyntax-only", "-w", *flags, command["file"]], tree)
    run(["git", "worktree", "remove", "--force", str(tree)], repo)


# --- beagle --------------------------------------------------------------------------------------------------


def linkage_names(rows, kinds):
    return {row["linkageName"] for row in rows if row["change"] in kinds}


def hunk_counts(report):
    counts = {}
    for hunk in report["hunks"]:
        counts[hunk["status"]] = counts.get(hunk["status"], 0) + 1
    return counts


def unaccounted(repo, report):
    """Hunks of git's own diff that the report does not name."""
    told = {(hunk.get("file") or hunk.get("baseFile"), hunk["baseStart"], hunk["headStart"]) for hunk in report["hunks"]}
    missing, file = [], None
    for line in run(["git", "-c", "core.quotePath=off", "diff", "-U0", "--no-color", "--find-renames", "HEAD~1", "HEAD"], repo).splitlines():
        if line.startswith("--- ") and line != "--- /dev/null":
            file = line[6:].rstrip("\t")
        elif line.startswith("+++ ") and line != "+++ /dev/null":
            file = line[6:].rstrip("\t")
        elif found := re.match(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@", line):
            if (file, int(found.group(1)), int(found.group(2))) not in told:
                missing.append(f"{file}:{found.group(2)}")
    return missing


def ask(beagle, work, entry, repo, path, keep):
    """One run on an empty cache. Returns the row of the table."""
    cache = fresh(work / "cache" / entry["id"])
    started = time.monotonic()
    done = subprocess.run([beagle, "changes", "HEAD~1..HEAD", "--repo", str(repo), "--compile-commands", str(path), "--format", "json"],
                          stdin=subprocess.DEVNULL, capture_output=True, cwd=work, env={**os.environ, "XDG_CACHE_HOME": str(cache)})
    seconds = time.monotonic() - started
    answer = work / "answer" / f"{entry['id']}.json"
    answer.parent.mkdir(exist_ok=True)
    answer.write_bytes(done.stdout)
    if not keep:
        shutil.rmtree(cache)
    expected = {kind: set(entry[kind]) for kind in ("changed", "added", "removed")}
    row = {"expected": sorted(set().union(*expected.values())), "found": [], "hunks": "", "seconds": seconds, "problems": []}
    if done.returncode:
        row["problems"].append(f"exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()[-600:]}")
        return row
    report = json.loads(done.stdout)
    found = {"changed": linkage_names(report["functions"], ("changed", "renamed", "moved")),
             "added": linkage_names(report["functions"], ("added",)), "removed": linkage_names(report["functions"], ("removed",))}
    row["found"] = sorted(set().union(*found.values()))
    for kind in expected:
        if lost := expected[kind] - found[kind]:
            row["problems"].append(f"not reported as {kind}: {', '.join(sorted(lost))}")
        if extra := found[kind] - expected[kind]:
            row["problems"].append(f"{kind} without a reason: {', '.join(sorted(extra))}")
    if missing := unaccounted(repo, report):
        row["problems"].append(f"hunks not accounted for: {', '.join(missing)}")
    left_out = {hunk["file"] for hunk in report["hunks"] if hunk["status"] == "not-compiled"} & set(entry["files"])
    if left_out != set(entry.get("leftOut", [])):
        row["problems"].append(f"files with hunks that were not compiled: {', '.join(sorted(left_out)) or 'none'}")
    row["hunks"] = ", ".join(f"{count} {status}" for status, count in sorted(hunk_counts(report).items()))
    return row


def table(rows):
    lines = ["| package | patch | found | expected | hunks | time | verdict |", "|---|---|---|---|---|---:|---|"]
    for entry, row in rows:
        code = lambda names: ", ".join(f"`{name}`" for name in names) or "none"
        verdict = "ok" if not row["problems"] else "differs: " + "; ".join(row["problems"]).replace("\n", " ").replace("|", "\\|")
        lines.append(f"| {entry['package']} | {entry['patch']} | {code(row['found'])} | {code(row['expected'])} | {row['hunks']} "
                     f"| {row['seconds']:.1f} s | {verdict} |")
    good = sum(not row["problems"] for _, row in rows)
    lines += ["", f"{good} of {len(rows)} as expected."]
    return "\n".join(lines)


def record(page, name, text):
    """Puts the text where the page has the results of that name."""
    path = HERE / page
    old = path.read_text()
    begin = old.index(mark := f"<!-- {name} -->") + len(mark)
    path.write_text(f"{old[:begin]}\n{text}\n{old[old.index(f'<!-- end of {name} -->'):]}")


def named(patches, only):
    """The patches that have the text in their names."""
    for entry in patches["patches"]:
        patch = re.sub(r"[.](patch|diff)$", "", entry.get("patch", ""))
        entry["id"] = re.sub(r"[^A-Za-z0-9.+-]", "_", f"{entry['package']}--{patch}" if patch else entry["package"])
    return [entry for entry in patches["patches"] if only in entry["id"]]


TROUBLE = (Problem, OSError, subprocess.TimeoutExpired, ValueError, KeyError, IndexError)


def told(problem):
    return str(problem) if isinstance(problem, Problem) else f"{type(problem).__name__}: {problem}"


def add_work(parser):
    """Options of every script about these patches."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser.add_argument("--list", type=Path, default=HERE / "patches.json", help="the list of patches")
    parser.add_argument("--only", default="", metavar="TEXT", help="patches whose `package--patch` contains TEXT")
    parser.add_argument("--work", type=Path, default=cache / "beagle-corpus", metavar="DIR", help="where everything is kept")
    parser.add_argument("--beagle", default=os.environ.get("BEAGLE") or str(HERE.parents[1] / "build/bin/beagle"), help="the program")


def opened(parser, arguments, needs_beagle=True):
    """Each patch with a function that makes all that is needed of it: (about the package, repository, generated headers)."""
    patches = json.loads(arguments.list.read_text())
    entries = named(patches, arguments.only)
    if not entries:
        parser.error(f"no patch has `{arguments.only}` in its name")
    if needs_beagle and not shutil.which(arguments.beagle):
        parser.error(f"{arguments.beagle} is no program: build it first, or name it with --beagle")
    arguments.beagle = str(Path(shutil.which(arguments.beagle) or arguments.beagle).absolute())
    arguments.work = work = arguments.work.absolute()
    work.mkdir(parents=True, exist_ok=True)
    packages = Packages(work)

    def made(entry):
        about = patches["packages"][entry["package"]]
        source = packages.unpacked(entry["package"], about)
        generated = prepared(work, entry["package"], about, source)
        return about, repository(work, entry, source), generated

    for entry in entries:
        yield entry, functools.partial(made, entry)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    add_work(parser)
    parser.add_argument("--keep", action="store_true", help="keep each run's cache")
    parser.add_argument("--prepare", action="store_true", help="stop before beagle; check that the files compile")
    parser.add_argument("--no-table", action="store_true", help="leave the table of README.md alone")
    arguments = parser.parse_args()

    rows = []
    for entry, made in opened(parser, arguments, not arguments.prepare):
        row = {"expected": sorted(entry["changed"] + entry["added"] + entry["removed"]), "found": [], "hunks": "", "seconds": 0, "problems": []}
        try:
            about, repo, generated = made()
            path, commands = database(arguments.work, entry, about, repo, generated)
            if arguments.prepare:
                check_compiles(repo, commands, arguments.work)
            else:
                row = ask(arguments.beagle, arguments.work, entry, repo, path, arguments.keep)
        except TROUBLE as problem:
            row["problems"].append(told(problem))
        rows.append((entry, row))
        print(f"{'differs' if row['problems'] else 'ok     '} {entry['id']}"
              + (f" ({row['seconds']:.1f} s)" if row["seconds"] else ""), *row["problems"], sep="\n    ", flush=True)
    bad = sum(bool(row["problems"]) for _, row in rows)
    print(f"{len(rows) - bad} of {len(rows)} as expected")
    if not (arguments.prepare or arguments.only or arguments.no_table) and arguments.list == HERE / "patches.json":
        record("README.md", "results", table(rows))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
