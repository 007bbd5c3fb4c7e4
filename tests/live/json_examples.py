# SPDX-License-Identifier: MIT
"""Takes the JSON examples out of a document.

usage: json_examples.py records FILE    every record of its json blocks, and a record around each example of a value
       json_examples.py recipes FILE    every jq command of its sh blocks, one a line
"""
import json
import re
import sys


def blocks(text, language):
    return re.findall(r"^```%s\n(.*?)^```$" % language, text, re.M | re.S)


def documents(text):
    """Yields the JSON values that follow each other in a text."""
    decoder = json.JSONDecoder()
    text = text.strip()
    while text:
        value, end = decoder.raw_decode(text)
        yield value
        text = text[end:].lstrip()


def record_of(value):
    return {"version": 2, "type": "call", "time": "1970-01-01T00:00:01.000000000Z", "time_ns": 1000000000, "pid": 1, "comm": None, "abi": None, "name": None,
            "number": 1, "args": {"example": value}, "returned": True, "result": 0, "duration_ns": 1}


def values(text):
    """Yields the values in the first columns of tables of values."""
    for table in re.findall(r"^\| value \| means \|\n\|[-|]+\|\n((?:\|.*\n)+)", text, re.M):
        for row in table.splitlines():
            for example in re.findall(r"`([^`]+)`", row.split(" | ")[0]):
                yield json.loads(example)


def print_records(text):
    n = 0
    for block in blocks(text, "json"):
        for record in documents(block):
            print(json.dumps(record))
            n += 1
    for value in values(text):
        print(json.dumps(record_of(value)))
        n += 1
    return n


def print_recipes(text):
    commands = [line for block in blocks(text, "sh") for line in block.splitlines() if line.startswith("jq ")]
    print("\n".join(commands))
    return len(commands)


def main():
    what, path = sys.argv[1:3]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    n = print_records(text) if what == "records" else print_recipes(text)
    return 0 if n else f"{path}: no {what}"


sys.exit(main())
