# SPDX-License-Identifier: MIT
"""Validates the records of scry --format=json, one on each line.

usage: json_schema.py SCHEMA [--all] [--short] FILE
--all: every type of record and every key of every kind of value must occur as well.
--short: only records of up to 1000 characters are compared with the schema, which is slow.
"""
import json
import sys

import jsonschema


def no_duplicates(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("duplicate key in an object: %s" % names)
    return dict(pairs)


def no_constant(word):
    raise ValueError("not JSON: " + word)


def types_of(records):
    return {record["type"] for record in records}


def keys_of(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)


def missing(schema, records):
    """Returns the types and keys of the schema that no record has."""
    types = set(schema["properties"]["type"]["enum"]) - types_of(records)
    defs = schema["$defs"]
    kinds = [option["$ref"].rsplit("/", 1)[1]
             for option in defs["value"]["anyOf"] if "$ref" in option]
    wanted = {key for kind in kinds for key in defs[kind].get("properties", {})}
    return sorted(types | (wanted - set(keys_of(records))))


def main():
    schema_path, path = sys.argv[1], sys.argv[-1]
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    records, failures = [], 0
    with open(path, encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file, 1):
            try:
                record = json.loads(line, object_pairs_hook=no_duplicates,
                                    parse_constant=no_constant)
                if "--short" not in sys.argv or len(line) <= 1000:
                    validator.validate(record)
                records.append(record)
            except (ValueError, jsonschema.ValidationError) as error:
                failures += 1
                print("%s:%d: %s\n  %s" % (path, number, str(error).split("\n")[0],
                                           line.strip()[:400]))
    if "--all" in sys.argv:
        absent = missing(schema, records)
        failures += len(absent)
        if absent:
            print("no record has: " + ", ".join(absent))
    print("%d records, %d failures" % (len(records) + failures, failures))
    return 1 if failures or not records else 0


sys.exit(main())
