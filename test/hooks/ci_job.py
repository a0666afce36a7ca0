#!/usr/bin/env python3
"""Prints, as a script for bash, what a CI system runs for a job of ours, so that tests run the same.

    ci_job.py github JOB CONTEXT.json   a job of .github/workflows/beagle.yml, with the contexts `inputs`, `github`, ...
    ci_job.py gitlab JOB                a job of hooks/gitlab/beagle.gitlab-ci.yml; variables may come from outside

Of a GitHub job these are the steps that call our scripts, or the user's command; getting sources, keeping artifacts
and setting up the container are GitHub's part.
"""

import json
import re
import shlex
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION = "./.beagle-tool/.github/actions/beagle"


def look_up(name, contexts):
    value = contexts
    for part in name.split("."):
        value = value.get(part, "") if isinstance(value, dict) else ""
    return value


def term(text, contexts):
    """A name, a text, or whether the two are the same."""
    sides = [side.strip() for side in re.split("(==|!=)", text)]
    values = [side[1:-1] if side.startswith("'") else look_up(side, contexts) for side in sides[::2]]
    if not all(re.fullmatch(r"'[^']*'|[\w.-]+", side) for side in sides[::2]) or len(values) > 2:
        raise SystemExit(f"ci_job.py does not know this expression: {text}")
    return values[0] if len(values) == 1 else (values[0] == values[1]) == (sides[1] == "==")


def evaluate(expression, contexts):
    for each in expression.split("||"):
        value = term(each.strip(), contexts)
        if value not in ("", False):
            break
    return value


def filled(text, contexts):
    return re.sub(r"\$\{\{(.*?)\}\}", lambda found: str(evaluate(found[1].strip(), contexts)), str(text))


def github_steps(steps, contexts):
    for step in steps:
        is_ours = step.get("uses") == ACTION or "hooks/ci/" in step.get("run", "") or "PREPARE" in step.get("env", {})
        if not is_ours or ("if" in step and not evaluate(step["if"], contexts)):
            continue
        if "uses" in step:
            action = yaml.safe_load((ROOT / ".github/actions/beagle/action.yml").read_text())
            inputs = {name: filled(step["with"].get(name, about["default"]), contexts) for name, about in action["inputs"].items()}
            yield from github_steps(action["runs"]["steps"], {**contexts, "inputs": inputs})
        else:
            yield "(", *(f"export {name}={shlex.quote(filled(value, contexts))}" for name, value in step.get("env", {}).items())
            yield step["run"].rstrip(), ")"


def github(job, contexts):
    workflow = yaml.safe_load((ROOT / ".github/workflows/beagle.yml").read_text())
    inputs = {name: about["default"] for name, about in workflow[True]["workflow_call"]["inputs"].items()}
    contexts["inputs"] = inputs | contexts.get("inputs", {})
    yield f"export GITHUB_ACTION_PATH={shlex.quote(ACTION)}",
    yield from github_steps(workflow["jobs"][job]["steps"], contexts)


def gitlab(name):
    template = yaml.safe_load((ROOT / "hooks/gitlab/beagle.gitlab-ci.yml").read_text())
    job, parent = template[name], template[template[name]["extends"]]
    for variable, value in (template["variables"] | parent["variables"] | job.get("variables", {})).items():
        yield f': "${{{variable}={value}}}"; export {variable}',
    yield tuple(parent["before_script"] + job["script"])


def main():
    kind, job, *rest = sys.argv[1:]
    parts = github(job, json.loads(Path(rest[0]).read_text())) if kind == "github" else gitlab(job)
    print("set -eo pipefail")
    for part in parts:
        print(*part, sep="\n")


if __name__ == "__main__":
    main()
