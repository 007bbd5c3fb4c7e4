# SPDX-License-Identifier: MIT
"""Checks a JSON trace against the schema, one record of each shape: validate.py SCHEMA TRACE."""
import json
import sys

import jsonschema


def shape(value, name=""):
    """What the schema can tell of a value: types, members, and words that it lists one by one."""
    if isinstance(value, dict):
        return tuple((key, shape(value[key], key)) for key in sorted(value))
    if isinstance(value, list):
        return tuple(sorted({repr(shape(item)) for item in value}))
    if name in ("type", "abi", "why", "version"):
        return value
    if isinstance(value, str):
        return "hex" if value.startswith("0x") else "digits" if value.isdigit() else "text"
    return type(value).__name__


def thin(value):
    """The same with one element of each shape in its arrays: a thousand iovecs teach nothing more."""
    if isinstance(value, dict):
        return {key: thin(member) for key, member in value.items()}
    if isinstance(value, list):
        return list({repr(shape(item)): thin(item) for item in value}.values())
    return value


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema)
    lines = 0
    seen = set()
    with open(sys.argv[2], "rb") as file:
        for number, line in enumerate(file, 1):
            lines += 1
            record = json.loads(line.decode("utf-8", errors="strict"))
            looks = shape(record)
            if looks in seen:
                continue
            seen.add(looks)
            error = next(iter(validator.iter_errors(thin(record))), None)
            if error:
                where = "/".join(str(word) for word in error.absolute_path)
                sys.exit(f"line {number}: {where}: {error.message[:300]}\n{line[:500]!r}")
    if not lines:
        sys.exit("the trace is empty")


main()
