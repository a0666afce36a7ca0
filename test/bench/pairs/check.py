#!/usr/bin/env python3
"""Confirms natively what the pairs say of themselves: calls both versions with the same inputs, many times.

    check.py [--only NAME] [--calls N] [--sanitized-calls N] [--jobs N]
    check.py --self-test

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

from pairs import FOLDER, BadPair, Pair, read_pairs

# Nothing is contracted, as Beagle takes it. Overflow wraps, but a version that starts to overflow differs.
MEANING = ["-ffp-contract=off", "-O0"]
KINDS = {"plain": ["-fwrapv"],
         "sanitized": ["-g", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]}
LANGUAGES = {"c": ("gcc", "clang-19", "-std=c11"), "cpp": ("g++", "clang++-19", "-std=c++17")}
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
                                    "int main(int count, char **words) { return driver_main(count, words, call); }\n")
        for kind, options in KINDS.items():
            program = folder / f"{version}_{kind}"
            run([gcc, standard, "-w", f"-I{FOLDER.parents[2]}", *MEANING, *options, whole, "-o", program, "-lm"], folder)
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


# --- self-test -----------------------------------------------------------------------------------------------

WHOLE = "# An example.\n=== old.c\n{old}\n=== new.c\n{new}\n=== expect\nentry f {verdict}\n=== inputs\n{inputs}\n"
HOLD = [
    ("int f(int x) { return -x; }", "int f(int x) { return ~x + 1; }", "unchanged", "int x -9..9"),
    ("int f(int x) { return x / 2; }", "int f(int x) { return x >> 1; }", "changed", "int x"),
    ("double f(double x) { return x / 2; }", "double f(double x) { return x * 0.5; }", "unchanged", "double x"),
    ("double f(double x) { return x; }", "double f(double x) { return x + 0; }", "changed", "double x"),
    ("void f(int *v, int n) { v[n - 1] = 1; }", "void f(int *v, int n) { *(v + n - 1) = 1; }", "unchanged", "int *v [n]\nint n 1..9"),
    ("int f(const int *v, int n) { return v[n - 1]; }", "int f(const int *v, int n) { return v[n]; }", "changed", "const int *v [n]\nint n 1..9"),
    ("int f(char *s) { return *s == 'a'; }", "int f(char *s) { return *s == 'b'; }", "changed", 'char *s string "ab"'),
]
FAIL = [
    ("int f(int x) { return x; }", "int f(int x) { return x + (x == 77); }", "unchanged", "int x", "differs"),
    ("int f(int x) { return x; }", "int f(int x) { return x + 0; }", "changed", "int x", "do not show it"),
    ("int f(int x) { return x; }", "int f(int x) { int y = 0; return x; }", "unchanged", "int x", "unused"),
    ("int f(int x) { return x; }", "int f(int x) { int y = x - 1; return y + 1; }", "unchanged", "int x", "the new version is stopped"),
    ("int f(int x) { return 9 / x; }", "int f(int x) { return x ? 9 / x : 0; }", "changed", "int x", "the old version is stopped"),
    ("int f(int *v, int n) { return v[n]; }", "int f(int *v, int n) { return *(v + n); }", "unchanged", "int *v [n]\nint n 0..9", "is stopped"),
    ("int f(int x) { return x; }", "int f(int x) { return x; }", "unchanged", "x", "cannot read the parameter"),
]
UNREADABLE = ["no first line", "# No sections.", WHOLE.format(old="", new="", verdict="fine", inputs="int x"),
              WHOLE.format(old="", new="", verdict="changed", inputs="int x\n=== more\n")]


def self_test():
    def problem_of(text):
        with tempfile.TemporaryDirectory(prefix="beagle-pair.") as folder:
            path = Path(folder, "example.pair")
            path.write_text(text)
            try:
                check(Pair(path), {"sanitized": 500, "plain": 2000})
            except (Wrong, BadPair) as problem:
                return problem
        return None

    failed = []
    for old, new, verdict, inputs in HOLD:
        if problem := problem_of(WHOLE.format(old=old, new=new, verdict=verdict, inputs=inputs)):
            failed.append(f"should hold: {new}\n{problem}")
    for old, new, verdict, inputs, message in FAIL:
        problem = problem_of(WHOLE.format(old=old, new=new, verdict=verdict, inputs=inputs))
        if not isinstance(problem, Wrong) or message not in str(problem):
            failed.append(f"should fail with `{message}`: {new}\n{problem}")
    failed += [f"should not be readable: {text}" for text in UNREADABLE if not isinstance(problem_of(text), BadPair)]
    print(*failed, sep="\n")
    print(f"self-test: {'failed' if failed else 'passed'}")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="NAME", help="pairs with this in their names")
    parser.add_argument("--calls", type=int, default=100_000, metavar="N")
    parser.add_argument("--sanitized-calls", type=int, default=10_000, metavar="N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    pairs = read_pairs(arguments.only)
    calls = {"sanitized": arguments.sanitized_calls, "plain": arguments.calls}
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
