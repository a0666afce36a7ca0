#!/usr/bin/env python3
"""Explores a program with `beagle explore --replay` and holds Beagle against what the program really does.

    run_replay.py FILE [--entry NAME] [--max-paths N]     BEAGLE and CLANG name the programs
    run_replay.py --self-test                             proves that a wrong answer is found

Every path must agree. A line `// not comparable: N` in the file says how many paths cannot be compared; without it,
none may be. A line `// shows: PATH` names an input that must be shown. Some of the C drivers that --inputs writes are built and run as well, and must report the results that
the JSON beside them foretells.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

DRIVERS = 3


def fail(*lines):
    print(*lines, sep="\n")
    raise SystemExit(1)


def header(text, name):
    found = re.search(rf"^// {name}: (.*)$", text, re.M)
    return found and found.group(1).strip()


def explore(source, entry, paths, inputs):
    command = [os.environ["BEAGLE"], "explore", str(source), "--entry", entry, "--replay", "--format", "json",
               "--quiet", "--max-buffer", "4", "--max-string", "4", "--inputs", str(inputs)]
    command += ["--max-paths", str(paths)] if paths else []
    ran = subprocess.run(command, capture_output=True, text=True)
    if not ran.stdout:
        fail(f"beagle ended with {ran.returncode}", ran.stderr)
    return json.loads(ran.stdout), ran


def problems(report, expected):
    replay = report["replay"]
    found = [f"{m['what']}\n    with {m['inputs']}" for m in replay["mismatches"]]
    if replay["notComparable"] != expected:
        found.append(f"{replay['notComparable']} paths are not comparable, not {expected}: {replay['notComparableBy']}")
    if replay["agree"] == 0:
        found.append("no path was replayed")
    return found


def words_of(hexadecimal):
    return int.from_bytes(bytes.fromhex(hexadecimal), "little") if hexadecimal != "-" else 0


def check_driver(driver, source, folder):
    """The driver's report against the JSON beside it; False when the driver needs more than the source."""
    text = driver.read_text()
    expected = json.loads(driver.with_suffix(".json").read_text())["expected"]
    if "objcopy" in text or "beagle_" in source.read_text() or expected["ending"] != "returned":
        return False
    program = folder / "driver"
    built = subprocess.run([os.environ["CLANG"], "-w", "-O0", "-Wall", "-Werror=implicit-function-declaration", driver,
                            source, "-lm", "-o", program], capture_output=True, text=True)
    if built.returncode:
        fail(f"{driver.name} does not compile", built.stderr)
    report = folder / "report"
    with open(report, "w") as out:
        subprocess.run(["/bin/sh", "-c", f"exec '{program}' 3>&1 >/dev/null"], stdout=out, timeout=60, check=True)
    results = [line.split()[1] for line in report.read_text().splitlines() if line.startswith("result ")]
    for number, (wanted, got) in enumerate(zip(expected["results"], results, strict=True)):
        if wanted is None or "bits" not in wanted:
            continue
        mask = (1 << wanted["width"]) - 1
        if int(wanted["bits"], 16) != words_of(got) & mask:
            fail(f"{driver.name}: result {number} is {got}, not {wanted['bits']}")
    return True


def self_test():
    good = {"replay": {"agree": 2, "notComparable": 0, "notComparableBy": {}, "mismatches": []}}
    wrong = {"replay": {**good["replay"], "mismatches": [{"what": "result", "inputs": {}}]}}
    none = {"replay": {**good["replay"], "agree": 0}}
    assert not problems(good, 0) and problems(good, 1) and problems(wrong, 0) and problems(none, 0)
    assert words_of("0102") == 0x0201 and words_of("-") == 0
    assert header("// a\n// entry: f\n", "entry") == "f"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", nargs="?", type=Path)
    parser.add_argument("--entry")
    parser.add_argument("--max-paths", type=int)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    text = arguments.source.read_text()
    entry = arguments.entry or header(text, "entry") or fail("the file names no entry")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report, ran = explore(arguments.source, entry, arguments.max_paths, folder / "inputs")
        found = problems(report, int(header(text, "not comparable") or 0))
        if found:
            fail(*found)
        if ran.returncode not in (0, 1):
            fail(f"beagle ended with {ran.returncode}", ran.stderr)
        drivers = sorted((folder / "inputs").glob("*.c"))
        inputs = sorted((folder / "inputs").glob("*.json"))
        if len(drivers) != len(inputs) or not inputs:
            fail(f"{len(inputs)} inputs, {len(drivers)} drivers")
        for path in re.findall(r"^// shows: (.*)$", text, re.M):
            if not any(path in json.loads(one.read_text())["inputs"] for one in inputs):
                fail(f"no input has {path}")
        if arguments.source.suffix == ".c":
            for driver in drivers[:: max(1, len(drivers) // DRIVERS)]:
                check_driver(driver, arguments.source, folder)
    print(f"{report['replay']['agree']} paths agree")


if __name__ == "__main__":
    sys.exit(main())
