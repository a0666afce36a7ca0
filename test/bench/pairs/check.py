#!/usr/bin/env python3
"""Confirms natively what the pairs say of themselves: calls both versions with the same inputs, many times.

    check.py [--only NAME] [--calls N] [--sanitized-calls N] [--jobs N]

A pair that is said to be unchanged must never differ, and one that is said to be changed must differ. Both versions
have to compile without warnings. With sanitizers, only the new version of a changed pair may be stopped by them.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from pairs import FOLDER, read_pairs

# Nothing is contracted, as Beagle takes it. Overflow wraps, but a version that starts to overflow differs.
MEANING = ["-ffp-contract=off", "-O0"]
KINDS = {"plain": ["-fwrapv"],
         "sanitized": ["-g", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]}
LANGUAGES = {"c": ("gcc", "clang", "-std=c11"), "cpp": ("g++", "clang++", "-std=c++17")}
PARAMETER = re.compile(r"(?P<type>.*?[\s*])(?P<name>\w+)(?:\s+\[(?P<length>[^]]+)\])?(?:\s+(?P<low>\S+)\.\.(?P<high>\S+))?"
                       r"(?:\s+string(?:\s+\"(?P<alphabet>.*)\")?)?")
LETTERS = " ,;=+-.#ab01289xXzA\\t\\n"
TIMEOUT = 120


class Wrong(Exception):
    """A pair is not what it says."""


# --- the program ---------------------------------------------------------------------------------------------


def picked(kind, low, high):
    is_real = "double" in kind or "float" in kind
    if low is not None:
        return f"({kind})pick_{'real' if is_real else 'integer'}({low}, {high})"
    return f"({kind}){'pick_any_real()' if is_real else f'pick_any_integer(sizeof({kind}))'}"


def call_of(pair):
    """The function `call` for a list of parameters. Numbers are picked first, as lengths of arrays name them."""
    numbers, arrays, before, after, names = [], [], [], [], []
    for line in pair.inputs.splitlines():
        found = PARAMETER.fullmatch(line.strip())
        if not found:
            raise Wrong(f"cannot read the parameter `{line}`")
        kind, name, length, low, high = (found[key] for key in ("type", "name", "length", "low", "high"))
        kind = re.sub(r"\b(const|restrict|__restrict)\b", "", kind).strip()
        names.append(name)
        if length:
            kind = kind.rstrip("* ")
            arrays.append(f"size_t {name}_length = (size_t)({length});\n  {kind} *{name} = ({kind} *)malloc({name}_length * sizeof *{name});\n"
                          f"  for (size_t i = 0; i < {name}_length; i++) {name}[i] = {picked(kind, low, high)};")
            before.append(f"SEE_ALL({name}, {name}_length);")
            after.append(f"SEE_ALL({name}, {name}_length);\n  free({name});")
        elif "*" in kind:
            arrays.append(f"char *{name} = pick_string(\"{found['alphabet'] or LETTERS}\", 12);")
            before.append(f'see_text("{name}", {name});')
            after.append(f'see_text("{name}", {name});\n  free({name});')
        else:
            numbers.append(f"{kind} {name} = {picked(kind, low, high)};")
            before.append(f"SEE({name});")
    call = f"{pair.entry}({', '.join(names)})"
    if not re.search(rf"\bvoid\s+{pair.entry}\s*\(", pair.old):
        call = f'see("return", {call})'
    return "\n  ".join(["static void call(void) {", *numbers, *arrays, *before, f"{call};", *after]) + "\n}\n"


def compiled(pair, folder):
    """Programs of both versions, without and with sanitizers."""
    gcc, clang, standard = LANGUAGES[pair.language]
    call = pair.call or call_of(pair)
    programs = {}
    for source, text in pair.sources():
        (folder / source).write_text(text)
        for compiler in (gcc, clang):
            run([compiler, standard, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", source], folder)
        version = source.partition(".")[0]
        whole = f"{version}_driver.{pair.language}"
        (folder / whole).write_text(f'#include "{source}"\n#include "{FOLDER}/driver.h"\n{call}\n'
                                    "int main(int count, char **words) { return driver_main(count, words); }\n")
        for kind, options in KINDS.items():
            program = folder / f"{version}_{kind}"
            run([gcc, standard, "-w", *MEANING, *options, whole, "-o", program, "-lm"], folder)
            programs[version, kind] = program
    return programs


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise Wrong(f"`{command[0]}` says:\n{done.stderr}")
    return done.stdout


# --- the comparison ------------------------------------------------------------------------------------------


def numbers_of(program, calls):
    """What each call did, as eight bytes; and what the program said when it was stopped."""
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1"}
    try:
        done = subprocess.run([program, str(calls)], capture_output=True, check=False, timeout=TIMEOUT, env=environment)
    except subprocess.TimeoutExpired:
        raise Wrong(f"{program.name} is not done with {calls} calls after {TIMEOUT} s: give the inputs a smaller range") from None
    return done.stdout, done.stderr.decode(errors="replace") if done.returncode else ""


def first_difference(old, new):
    for at in range(0, min(len(old), len(new)), 8):
        if old[at:at + 8] != new[at:at + 8]:
            return at // 8
    return None if len(old) == len(new) else min(len(old), len(new)) // 8


def check(pair, calls):
    """The call that shows a difference, or None. Wrong if that is not what the pair says."""
    different = None
    with tempfile.TemporaryDirectory(prefix="beagle-pair.") as name:
        programs = compiled(pair, Path(name))
        for kind, count in calls.items():
            old, stopped = numbers_of(programs["old", kind], count)
            if stopped:
                raise Wrong(f"the old version is stopped in call {len(old) // 8}:\n{stopped}")
            new, stopped = numbers_of(programs["new", kind], count)
            if stopped and pair.verdict == "unchanged":
                raise Wrong(f"the new version is stopped in call {len(new) // 8}:\n{stopped}")
            at = first_difference(old, new)
            if at is not None and pair.verdict == "unchanged":
                shown = "".join(f"{version}:\n{run([programs[version, kind], 'show', str(at)], name)}" for version in ("old", "new"))
                raise Wrong(f"said to be unchanged, but call {at} differs\n{shown}")
            different = at if different is None else different
    if different is None and pair.verdict == "changed":
        raise Wrong(f"said to be changed, but {max(calls.values())} calls do not show it")
    return different


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="NAME", help="pairs with this in their names")
    parser.add_argument("--calls", type=int, default=100_000, metavar="N")
    parser.add_argument("--sanitized-calls", type=int, default=10_000, metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    arguments = parser.parse_args()
    pairs = read_pairs(arguments.only)
    calls = {"plain": arguments.calls, "sanitized": arguments.sanitized_calls}
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for pair, answer in [(pair, pool.submit(check, pair, calls)) for pair in pairs]:
            try:
                at = answer.result()
                print(f"{pair.kind}/{pair.name}: {pair.verdict}" + (f", call {at}" if at is not None else ""), flush=True)
            except Wrong as problem:
                wrong += 1
                print(f"{pair.kind}/{pair.name}: WRONG: {problem}", flush=True)
    print(f"{len(pairs)} pairs, {wrong} of them wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
