#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows that compare.py reports what it should: altered.py STRACE SCRATCH KEEP [CASE...]; programs.sh calls it.

Each case runs several times under strace. The last run is altered, as alterations.tsv says, and takes the place of scry.
The alterations of a row of noise.tsv spoil what its pattern matches: a rule that covers more than the digits that vary would
hide that. The columns are the numbers of altered lines, and how many of them are reported. An interrupted call is one line, as for
compare.py."""
import collections
import re
import sys
from pathlib import Path

from compare import Case, Run, Verdict, make_tools, rows
from traces import LINE, Trace, read_tasks

HERE = Path(__file__).resolve().parent
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
RUNS = 4
# A part of the other values is where the program itself varies.
VALUES_REPORTED = 0.8
CASES = "ls git python3 sockets ip small small-32 live-32 util-linux threads tar".split()


def alter_first(text, matcher, word, everywhere):
    """Alters the first match that begins outside of strings, or anywhere."""
    inside = [] if everywhere else [(found.start(), found.end() - 1) for found in STRING.finditer(text)]
    for found in matcher.finditer(text):
        if not any(start < found.start() < end for start, end in inside):
            return text[:found.start()] + (word(found) if callable(word) else found.expand(word)) + text[found.end():]
    return text


def alter(text, pattern, word):
    """Returns the altered text, and the number of lines that were moved."""
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
    matcher, everywhere = re.compile(pattern), pattern.startswith(('"', "\\\\"))
    for i, line in enumerate(lines):
        if (found := LINE.match(line)):
            lines[i] = found[1] + alter_first(found[2], matcher, word, everywhere)
    return "\n".join(lines), n


def lines_of(text):
    return collections.Counter(line for task in read_tasks(text, 40).values() for line in task)


class Altered:
    """Alters the last run of a case, and counts how many altered lines are reported."""

    def __init__(self, texts, case, noise):
        self.text, self.case, self.noise = texts[-1], case, noise
        *self.runs, self.last = [Run(Trace(text, noise)) for text in texts]
        self.without = self.judge(self.last)
        self.lines = lines_of(self.text)

    def judge(self, run):
        return Verdict(self.runs, run, self.case.keep)

    def count(self, pattern, word):
        """Returns the number of altered lines, and of those that are reported."""
        text, moved = alter(self.text, pattern, word)
        if moved:
            reported = self.judge(Run(Trace(text, self.noise))).total - self.without.total
            return moved, max(0, min(moved, reported))
        altered = sum((lines_of(text) - self.lines).values())
        if not altered:
            return 0, 0
        run = Run(Trace(text, self.noise))
        different = collections.Counter(line[1:] for line in self.judge(run).different if line[0] == "+")
        # What the run already had is no alteration. A line that a rule of noise.tsv makes equal is not among them.
        return altered, min(altered, sum(((run.texts - self.last.texts) & different).values()))


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
        texts = [case.run(f"altered.{i}", [strace], ["-f", "-v"]) for i in range(RUNS)]
        run = Altered(texts, case, tools["noise"])
        for number, (_, pattern, word, _) in enumerate(table):
            n, found = run.count(pattern, word)
            altered[number] += n
            reported[number] += found
    failed = 0
    print(f"{'kind':6} {'altered':>8} {'reported':>8}")
    for (kind, _, _, what), n, found in zip(table, altered, reported):
        hidden = found < n if kind != "value" else found < n * VALUES_REPORTED
        failed += hidden
        print(f"{kind:6} {n:8} {found:8}  {what}{'' if n else ' (not in these programs)'}{'  FAILED: hidden' if hidden else ''}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
