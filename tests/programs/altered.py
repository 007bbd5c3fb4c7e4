#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows that compare.py reports what it should: altered.py STRACE SCRATCH KEEP [CASE...]; programs.sh calls it.

Each case runs several times under strace. The last run is altered, as alterations.tsv says, and takes the place of scry.
The alterations of a row of noise.tsv spoil what its pattern matches: a rule that covers more than the digits that vary would
hide that. The columns are the numbers of altered lines, and how many of them are reported."""
import re
import sys
from pathlib import Path

from compare import Case, Run, Verdict, make_tools, rows
from traces import LINE, Trace

HERE = Path(__file__).resolve().parent
RUNS = 4
# A part of the other values is where the program itself varies.
VALUES_REPORTED = 0.8
CASES = "ls git python3 sockets ip small small-32 live-32 util-linux threads tar".split()


def alter(text, pattern, word):
    """Returns the altered text, and the number of altered lines."""
    lines, n = text.split("\n"), 0
    if pattern.startswith("="):
        every = int(pattern.split()[1])
        for i in range(len(lines) - 2, 0, -every):
            if pattern.startswith("=drop"):
                del lines[i]
            elif pattern.startswith("=double"):
                lines.insert(i, lines[i])
            elif lines[i] == lines[i - 1] or lines[i].split()[0] != lines[i - 1].split()[0]:
                continue
            else:
                lines[i - 1:i + 1] = lines[i], lines[i - 1]
            n += 1
        return "\n".join(lines), n
    matcher = re.compile(pattern)
    for i, line in enumerate(lines):
        found = LINE.match(line)
        if found and matcher.search(found[2]):
            body = matcher.sub(word, found[2], count=1)
            n += body != found[2]
            lines[i] = found[1] + body
    return "\n".join(lines), n


def spoil(rule):
    """Returns a word for the pattern of a rule of noise.tsv that spoils what it matches: another quote, or a sign before the first
    digit."""
    def word(found):
        text = found[0]
        return text.replace('"', "'", 1) if '"' in text else re.sub(r"(\d)", r"~\1", text, count=1)
    return word


def main(strace, scratch, keep, *names):
    tools = make_tools(strace, "", scratch)
    table = [(kind, pattern, word, what) for kind, pattern, word, what in rows(HERE / "alterations.tsv")]
    table += [("noise", rule.name, spoil(rule), rule.name) for rule in tools["noise"]]
    altered, reported = [0] * len(table), [0] * len(table)
    for name in names or CASES:
        case = Case(name, Path(keep).resolve())
        if case.missing():
            print(f"NOT TESTED: {name}: no {' '.join(case.missing())} here")
            continue
        texts = [case.run(f"altered.{i}", strace, ["-f", "-v"]) for i in range(RUNS)]
        runs = [Run(Trace(text, tools["noise"])) for text in texts]
        without = Verdict(runs[:-1], runs[-1], case.keep).total
        for number, (_, pattern, word, _) in enumerate(table):
            text, n = alter(texts[-1], pattern, word)
            if n:
                verdict = Verdict(runs[:-1], Run(Trace(text, tools["noise"])), case.keep)
                altered[number] += n
                reported[number] += max(0, min(n, verdict.total - without))
    failed = 0
    print(f"{'kind':6} {'altered':>8} {'reported':>8}")
    for (kind, _, _, what), n, found in zip(table, altered, reported):
        hidden = found < n if kind != "value" else found < n * VALUES_REPORTED
        failed += hidden
        print(f"{kind:6} {n:8} {found:8}  {what}{'' if n else ' (not in these programs)'}{'  FAILED: hidden' if hidden else ''}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
