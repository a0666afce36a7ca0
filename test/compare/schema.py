"""Whether a document is as config/report.schema.json says. The words of JSON Schema that stand there are known here; any
other one is an error, so that none is passed over in silence."""

import json
import re
from pathlib import Path

REPORT = json.loads((Path(__file__).resolve().parents[2] / "config/report.schema.json").read_text())
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
SILENT = {"$schema", "title", "description"}


def is_of_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def problems(value, schema=REPORT, path="report"):
    """What is wrong, in words; nothing when all is well."""
    for word in schema.keys() - SILENT:
        rule = schema[word]
        if word == "type":
            names = rule if isinstance(rule, list) else [rule]
            if not any(is_of_type(value, name) for name in names):
                yield f"{path} is no {' or '.join(names)}"
        elif word == "const":
            if value != rule:
                yield f"{path} is not {rule!r}"
        elif word == "enum":
            if value not in rule:
                yield f"{path} is none of {rule}"
        elif word == "oneOf":
            fitting = sum(not list(problems(value, each, path)) for each in rule)
            if fitting != 1:
                yield f"{path} fits {fitting} of {len(rule)} forms"
        elif word == "pattern":
            if isinstance(value, str) and not re.search(rule, value):
                yield f"{path} does not match {rule}"
        elif word == "minimum":
            if is_of_type(value, "number") and value < rule:
                yield f"{path} is below {rule}"
        elif word == "minItems":
            if isinstance(value, list) and len(value) < rule:
                yield f"{path} has fewer than {rule} elements"
        elif word == "items":
            for i, element in enumerate(value if isinstance(value, list) else []):
                yield from problems(element, rule, f"{path}[{i}]")
        elif word == "required":
            yield from (f"{path}.{name} is missing" for name in rule if isinstance(value, dict) and name not in value)
        elif word in ("properties", "additionalProperties"):
            if word == "properties" and isinstance(value, dict):
                for name in value.keys() & rule.keys():
                    yield from problems(value[name], rule[name], f"{path}.{name}")
            if word == "additionalProperties" and isinstance(value, dict):
                others = value.keys() - schema.get("properties", {}).keys()
                if rule is False:
                    yield from (f"{path}.{name} is not in the schema" for name in sorted(others))
                else:
                    for name in others:
                        yield from problems(value[name], rule, f"{path}.{name}")
        else:
            raise ValueError(f"the schema says `{word}`, which is not known here")
