#!/usr/bin/env python3
"""Explores one small program and checks its paths; then runs the input of every path natively, with AddressSanitizer,
and checks that it ends as the engine said, with the same result and output. In C++, `beagle explore --replay` does so.

    BEAGLE=PROGRAM run_program.py FILE.c|FILE.cpp|FILE.ll

What is expected stands in comments at the top of the file; test/exec/README.md describes them.
"""

import collections
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from exploring import CLANG, bytes_of, explore

KEYS = {"entry", "options", "paths", "place", "detail", "fault", "shows", "assumes", "approximates", "cut", "native", "prototype", "why"}
SANITIZER_STATUS = 86
SECONDS_OF_ENDLESS = 2


def read_header(text):
    """The comments `// key: value` (`; key: value` in the text of LLVM); a line that starts with spaces goes on with
    the value above."""
    header = collections.defaultdict(list)
    key = None
    for line in text.splitlines():
        if line.startswith(";"):
            line = "//" + line[1:]
        if not line.startswith("//"):
            break
        match = re.match(r"// (\w+): (.*)", line)
        if match and match[1] in KEYS:
            key = match[1]
            header[key].append(match[2].strip())
        elif key and re.match(r"//  +\S", line):
            header[key][-1] += " " + line[2:].strip()
        else:
            raise SystemExit(f"cannot read the comment: {line}")
    for needed in ("entry", "paths", "why"):
        if len(header[needed]) != 1:
            raise SystemExit(f"one comment `// {needed}: ...` is needed")
    return header


def read_paths(text):
    """"returned 3, memory error: out of bounds 1" as a dictionary."""
    counts = {}
    for part in text.split(","):
        ending, count = part.strip().rsplit(" ", 1)
        counts[ending] = int(count)
    return counts


def place_of(path, source):
    """"memory error: double free at 9, allocated 5, freed 8": lines of the source."""
    text = path["ending"]
    for key, word in (("place", " at "), ("allocated", ", allocated "), ("freed", ", freed ")):
        if path.get(key) and Path(path[key]["file"]).name == source.name:
            text += f"{word}{path[key]['line']}"
    return text


# --- natively ------------------------------------------------------------------------------------------------------


def without_const(text):
    return re.sub(r"\b(const|restrict)\b", "", text).strip()


def signature(text, entry):
    """Result type and parameters (type, name) of the entry, as the source has them."""
    match = re.search(rf"^([\w\s*]*?[\s*]){re.escape(entry)}\(([^)]*)\)\s*\{{", text, re.M)
    if not match:
        raise SystemExit(f"no definition of {entry} on a line of its own")
    parameters = []
    for part in match[2].split(","):
        part = part.strip()
        if part in ("", "void"):
            continue
        name = re.search(r"(\w+)$", part)[1]
        parameters.append((without_const(part[: -len(name)]), name))
    return match[1].replace("static", "").strip(), parameters


def literal(value):
    if value == "null":
        return "0"
    return "(-9223372036854775807L - 1)" if value == "-9223372036854775808" else value


def set_up(parameters, inputs):
    """C code that builds one path's input."""
    code = []
    for kind, name in parameters:
        if not kind.endswith("*"):
            code.append(f"{kind} {name} = {{0}};")
            continue
        element = kind[:-1].strip()
        size = inputs.get(f"{name}.size")
        if size is None:  # a string: its NUL is no input
            size = sum(path.startswith(f"{name}[") for path in inputs) + 1
        element = "char" if element == "void" else element
        code.append(f"{element} *{name} = ({element} *)calloc({size}, sizeof({element}));")
    for path, value in inputs.items():
        if not path.endswith(".size"):
            code.append(f"{path.removeprefix('::')} = {literal(value)};")
    return code


