# SPDX-License-Identifier: MIT
"""uring_log.py FILE: prints the results of requests of io_uring in a trace in JSON, as tests/live/programs/uring.c logs them."""
import json
import sys


def result_of(record):
    if "error" in record:
        return -record["error"]["number"]
    result = record["result"]
    return next(iter(result.values())) if isinstance(result, dict) else result


for line in open(sys.argv[1], encoding="utf-8"):
    record = json.loads(line)
    if record.get("via") == "io_uring" and record.get("returned"):
        print(record["number"], record["request"]["user_data"], result_of(record))
