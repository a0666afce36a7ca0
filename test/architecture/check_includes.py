#!/usr/bin/env python3
"""Holds the sources against modules.txt: who includes whom, and who may see which library.

    check_includes.py [ROOT] [--bot PROGRAM]     --bot also looks at what the built bot links
    check_includes.py --self-test                proves that every kind of offence is found
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from scope import is_ours

SUFFIXES = {".h", ".cpp"}
TOPS = ("analysis", "bot", "config", "contracts", "hooks", "test")
HEAVY = {"beagle_llvm": "llvm/", "beagle_clang": "clang/", "z3": "z3"}


class Module:
    def __init__(self, path, uses, hidden, shown):
        self.path, self.uses, self.hidden, self.shown = path, uses, hidden, shown
        self.name = path.rsplit("/", 1)[-1]


def read_table(text):
    modules, system = {}, set()
    for line in text.splitlines():
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        path, rest = (part.strip() for part in line.split(":", 1))
        if path in ("system", "common"):
            system.update(rest.split())
            continue
        uses, hidden, shown = (part.split() for part in rest.split("|"))
        modules[path] = Module(path, uses, hidden, shown)
    by_name = {module.name: module for module in modules.values()}
    for module in modules.values():
        for use in module.uses:
            if use != "*" and use not in by_name:
                raise SystemExit(f"modules.txt: {module.path} uses {use}, which is no module")
    return modules, by_name, system


def allowed_uses(module, by_name):
    if module.uses == ["*"]:
        return set(by_name)
    seen, todo = {module.name}, list(module.uses)
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += by_name[name].uses
    return seen


def without_text(code):
    """Code that is quoted or commented out includes nothing."""
    code = re.sub(r'R"([^(\s]*)\(.*?\)\1"', '""', code, flags=re.S)
    return re.sub(r"/\*.*?\*/", lambda match: "\n" * match.group(0).count("\n"), code, flags=re.S)


def includes_of(path):
    code = without_text(path.read_text(errors="replace"))
    for match in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', code, re.M):
        yield code.count("\n", 0, match.start()) + 1, match.group(1) == '"', match.group(2)


def has_prefix(header, prefixes):
    return any(header.startswith(prefix) for prefix in prefixes)


class Check:
    def __init__(self, root, table):
        self.root = root
        self.modules, self.by_name, self.system = read_table(table)
        self.problems = []
        self.files = sorted(path for top in TOPS for path in (root / top).rglob("*")
                            if path.suffix in SUFFIXES and path.is_file() and is_ours(path.relative_to(root).as_posix()))
        self.includes = {self.relative(path): list(includes_of(path)) for path in self.files}

    def relative(self, path):
        return path.relative_to(self.root).as_posix()

    def module_of(self, file):
        """The longest path of the table that holds the file."""
        found = [module for path, module in self.modules.items() if file.startswith(path + "/")]
        return max(found, key=lambda module: len(module.path), default=None)

    def bad(self, where, text):
        self.problems.append(f"{where}: {text}")

    def libraries(self, file, module):
        libraries = set(module.shown)
        if not file.endswith(".h") or module.name == "test":
            libraries |= set(module.hidden)
        if module.name == "test":
            tested = self.by_name.get(file.split("/")[1])
            if tested:
                libraries |= set(tested.hidden) | set(tested.shown)
        return libraries

    def is_private(self, file, seen=None):
        """Whether the header shows, itself or through others of its module, a library that the module hides."""
        seen = seen if seen is not None else set()
        if file in seen:
            return False
        seen.add(file)
        module = self.module_of(file)
        for _, quoted, header in self.includes.get(file, []):
            if quoted:
                if self.module_of(header) is module and self.is_private(header, seen):
                    return True
            elif has_prefix(header, module.hidden) and not has_prefix(header, module.shown):
                return True
        return False

    def check_file(self, file):
        module = self.module_of(file)
        if not module:
            self.bad(file, "no module of modules.txt holds this file")
            return
        uses = allowed_uses(module, self.by_name)
        for line, quoted, header in self.includes[file]:
            where = f"{file}:{line}"
            if quoted:
                self.check_own(where, file, module, uses, header)
            else:
                self.check_library(where, file, module, header)

    def check_own(self, where, file, module, uses, header):
        target = self.module_of(header)
        if not (self.root / header).is_file():
            self.bad(where, f'"{header}" is not a path from the root of the repository')
        elif not target:
            self.bad(where, f'"{header}" belongs to no module')
        elif target is not module:
            if target.name not in uses:
                self.bad(where, f"{module.path} may not use {target.path} (\"{header}\")")
            elif self.is_private(header) and not (module.name == "test" and file.split("/")[1] == target.name):
                parent = module.path.startswith(target.path + "/")
                if not parent:
                    self.bad(where, f'"{header}" is private to {target.path}: it shows a library that the module hides')

    def check_library(self, where, file, module, header):
        if "." not in header.rsplit("/", 1)[-1] and "/" not in header:
            return  # the C++ library
        if has_prefix(header, self.system) or has_prefix(header, self.libraries(file, module)):
            return
        if file.endswith(".h") and has_prefix(header, module.hidden):
            return  # a private header; whoever includes it from outside is told
        owners = [other.path for other in self.modules.values() if has_prefix(header, other.hidden + other.shown)]
        self.bad(where, f"{module.path} may not include <{header}>; " +
                 (f"it belongs to {', '.join(owners)}" if owners else "modules.txt does not know it"))

    def check_links(self):
        """What CMake links follows the same arrows."""
        for path in sorted(self.root.rglob("CMakeLists.txt")):
            folder = self.relative(path.parent) if path.parent != self.root else ""
            if not folder.startswith(tuple(self.modules)) or folder.startswith("test"):
                continue
            module = self.module_of(folder + "/x")
            programs = [other for name, other in self.modules.items() if name.startswith(module.path + "/")]
            text = re.sub(r"#.*", "", path.read_text())
            for command, body in re.findall(r"\b(beagle_module|beagle_program|target_link_libraries)\s*\(([^)]*)\)", text):
                words = body.split()
                # A program that has a line of its own is held against that line.
                rows = [module, *programs] if command == "beagle_program" else [module]
                uses = set().union(*(allowed_uses(row, self.by_name) for row in rows))
                libraries = {prefix for row in rows for prefix in row.hidden + row.shown}
                where = self.relative(path)
                listed = re.search(r"\bUSES\b(.*?)(\b[A-Z]+\b|$)", body, re.S)
                named = set(listed.group(1).split()) if listed else set()
                named |= {word.split("::")[1] for word in words if word.startswith("beagle::")}
                for use in sorted(named - uses):
                    self.bad(where, f"{words[0]} may not link {use}")
                for target, prefix in HEAVY.items():
                    if target in words and prefix not in libraries:
                        self.bad(where, f"{words[0]} may not link {target}")

    def run(self):
        for file in self.includes:
            self.check_file(file)
        self.check_links()
        return self.problems


def check_bot(program):
    needed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return [f"{program}: the bot links {name}" for name in ("LLVM", "clang", "z3") if f"lib{name}" in needed]


def self_test(table):
    cases = {
        "against the arrow": ({"analysis/support/a.cpp": '#include "analysis/ir/b.h"', "analysis/ir/b.h": ""}, "may not use analysis/ir"),
        "past the owner": ({"analysis/ir/a.cpp": "#include <git2.h>"}, "may not include <git2.h>"),
        "LLVM in build": ({"analysis/build/a.cpp": "#include <llvm/IR/Module.h>"}, "may not include <llvm/IR/Module.h>"),
        "Clang in change": ({"analysis/change/a.cpp": "#include <clang/AST/AST.h>"}, "may not include <clang/AST/AST.h>"),
        "LLVM in a header of depend": ({"analysis/depend/a.h": "#include <llvm/IR/Module.h>",
                                        "analysis/explore/b.cpp": '#include "analysis/depend/a.h"'}, "private to analysis/depend"),
        "hidden library shown": ({"analysis/build/a.h": "#include <git2.h>", "analysis/build/b.h": '#include "analysis/build/a.h"',
                                  "analysis/ir/c.cpp": '#include "analysis/build/b.h"'}, "private to analysis/build"),
        "unknown library": ({"bot/a.cpp": "#include <newlib/x.h>"}, "modules.txt does not know it"),
        "relative include": ({"analysis/ir/a.cpp": '#include "b.h"', "analysis/ir/b.h": ""}, "not a path from the root"),
        "file without a module": ({"analysis/novelty/a.cpp": ""}, "no module of modules.txt"),
        "link against the arrow": ({"analysis/report/CMakeLists.txt": "beagle_module(report USES ir)"}, "may not link ir"),
        "bot links LLVM": ({"bot/CMakeLists.txt": "target_link_libraries(beagle_bot PUBLIC beagle_llvm)"}, "may not link beagle_llvm"),
        "bot uses the engine": ({"bot/a.cpp": '#include "analysis/exec/b.h"', "analysis/exec/b.h": ""}, "may not use analysis/exec"),
        "tests of another module": ({"test/support/a_test.cpp": "#include <git2.h>"}, "may not include <git2.h>"),
    }
    good = {"analysis/build/a.h": "#include <git2.h>", "analysis/build/a.cpp": '#include "analysis/build/a.h"\n#include <sys/stat.h>',
            "analysis/ir/b.h": "#include <llvm/IR/Module.h>\n#include <string>", "test/build/a_test.cpp":
            '#include "analysis/build/a.h"\n#include <gtest/gtest.h>\nauto x = R"(\n#include "no/such.h"\n)";\n/*\n#include <nor/this.h>\n*/',
            "analysis/ir/CMakeLists.txt": "beagle_module(ir USES build)\ntarget_link_libraries(beagle_ir PUBLIC beagle_llvm)",
            "analysis/change/frontend/m.cpp": '#include <clang/AST/AST.h>\n#include "analysis/ir/b.h"'}
    failed = 0
    for name, (files, expected) in {**cases, "nothing wrong": (good, None)}.items():
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                target = Path(folder) / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text + "\n")
            problems = Check(Path(folder), table).run()
        right = any(expected in problem for problem in problems) if expected else not problems
        if not right:
            failed += 1
            print(f"self-test `{name}`: expected {expected or 'nothing'}, found {problems}")
    print(f"{len(cases) + 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", type=Path, default=here.parents[1])
    parser.add_argument("--bot", type=Path)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    table = (here / "modules.txt").read_text()
    if arguments.self_test:
        return self_test(table)
    check = Check(arguments.root.resolve(), table)
    problems = check.run()
    if arguments.bot:
        problems += check_bot(arguments.bot)
    print(*problems, sep="\n")
    print(f"{len(check.files)} files, {len(problems)} problems")
    return 1 if problems or not check.files else 0


if __name__ == "__main__":
    sys.exit(main())