# Each path runs in a process of its own: what it writes is in out0, err0, ..., what it returned in said0, ..., and how it
# ended in `endings`, a line each. Programs have parameters and functions with any name, so these begin with `path_`.
RETURNED = r"""
static FILE *path_file(const char *name, int number) {
  char text[32];
  snprintf(text, sizeof text, "%s%d", name, number);
  return fopen(text, "w");
}

static void path_returned(int number, size_t size, long long value) {
  FILE *said = path_file("said", number);
  if (size) fprintf(said, "%zu %lld", size, value);
  fclose(said);
}
"""
START_EACH = r"""
int main(void) {
  FILE *endings = fopen("endings", "w");
  for (int number = 0; number < PATHS; ++number) {
    const pid_t child = fork();
    if (child == 0) {
      fclose(endings);
      FILE *out = path_file("out", number), *err = path_file("err", number);
      dup2(fileno(out), 1);
      dup2(fileno(err), 2);
      fclose(out);
      fclose(err);
      setvbuf(stdout, 0, _IONBF, 0);
      alarm(path_patience[number]);
      path_run(number);
      exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    fprintf(endings, "%d\n", WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status));
    fflush(endings);
  }
  return 0;
}
"""


def driver(source, text, entry, paths):
    result, parameters = signature(text, entry)
    first = f'#include "{source}"'
    if source.suffix == ".ll":  # bitcode without debug info knows no names
        first = text.replace("{", ";")
        parameters = [(kind, f"parameter{number}") for number, (kind, _) in enumerate(parameters)]
    call = f"{entry}({', '.join(name for _, name in parameters)})"
    headers = ("stdbool.h", "stdio.h", "stdlib.h", "sys/wait.h", "unistd.h")
    patience = (str(SECONDS_OF_ENDLESS if path["ending"] == "never ended" else 0) for path in paths)
    lines = [first, *(f"#include <{header}>" for header in headers), f"#define PATHS {len(paths)}", RETURNED,
             f"static const unsigned path_patience[] = {{{', '.join(patience)}}};",
             "static void path_run(int path_number) {", "  switch (path_number) {"]
    if entry == "main":
        raise SystemExit("an entry has to have a name of its own")
    for number, path in enumerate(paths):
        lines.append(f"  case {number}: {{")
        lines += ["    " + line for line in set_up(parameters, path["inputs"])]
        if result == "void" or result.endswith("*"):
            lines += [f"    {call};", f"    path_returned({number}, 0, 0);"]
        else:
            lines += [f"    {result} result = {call};", f"    path_returned({number}, sizeof result, (long long)result);"]
        lines += ["    break;", "  }"]
    return "\n".join(lines + ["  }", "}", START_EACH])


class Run:
    """What one native run did."""

    def __init__(self, folder, number, status):
        self.output, self.errors = ((folder / f"{name}{number}").read_bytes() for name in ("out", "err"))
        self.status = status
        said = folder / f"said{number}"
        self.returned = said.read_text().split() if said.exists() else None

    def ending(self):
        if self.returned is not None:
            return "returned"
        names = {-14: ("never ended",), -6: ("aborted", "assertion failed"), -8: ("division by zero",), -4: ("trapped",), -5: ("trapped",),
                 SANITIZER_STATUS: ("memory error",)}
        return names.get(self.status, ("exited",))

    def problem(self, path):
        """Why this is not what the engine said; nothing if it is."""
        kind = path["ending"].split(":")[0]
        if kind not in self.ending():
            return f"ended natively as {self.ending()}, status {self.status}"
        if kind == "exited" and self.status != int(path["results"][0]) & 0xFF:
            return f"exit status {self.status} natively"
        if self.returned and path["results"] and path["results"][0].isdigit():
            size, value = int(self.returned[0]), int(self.returned[1])
            if value & (1 << 8 * size) - 1 != int(path["results"][0]):
                return f"returned {value} natively"
        for wrote, key in ((self.output, "output"), (self.errors, "errorOutput")):
            said = bytes_of(path.get(key, ""))
            if not (wrote == said if kind in ("returned", "exited") else wrote.startswith(said)):
                return f"wrote {wrote[:200]} natively ({key})"
        return None


