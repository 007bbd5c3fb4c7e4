#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares two traces in JSON of the same processes at the same time.

usage: tree_compare.py WITNESS TRACE UNTIL

TRACE has attached later and let go earlier, after UNTIL (in nanoseconds since 1970). From the record "attached" of a thread on, and of a new
thread from its beginning on, it must have each call that WITNESS has, in the same order and with the same result, and no thread may be missing.
Up to two calls at each end of a thread's part may be in one trace only, because the clocks of the two are read at different moments. The last
line has the sums.
"""
import json
import sys

EDGE = 2


class Trace:
    def __init__(self, path):
        self.calls, self.begins, self.new, self.lost = {}, {}, set(), 0
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                self.add(json.loads(line))

    def add(self, record):
        kind, time = record["type"], record["time_ns"]
        if kind == "call" and record["returned"]:
            result = record["result"] if "result" in record else record.get("error", {}).get("name")
            self.calls.setdefault(record["pid"], []).append((time, time + record["duration_ns"], (record["name"], str(result))))
        elif kind in ("attached", "new"):
            self.begins[record["pid"]] = time
            if kind == "new":
                self.new.add(record["pid"])
        elif kind == "lost":
            self.lost += 1

    def part(self, tid, begin, end):
        """The calls of a thread that began after a time and ended before another one."""
        return [call for began, ended, call in self.calls.get(tid, []) if began > begin and ended < end]


def is_same(one, other):
    if one == other:
        return True
    edges = range(EDGE + 1)
    return any(one[a:len(one) - b] == other[c:len(other) - d] for a in edges for b in edges for c in edges for d in edges)


def main():
    witness, trace = Trace(sys.argv[1]), Trace(sys.argv[2])
    attached = [time for tid, time in trace.begins.items() if tid not in trace.new]
    until = int(sys.argv[3])
    problems, compared = [], 0
    for tid in sorted(set(witness.calls) | set(trace.calls)):
        if tid not in trace.begins:
            if witness.part(tid, max(attached), until):
                problems.append(f"thread {tid} is missing")
            continue
        begin = 0 if tid in trace.new else trace.begins[tid]
        expected, got = witness.part(tid, begin, until), trace.part(tid, begin, until)
        compared += len(got)
        if not is_same(expected, got):
            at = next((i for i, (one, other) in enumerate(zip(expected, got)) if one != other), min(len(expected), len(got)))
            problems.append(f"thread {tid} differs at call {at} of {len(expected)}, {len(got)}: {expected[at:at + 3]}, {got[at:at + 3]}")
    if witness.lost or trace.lost:
        problems.append(f"records were lost: {witness.lost}, {trace.lost}")
    for problem in problems:
        print(problem)
    print(f"{len(attached)} threads attached to, {len(trace.new)} new ones, {compared} calls compared")
    return 1 if problems else 0


sys.exit(main())
