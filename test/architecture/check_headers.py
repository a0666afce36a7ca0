#!/usr/bin/env python3
"""Every header of the repository compiles alone, and may be included twice.

    check_headers.py --build FOLDER [ROOT]     FOLDER holds compile_commands.json
    check_headers.py --self-test [--compiler CXX]

A header that a file includes before everything else is compiled alone with that file, if nothing comes before the file
either: a source that is compiled by itself and without a precompiled header, or a header of which the same holds. All
others are compiled here, with the flags of a source beside them.
"""

import argparse
import concurrent.futures
import contextlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from scope import is_ours

TOPS = ("analysis", "bot", "config", "contracts", "hooks", "test")


LAUNCHERS = ("env", "ccache", "sccache", "distcc")


def flags_of(entry):
    """Compiler and options behind a compiler cache, if there is one, without source and output, and without the
    precompiled header, which would hide what a header forgets to include."""
    words = entry.get("arguments") or shlex.split(entry["command"])
    # Some versions of CMake say what a compiler was started by, others do not.
    i = next(i for i, word in enumerate(words) if Path(word).name not in LAUNCHERS and "=" not in word)
    cache = shutil.which("ccache")
    kept = [*([cache] if cache else []), words[i]]
    i += 1
    while i < len(words):
        word = words[i]
        pair = words[i + 1] if i + 1 < len(words) else ""
        if word == "-Xclang" and (pair in ("-include-pch", "-include") or "cmake_pch" in pair):
            i += 4 if pair in ("-include-pch", "-include") else 2
        elif word in ("-o", "-MF", "-MT", "-MQ") or (word == "-include" and "cmake_pch" in pair):
            i += 2
        elif word in ("-c", "-MD", "-MMD", "-Winvalid-pch", "-Werror") or word.startswith("-fpch") or word == entry["file"]:
            i += 1
        else:
            kept.append(word)
            i += 1
    return kept


def headers(root):
    return sorted(path for top in TOPS for path in (root / top).rglob("*.h")
                  if is_ours(path.relative_to(root).as_posix()))


def neighbour(header, root, entries):
    """The entry of a source that includes the header, or else of the nearest folder."""
    own = header.relative_to(root)
    line = f'#include "{own.as_posix()}"'

    def nearness(item):
        folder, entry, text = item
        common = next((i for i, (a, b) in enumerate(zip(own.parent.parts, folder)) if a != b), min(len(own.parent.parts), len(folder)))
        return common == len(own.parent.parts) and line in text, common, line in text, -len(folder)

    return max(entries, key=nearness)[1]


def compile_alone(header, root, entry, work):
    """As a source that has nothing else, so that a compiler cache may know it."""
    include = header.relative_to(root).as_posix()
    source = work / f"{include.replace('/', '-')}.cpp"
    if not source.is_file():
        source.write_text(f'#include "{include}"\n')
    done = subprocess.run([*flags_of(entry), "-O0", "-c", source, "-o", source.with_suffix(".o")], cwd=entry["directory"],
                          env={**os.environ, "CCACHE_BASEDIR": str(root)}, capture_output=True, text=True, errors="replace")
    return include, done.returncode, done.stderr


def is_code(line):
    return line.strip() and not line.strip().startswith("//")


def first_include(text, root):
    """The header of ours that comes before all code of a file, or None."""
    line = next((line for line in text.splitlines() if is_code(line) and line.strip() != "#pragma once"), "")
    found = re.fullmatch(r'#include "([^"]+)"', line.strip())
    return root / found.group(1) if found and (root / found.group(1)).is_file() else None


def compiled_elsewhere(root, all_headers, entries):
    includers = [header.read_text(errors="replace") for header in all_headers]
    includers += [text for _, entry, text in entries if not has_something_before(entry)]
    return {first_include(text, root) for text in includers} - {None}


def has_something_before(entry):
    return any("cmake_pch" in word or "/Unity/" in word for word in entry.get("arguments") or [entry["command"]])


def sources_of(entry):
    """The source, or all that CMake joined to one unit, which includes them."""
    path = Path(os.path.normpath(Path(entry["directory"]) / entry["file"]))
    if path.parent.name != "Unity" or not path.is_file():
        return [path]
    return [Path(name) for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.M)]