def natively(source, text, entry, paths):
    problems = []
    paths = [path for path in paths if path["ending"] not in ("unsupported", "bound reached")]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        main = folder / "driver.c"
        main.write_text(driver(source, text, entry, paths))
        parts = [main, source] if source.suffix == ".ll" else [main]
        # The quick linker, which has much to say about AddressSanitizer's own symbols.
        built = subprocess.run([CLANG, "-w", "-g", "-O0", "-fno-builtin", "-fsanitize=address", "-fuse-ld=gold", "-o",
                                folder / "driver", *parts, "-lm"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if built.returncode:
            raise SystemExit(f"the driver does not build\n{built.stderr}")
        options = {"exitcode": SANITIZER_STATUS, "detect_leaks": 0, "handle_abort": 0, "handle_sigfpe": 0,
                   "allocator_may_return_null": 1, "detect_stack_use_after_return": 1, "log_path": folder / "log"}
        environment = {"PATH": os.environ["PATH"], "ASAN_OPTIONS": ":".join(f"{k}={v}" for k, v in options.items())}
        subprocess.run([folder / "driver"], check=True, stdin=subprocess.DEVNULL, cwd=folder, env=environment, timeout=120)
        endings = (folder / "endings").read_text().split()
        for number, (path, status) in enumerate(zip(paths, endings, strict=True)):
            problem = Run(folder, number, int(status)).problem(path)
            if problem:
                problems.append(f"{path['ending']}, input {path['inputs']}, results {path['results']}, "
                                f"output {path.get('output', '')!r}: {problem}")
    return problems


def replayed(replay):
    """What `beagle explore --replay` says of the paths natively."""
    problems = [f"{mismatch['what']}, input {mismatch['inputs']}" for mismatch in replay["mismatches"]]
    if replay["notComparable"]:
        problems.append(f"not comparable: {replay['notComparableBy']}")
    if not replay["agree"]:
        problems.append("no path was replayed")
    return problems


# --- all of it -----------------------------------------------------------------------------------------------------


def main():
    source = Path(sys.argv[1]).resolve()
    text = source.read_text()
    header = read_header(text)
    entry = header["entry"][0]
    options = " ".join(header["options"]).split()
    native = header["native"][0] if header["native"] else ""
    if native == "replay":
        options.append("--replay")
    if source.suffix == ".ll":
        text = header["prototype"][0] + " {"
        with tempfile.NamedTemporaryFile(suffix=".bc") as bitcode:
            subprocess.run([CLANG, "-w", "-c", "-emit-llvm", "-o", bitcode.name, source], check=True)
            report = explore(bitcode.name, entry, *options)
    else:
        if source.suffix == ".cpp" and not header["native"]:
            options.append("--replay")
        report = explore(source, entry, *options)
    paths = report["details"]
    problems = []
    found = dict(collections.Counter(path["ending"] for path in paths))
    if found != read_paths(header["paths"][0]):
        problems.append("paths: " + (", ".join(f"{ending} {count}" for ending, count in sorted(found.items())) or "none"))
    if sorted(report["paths"]["cutBy"]) != sorted(header["cut"]):
        problems.append(f"cut: {report['paths']['cutBy']}")
    places = {place_of(path, source) for path in paths}
    problems += [f"no path has the place `{place}`: {sorted(places)}" for place in header["place"] if place not in places]
    faults = sorted(fault["what"] + (f" at {fault['place']['line']}" if fault["place"] else "")
                    for fault in report["valueFaults"])
    if faults != sorted(header["fault"]):
        problems.append(f"faults: {faults}")
    details = [path.get("detail", "") for path in paths]
    problems += [f"no path has the detail `{detail}`: {sorted(set(details))}" for detail in header["detail"]
                 if not any(detail in found_detail for found_detail in details)]
    shown = {f"{name} = {value}" for path in paths for name, value in path["inputs"].items()}
    problems += [f"no path shows the input `{line}`: {sorted(shown)}" for line in header["shows"] if line not in shown]
    problems += [f"not assumed: `{line}`: {report['assumptions']}" for line in header["assumes"] if line not in report["assumptions"]]
    problems += [f"not approximated: `{line}`: {report['approximations']}" for line in header["approximates"] if line not in [each["what"] for each in report["approximations"]]]
    if native == "replay" or "--replay" in options:
        problems += replayed(report["replay"])
    elif not native:
        problems += natively(source, text, entry, paths)
    for problem in problems:
        print(problem)
    if problems:
        raise SystemExit(f"{source.name}: {len(problems)} problems")
    print(f"{source.name}: {len(paths)} paths")


if __name__ == "__main__":
    main()
