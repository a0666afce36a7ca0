"""What the runners of this folder share: running `beagle explore`, and reading what it says."""

import json
import os
import subprocess

CLANG = os.environ.get("BEAGLE_CLANG", "clang-19")


def explore(source, entry, *options):
    """The report, as `beagle explore --format json` gives it."""
    beagle = os.environ.get("BEAGLE")
    if not beagle:
        raise SystemExit("set BEAGLE to the path of the beagle program")
    command = [beagle, "explore", str(source), "--entry", entry, "--format", "json", "--quiet", *options]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode not in (0, 1) or not done.stdout:
        raise SystemExit(f"beagle explore: exit status {done.returncode}\n{done.stderr}{done.stdout[-2000:]}")
    return json.loads(done.stdout)


def bytes_of(text):
    """A report's text as the bytes that it stands for: what is not UTF-8 stands there as U+10FF00 and up."""
    return b"".join(bytes([ord(c) & 0xFF]) if ord(c) >= 0x10FF00 else c.encode() for c in text)
