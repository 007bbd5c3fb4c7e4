# SPDX-License-Identifier: MIT
"""Checks each line of a JSON trace against the schema: validate.py SCHEMA TRACE."""
import json
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema)
    lines = 0
    with open(sys.argv[2], "rb") as file:
        for number, line in enumerate(file, 1):
            lines += 1
            record = json.loads(line.decode("utf-8", errors="strict"))
            error = next(iter(validator.iter_errors(record)), None)
            if error:
                where = "/".join(str(word) for word in error.absolute_path)
                sys.exit(f"line {number}: {where}: {error.message[:300]}\n{line[:500]!r}")
    if not lines:
        sys.exit("the trace is empty")


main()
