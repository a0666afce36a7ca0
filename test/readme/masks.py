"""What differs from run to run and from machine to machine, and does not count when two outputs are compared."""

import re


def plain(text):
    text = re.sub(r"\b(?=\w*[a-f])[0-9a-f]{7,40}\b", "ID", text)
    text = re.sub(r"\b\d+(\.\d+)? ?(ms|s)\b", "TIME", text)
    text = re.sub(r"at most \d+ (elements|characters)", r"at most N \1", text)  # more where there is more time
    text = re.sub(r"(/[\w.+-]+)+/beagle-demo\.\w+", "FOLDER", text)
    return [line.rstrip() for line in text.strip().splitlines()]