def check(root, database):
    entries = []
    for entry in json.loads(database.read_text()):
        for path in sources_of(entry):
            if path.is_relative_to(root) and path.suffix == ".cpp":
                text = path.read_text(errors="replace") if path.is_file() else ""
                entries.append((path.parent.relative_to(root).parts, entry, text))
    if not entries:
        raise SystemExit(f"{database}: no source of {root}")
    bad, all_headers = 0, headers(root)
    for header in all_headers:
        if next(filter(is_code, header.read_text(errors="replace").splitlines()), "").strip() != "#pragma once":
            bad += 1
            print(f"{header.relative_to(root)} does not begin with `#pragma once`")
    elsewhere = compiled_elsewhere(root, all_headers, entries)
    alone = [header for header in all_headers if header not in elsewhere]
    work = database.parent / "headers"
    work.mkdir(exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for include, code, text in pool.map(lambda header: compile_alone(header, root, neighbour(header, root, entries), work), alone):
            if code:
                bad += 1
                print(f"{include} does not compile alone:\n{text[:2000]}")
    print(f"{len(all_headers)} headers, {len(alone)} of them compiled by themselves, {bad} bad ones")
    return bad, len(all_headers)


def self_test(compiler):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        (root / "analysis/x").mkdir(parents=True)
        files = {
            "good.h": "// Why it is here.\n#pragma once\n#include <string>\nstd::string one();\nstruct Once {};\n",
            "needy.h": "#pragma once\nstd::string two();\n",
            "twice.h": "struct Twice {};\n",
            # Only the last of a chain is compiled by itself.
            "begun.h": "#pragma once\nstd::string three();\n",
            "begins.h": '#pragma once\n\n#include "analysis/x/begun.h"\n',
            # Not what a source with a precompiled header begins with, nor what comes second.
            "hidden.h": "#pragma once\nstd::string four();\n",
            "second.h": "#pragma once\nstd::string five();\n",
            "has_second.h": '#pragma once\n#include <string>\n#include "analysis/x/second.h"\n',
            # What a source without one begins with was compiled with it.
            "built.h": "#pragma once\nstd::string six();\n",
            "a.cpp": '#include "analysis/x/hidden.h"\n',
            "b.cpp": '#include "analysis/x/built.h"\n',
            # Nor what one of several sources begins with that are one unit.
            "joined.h": "#pragma once\nstd::string seven();\n",
            "c.cpp": '#include "analysis/x/joined.h"\n',
        }
        for name, text in files.items():
            (root / "analysis/x" / name).write_text(text)
        (root / "cmake_pch.hxx").write_text("#include <string>\n")
        database = root / "compile_commands.json"
        plain = f"{'env X=1 ccache ' if shutil.which('ccache') else ''}{compiler} -I{root}"
        commands = {"a.cpp": f"{plain} -Winvalid-pch -include {root}/cmake_pch.hxx -o a.o -c {root}/analysis/x/a.cpp",
                    "b.cpp": f"{plain} -o b.o -c {root}/analysis/x/b.cpp",
                    "Unity/c.cxx": f"{plain} -o c.o -c {root}/analysis/x/Unity/c.cxx"}
        (root / "analysis/x/Unity").mkdir()
        (root / "analysis/x/Unity/c.cxx").write_text(f'#include "{root}/analysis/x/c.cpp"\n')
        database.write_text(json.dumps([{"directory": str(root), "file": f"{root}/analysis/x/{name}", "command": command}
                                        for name, command in commands.items()]))
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            found = check(root, database)
    named = sorted(set(re.findall(r"^analysis/x/(\w+)\.h does not", output.getvalue(), re.M)))
    right = named == ["begins", "hidden", "joined", "needy", "second", "twice"] and found == (6, 10)
    print("1 passed, 0 failed" if right else f"0 passed, 1 failed: {found}, {named}")
    return 0 if right else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", type=Path, default=Path(__file__).resolve().parents[2])
    parser.add_argument("--build", type=Path)
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--compiler", default="c++")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test(arguments.compiler)
    if not arguments.build:
        parser.error("--build names the folder with compile_commands.json")
    bad, count = check(arguments.root.resolve(), arguments.build.resolve() / "compile_commands.json")
    return 1 if bad or not count else 0


if __name__ == "__main__":
    sys.exit(main())
