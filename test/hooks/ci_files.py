#!/usr/bin/env python3
"""Holds what other projects' CI and hook managers read of us against what there is.

    BEAGLE=PROGRAM ci_files.py     checks the files of this repository
    ci_files.py --self-test        checks that mistakes are found
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW, ACTION = ".github/workflows/beagle.yml", ".github/actions/beagle/action.yml"
GITLAB = "hooks/gitlab/beagle.gitlab-ci.yml"
GIVEN = r"GITHUB_\w+|CI_\w+|HOME|PATH|PWD"  # by the CI systems and the shell


def steps_of(document):
    """Steps with the variables that hold for them, of a workflow or an action."""
    for job in [document.get("runs"), *document.get("jobs", {}).values()]:
        for step in (job or {}).get("steps", []):
            yield step, {**document.get("env", {}), **job.get("env", {}), **step.get("env", {})}


def github_problems(document):
    for step, env in steps_of(document):
        run, uses = step.get("run", ""), step.get("uses", "./")
        if "${{" in run:
            yield f"`run` must take values from the environment, not from ${{{{ }}}}: {run}"
        for name in re.findall(r"\$\{?(\w+)", re.sub(r"\$\{\{.*?\}\}", "", run)):
            if name not in env and not re.fullmatch(GIVEN, name) and not re.search(rf"^\s*{name}=", run, re.M):
                yield f"`run` uses ${name}, which no `env` sets: {run}"
        if not uses.startswith("./") and not re.fullmatch(r"[\w.-]+(/[\w.-]+)+@v\d+", uses):
            yield f"not pinned to a major version: {uses}"
    triggers = document.get(True, {})  # YAML 1.1 reads `on` as a truth value
    if "pull_request_target" in triggers:
        yield "pull_request_target would run foreign code with our rights"
    if "secrets." in yaml.dump(document):
        yield "no secret is needed"
    for name, job in document.get("jobs", {}).items():
        if any(right != "read" for right in (job.get("permissions") or {}).values()):
            yield f"job {name} asks for more than reading"


def gitlab_problems(document):
    jobs = {name: {**document.get(job.get("extends"), {}), **job} for name, job in document.items() if name != "variables"}
    for name, job in jobs.items():
        variables = {**document["variables"], **document[".beagle"]["variables"], **job.get("variables", {})}
        lines = job.get("before_script", []) + job.get("script", [])
        for variable in re.findall(r"\$\{?(\w+)", "\n".join(lines)):
            if variable not in variables and not re.fullmatch(GIVEN, variable):
                yield f"{name} uses ${variable}, which is no variable of it"
        for needed in job.get("needs", []):
            if needed not in jobs:
                yield f"{name} needs {needed}, which is no job"
        if not name.startswith(".") and not job.get("script"):
            yield f"{name} has no script"


def script_problems(texts):
    """Scripts that are called exist; what they read is passed on to them by both systems."""
    for text in texts:
        for script in re.findall(r"hooks/[\w./-]+\.sh", text):
            if not os.access(ROOT / script, os.X_OK):
                yield f"{script} is called and is no program"
    read = set(re.findall(r"BEAGLE_[A-Z_]+", "".join(path.read_text() for path in (ROOT / "hooks/ci").glob("*.sh"))))
    github = "".join(texts[path] for path in (WORKFLOW, ACTION))
    for name in sorted(read):
        if f"{name}:" not in github:
            yield f"nothing on GitHub sets {name}"
        if name != "BEAGLE_SHARDS" and not re.search(rf"{name}[:=]", texts[GITLAB]):
            yield f"nothing on GitLab sets {name}"


def commands_in(text):
    """(subcommand, options) of each `beagle` that a script or a document calls; options may also be collected first."""
    calls = [words.split() for words in re.findall(r'(?:^|[ `"/|])\$?beagle"? ([a-z]+(?: [a-z]+)*)', text, re.M)]
    return calls, re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)


def help_of(words):
    done = subprocess.run([os.environ["BEAGLE"], *words, "--help"], capture_output=True, text=True)
    return done.stdout if f"beagle {' '.join(words)} " in done.stdout else None


def option_problems(path, text):
    calls, options = commands_in(text)
    helps = [help_of(words) for words in calls]
    yield from (f"{path}: there is no `beagle {' '.join(words)}`" for words, known in zip(calls, helps) if known is None)
    for option in sorted(set(options)):
        if calls and not any(re.search(rf"{option}\b", known or "") for known in helps):
            yield f"{path}: no command that it calls has the option {option}"


def input_problems(path, text):
    """Examples in Markdown: YAML that can be read, and inputs that there are."""
    known = {WORKFLOW: yaml.safe_load((ROOT / WORKFLOW).read_text())[True]["workflow_call"]["inputs"],
             str(Path(ACTION).parent): yaml.safe_load((ROOT / ACTION).read_text())["inputs"]}
    for block in re.findall(r"```yaml\n(.*?)```", text, re.S):
        example = yaml.safe_load(block)
        places = [*(example.get("jobs") or {}).values()] if isinstance(example, dict) else []
        places += [step for job in places for step in job.get("steps", [])]
        for place in places:
            for where, inputs in known.items():
                if f"/{where}@" in place.get("uses", ""):
                    yield from (f"{path}: {where} has no input {name}" for name in place.get("with", {}) if name not in inputs)


def problems():
    paths = [path for pattern in (".github/**/*.yml", "hooks/**/*.yml", ".pre-commit-hooks.yaml") for path in ROOT.glob(pattern)]
    texts = {str(path.relative_to(ROOT)): path.read_text() for path in paths}
    for path, text in texts.items():
        document = yaml.safe_load(text)
        found = github_problems(document) if path.startswith(".github") else gitlab_problems(document) if path == GITLAB else []
        yield from (f"{path}: {problem}" for problem in found)
    yield from script_problems(texts)
    for path in (ROOT / "hooks/ci").glob("*.sh"):
        yield from option_problems(path.relative_to(ROOT), re.sub(r"^#.*", "", path.read_text(), flags=re.M))
    yield from input_problems("hooks/README.md", (ROOT / "hooks/README.md").read_text())


def self_test():
    step = {"run": "echo $A ${B} $GITHUB_SHA", "env": {"A": "1"}}
    mistakes = {
        "which no `env` sets": {"jobs": {"j": {"steps": [step]}}},
        "not from": {"runs": {"steps": [{"run": "echo ${{ github.head_ref }}"}]}},
        "not pinned": {"jobs": {"j": {"steps": [{"uses": "some/action@main"}]}}},
        "pull_request_target": {True: {"pull_request_target": None}},
        "secret": {"env": {"X": "${{ secrets.TOKEN }}"}},
        "more than reading": {"jobs": {"j": {"permissions": {"contents": "write"}}}},
    }
    for words, document in mistakes.items():
        found = list(github_problems(document))
        assert len(found) == 1 and words in found[0], (words, found)
    assert not list(github_problems({"jobs": {"j": {"env": {"B": "2"}, "steps": [step, {"uses": "some/action@v2"}]}}}))
    base = {"variables": {"A": ""}, ".beagle": {"variables": {"B": ""}}}
    assert not list(gitlab_problems({**base, "job": {"script": ["echo $A $B $CI_SHA"], "needs": []}}))
    found = list(gitlab_problems({**base, "job": {"script": ["echo $C"], "needs": ["other"]}}))
    assert len(found) == 2, found
    assert commands_in('"$beagle" check "$X" "--shard"') == ([["check"]], ["--shard"])
    assert commands_in('x | beagle report merge "$A" --format text') == ([["report", "merge"]], ["--format"])
    print("OK")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if not os.environ.get("BEAGLE"):
        raise SystemExit("set BEAGLE to the path of the beagle program")
    found = list(problems())
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
