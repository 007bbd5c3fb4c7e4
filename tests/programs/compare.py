#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the text of scry with the text of strace on real programs: the cases of cases/, in the styles of styles.tsv.

usage: compare.py STRACE SCRY KEEP [CASE...]; programs.sh calls it.

Real programs differ from run to run. So a case runs several times under strace, and a line of scry is compared with all
of these runs, after the rules of noise.tsv:

 1. A line counts as equal if scry prints it as often as one of the runs under strace does, or a number of times between.
 2. Of other lines only the shape is compared: the line without the digits of its numbers and without the contents of its
    strings. A shape has everything that a tracer chooses: names, punctuation, spaces, bases of numbers, escapes. If the runs under
    strace print this very shape, and do so with different values or differently often, the line is noise.
 3. What remains is a difference. A line that only scry prints, a line that scry lacks, and a shape that strace never
    prints are always differences.
 4. Lines at another place than under every run of strace are differences as far as they are more than two runs of strace
    have between them. So are lines whose address is not the one that strace shows at the same place, or one that stands
    for it everywhere.

A case with a difference runs again under strace, up to MOST_RUNS times: strace may print after all what scry printed. The
column "itself" is a control: it shows what the method reports about strace, a run of which takes the place of scry.
altered.py shows that the method reports what it should."""
import collections
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from traces import ADDRESS, Rule, Trace, numbers_of, pids_of, rows, rules_for

HERE = Path(__file__).resolve().parent
FIRST_RUNS, MOST_RUNS = int(os.environ.get("RUNS", 3)), int(os.environ.get("MOST_RUNS", 8))
# REUSE=1 compares the traces that KEEP has from an earlier run.
REUSE = bool(os.environ.get("REUSE"))
MOST_PAIRS = 12
# A number that strace shows for want of a name: "6 /* ICMP6_MIB_??? */".
NAMELESS = re.compile(r"(0x[0-9a-f]+|\d+) /\\\* ([A-Z0-9_]+_)\\\?\\\?\\\? \\\*/")
# The name of a descriptor or a process, and what may be the name of a network interface.
NAME = re.compile(r'<[^<>]*>|(?<=index=)(?:if_nametoindex\("[^"]*"\)|\d+)')
# An escape in the only form in which strace writes it: an octal number has three digits only before another octal digit.
ESCAPE = r'\\(?:[abefnrtv"\\]|x[0-9a-f]{2}|[0-7](?![0-7])|[1-7][0-7](?![0-7])|[1-3][0-7]{2}|0[0-7]{2}(?=[0-7]))'
SHAPES = [(re.compile(what), word) for what, word in [
    (r'"(?:[^"\\]|' + ESCAPE + r')*"', '"S"'),
    (r"0x[0-9a-f]+", "X"),
    (r"(?<![\w.-])0[0-7]+\b", "O"),
    (r"(?<![\w])-?\d+(?:\.\d+)?", "D"),
]]


def shape(text, cache={}):
    if text not in cache:
        result = text
        for pattern, word in SHAPES:
            result = pattern.sub(word, result)
        cache[text] = result
    return cache[text]


class Run:
    """What the comparison needs of a trace."""

    def __init__(self, trace):
        self.trace = trace
        self.texts = collections.Counter(trace.texts)
        self.shapes = collections.Counter()
        self.values = {}
        for text, count in self.texts.items():
            kind = shape(text)
            self.shapes[kind] += count
            self.values.setdefault(kind, set()).add((text, count))


def alignment(a, b, directory):
    """Aligns two traces task by task: returns the pairs of equal lines as indexes."""
    names = []
    for number, run in enumerate((a, b)):
        names.append(directory / f"align.{number}")
        names[-1].write_text("".join(f"{name} {text}\n" for name, text in zip(task_names(run), run.texts)),
                             errors="surrogateescape")
    hunks = subprocess.run(["diff", "--text", "-U0", "--speed-large-files", *map(str, names)],
                           stdout=subprocess.PIPE, text=True, errors="surrogateescape").stdout
    pairs, i, j = [], 0, 0
    for found in re.finditer(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", hunks, re.M):
        n_a, n_b = (1 if found[group] is None else int(found[group]) for group in (2, 4))
        to = int(found[1]) - (1 if n_a else 0)
        pairs += zip(range(i, to), range(j, j + to - i))
        i, j = to + n_a, j + (to - i) + n_b
    return pairs + list(zip(range(i, len(a.texts)), range(j, len(b.texts))))


def task_names(trace):
    return [trace.tasks[mark][0] for mark in trace.marks]


def misplaced(a, b, directory):
    """Returns the numbers of lines of b that stand at another place than in a, and of aligned lines whose addresses do
    not correspond."""
    pairs = alignment(a, b, directory)
    aligned = collections.Counter(b.texts[j] for _, j in pairs)
    in_a, in_b = collections.Counter(a.texts), collections.Counter(b.texts)
    moved = sum((in_a & in_b).values()) - sum(aligned.values())
    wrong, twin = [], {}
    for i, j in pairs:
        if a.lines[i] == b.lines[j]:
            continue
        process = a.marks[i]
        for mine, other in zip(ADDRESS.findall(a.lines[i]), ADDRESS.findall(b.lines[j])):
            # Another address of the same page offset may stand for this one: mappings move by pages.
            if mine != other and twin.setdefault((process, mine), other) != other and mine[-3:] != other[-3:]:
                wrong.append(j)
                break
    return moved, wrong


class Verdict:
    """How a run differs from runs under strace."""

    def __init__(self, runs, other, directory, names=None):
        self.lines = len(other.trace.texts)
        self.noise, self.different = 0, []
        texts = set(other.texts).union(*(run.texts for run in runs))
        excess = {}
        for text in texts:
            counts = [run.texts[text] for run in runs]
            if (surplus := other.texts[text] - max(counts)) > 0:
                excess[text] = surplus
            elif (lack := min(counts) - other.texts[text]) > 0:
                excess[text] = -lack
        for text, count in excess.items():
            if self.is_noise(shape(text), runs, other):
                self.noise += abs(count)
            else:
                self.different += [("+" if count > 0 else "-") + text] * abs(count)
        self.newer = 0
        if names:
            self.remove_newer(names)
        # A line that another one replaces is one difference.
        self.count = max(sum(line[0] == sign for line in self.different) for sign in "+-")
        measured = [misplaced(run.trace, other.trace, directory) for run in runs]
        pairs = [(a, b) for a in runs for b in runs if a is not b][:MOST_PAIRS]
        between = [misplaced(a.trace, b.trace, directory) for a, b in pairs]
        self.moved = max(0, min(moved for moved, _ in measured) - max((moved for moved, _ in between), default=0))
        wrong = min((wrong for _, wrong in measured), key=len)
        self.addresses = max(0, len(wrong) - max((len(other) for _, other in between), default=0))
        if self.addresses:
            self.different += ["@" + other.trace.lines[j] for j in wrong]
        self.total = self.count + self.moved + self.addresses

    def remove_newer(self, names):
        """Removes lines in which scry has a name of the number that strace shows for want of a name. `names` are the
        constants of scry's lists: {name: {value}}."""
        ours = [line for line in self.different if line[0] == "+"]
        for theirs in [line for line in self.different if line[0] == "-"]:
            pattern = re.escape(theirs[1:]).replace("\\ ", " ").replace("/\\*", "/\\*")
            numbers = [int(found[1], 0) for found in NAMELESS.finditer(pattern)]
            if not numbers:
                continue
            known = re.compile(NAMELESS.sub(r"(?:\g<0>|(?:(?:0x[0-9a-f]+|\\d+) /\\* )?(\2[A-Z0-9_]+)(?: \\*/)?)", pattern))
            for line in ours:
                found = known.fullmatch(line[1:])
                if found and all(not name or number in names.get(name, ()) for name, number in zip(found.groups(), numbers)):
                    ours.remove(line)
                    self.different.remove(line)
                    self.different.remove(theirs)
                    self.newer += 1
                    break

    @staticmethod
    def is_noise(kind, runs, other):
        """True if strace prints this shape in each run, or sometimes, with values or counts that vary."""
        counts = [run.shapes[kind] for run in runs]
        if not max(counts):
            return False
        if min(counts) <= other.shapes[kind] <= max(counts):
            values = [run.values.get(kind) for run in runs]
            return any(value != values[0] for value in values)
        return min(counts) != max(counts)


class Case:
    def __init__(self, name, keep):
        self.name = name
        self.script = HERE / "cases" / name
        text = self.script.read_text()
        needs = re.search(r"^# needs: (.*)", text, re.M)
        self.needs = needs[1].split() if needs else [name]
        within = re.search(r"^# within: (.*)", text, re.M)
        self.within = shlex.split(within[1]) if within else []
        self.before = HERE / "cases" / f"{name}.before"
        self.keep = keep / name
        self.work = self.keep / "work"

    def missing(self):
        return [program for program in self.needs + self.within[:1] if not shutil.which(program)]

    def run(self, which, tracer, options):
        """Runs the case under a tracer, a list of words, in a new directory, and returns the text of the trace; None if REUSE is set and
        there is no such trace."""
        trace = self.keep / f"{which}.trace"
        if REUSE:
            return trace.read_text(errors="surrogateescape") if trace.exists() else None
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        out = self.keep / "trace"
        out.unlink(missing_ok=True)
        if self.before.exists():
            subprocess.run(["sh", self.before], cwd=self.work, check=True, stdin=subprocess.DEVNULL)
        with open(self.keep / "output", "w") as output:
            process = subprocess.Popen([*self.within, "setarch", "-R", *tracer, *options, "-o", out, "sh", self.script], cwd=self.work,
                                       stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)
            try:
                process.wait(timeout=180)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                print(f"{self.name}: {which}: ended after 180 s")
        out.rename(trace)
        return trace.read_text(errors="surrogateescape")


class Comparison:
    """One case in one style."""

    def __init__(self, case, style, options, tools):
        self.case, self.style, self.options, self.tools = case, style, options.split(), tools
        column = re.search(r"-a (\d+)", options)
        self.column = int(column[1]) if column else 40
        self.rules = tools["noise"] + rules_for(tools["documented"], case.name, style)
        self.runs, self.numbers = [], []
        texts = [self.run_text(number) for number in range(FIRST_RUNS)]
        text = case.run(f"{style}.scry", [tools["scry"]], self.options)
        # What each run has is no process ID: these differ from run to run.
        self.numbers = [numbers_of(each) for each in [*texts, text]]
        self.runs = [self.strace_run(each, number) for number, each in enumerate(texts)]
        self.scry = Run(Trace(text, self.rules, self.column, numbers=self.no_pids(text, FIRST_RUNS)))
        self.verdict = self.judge(self.runs, self.scry)
        self.by_rule = self.runs[0].trace.changed_by_sed
        while self.verdict.total and len(self.runs) < MOST_RUNS and self.run_strace():
            self.verdict = self.judge(self.runs, self.scry)
        self.control = self.judge(self.runs[1:], self.runs[0])

    def run_text(self, number):
        return self.case.run(f"{self.style}.strace.{number}", [self.tools["strace"]], self.options)

    def no_pids(self, text, number=None):
        """Returns the process IDs of a trace that all other runs have as numbers. `number` is the place of the trace in
        self.numbers."""
        others = [numbers for i, numbers in enumerate(self.numbers) if i != number]
        return pids_of(text).intersection(*others)

    def strace_run(self, text, number=None):
        return Run(Trace(text, self.rules, self.column, self.tools["i386" if self.case.name.endswith("-32") else "differences"],
                         self.no_pids(text, number)))

    def run_strace(self):
        text = self.run_text(len(self.runs))
        if text is None:
            return False
        self.runs.append(self.strace_run(text))
        return True

    def judge(self, runs, other):
        return Verdict(runs, other, self.case.keep, self.tools["names"])


def explanation(rules, comparison, line):
    """Returns the row of explained.tsv that covers a difference, or None."""
    for number, (case, styles, pattern, _) in enumerate(rules):
        if case in ("*", comparison.case.name) and (styles == "*" or {*comparison.style.split()} & {*styles.split()}) and re.search(pattern, line[1:]):
            return number
    return None


def read_names(path):
    """Reads what list_values prints: the values of each constant of scry."""
    names = {}
    for line in Path(path).read_text().splitlines():
        words = line.split()
        if len(words) == 4 and words[2].startswith("0x"):
            names.setdefault(words[1], set()).add(int(words[2], 0))
    return names


def names_in(line):
    return sum(not name.isdigit() for name in NAME.findall(line))


def with_lost_names(lines):
    """Returns the lines of scry ("+...") that have fewer names than the other tracer's line of the same text."""
    theirs = {}
    for line in lines:
        if line[0] == "-":
            bare = NAME.sub("", line[1:])
            theirs[bare] = max(theirs.get(bare, 0), names_in(line))
    return [line for line in lines if line[0] == "+" and names_in(line) < theirs.get(NAME.sub("", line[1:]), 0)]


class Report:
    """Counts and prints what the comparisons found. With strict, each difference needs a reason, and none excuses a lost name."""

    def __init__(self, explained=HERE / "explained.tsv", strict=False):
        self.strict = strict
        self.explained = rows(explained)
        self.totals, self.kinds, self.missing, self.unexplained = (collections.Counter() for _ in range(4))
        print(f"{'program':18} {'style':15} {'lines':>7} {'runs':>4} {'by rule':>7} {'newer':>5} {'noise':>6} {'differ':>6} "
              f"{'itself':>6}")

    def row(self, name, style, runs, counts):
        print(f"{name:18} {style:15} {counts['lines']:7} {runs:4} {counts['rule']:7} {counts['newer']:5} {counts['noise']:6} "
              f"{counts['differ']:6} {counts['itself']:6}", flush=True)

    def add(self, comparison):
        """Adds a comparison, and returns its differences as text."""
        verdict, name, style = comparison.verdict, comparison.case.name, comparison.style
        counts = {"lines": verdict.lines, "rule": comparison.by_rule, "newer": verdict.newer, "noise": verdict.noise,
                  "differ": verdict.total, "itself": comparison.control.total, "itself_noise": comparison.control.noise}
        self.row(name, style, len(comparison.runs), counts)
        self.totals.update(counts)
        text = []
        lost = with_lost_names(verdict.different) if self.strict else []
        for line in verdict.different:
            text.append(f"{style}: {line}\n")
            number = None if line in lost else explanation(self.explained, comparison, line)
            if number is None:
                self.unexplained[f"{name}: {shape(line)}"] += 1
            else:
                self.kinds[number] += 1
                self.missing[number] += line[0] == "-"
        if verdict.moved:
            text.append(f"{style}: {verdict.moved} lines at another place\n")
            number = explanation(self.explained, comparison, " lines at another place")
            if number is None:
                self.unexplained[f"{name}: lines at another place"] += verdict.moved
            else:
                self.kinds[number] += verdict.moved
        return "".join(text)

    def end(self, skipped, keep, reference="strace"):
        """Prints the sums; returns the exit status."""
        totals = self.totals
        self.row("all", "", "", totals)
        for line in skipped:
            print("NOT TESTED: " + line)
        for number, count in self.kinds.most_common():
            case, _, pattern, reason = self.explained[number]
            print(f"explained, {count} ({self.missing[number]} of {reference} alone): {case}: {pattern}: {reason}")
        for kind, count in self.unexplained.most_common():
            print(f"not explained, {count}: {kind}"[:300])
        if not totals["lines"]:
            print("FAILED: nothing was traced")
            return 1
        print(f"{totals['differ']} of {totals['lines']} lines differ, {totals['noise']} are noise; of one run under {reference} "
              f"{totals['itself']} differ from other runs, {totals['itself_noise']} are noise")
        if self.strict and self.unexplained:
            print(f"FAILED: {sum(self.unexplained.values())} differences have no reason; see {keep}/*/differences")
            return 1
        if not self.strict and totals["differ"] * 500 > totals["lines"]:
            print(f"FAILED: more than one line in 500 differs; see {keep}/*/differences")
            return 1
        return 0


def make_tools(strace, scry, scratch):
    scratch = Path(scratch)
    return {"strace": strace, "scry": scry, "names": read_names(scratch / "lists"),
            "differences": (scratch / "differences.sed").read_text(), "i386": (scratch / "i386.sed").read_text(),
            "noise": [Rule(row) for row in rows(HERE / "noise.tsv")], "documented": rows(HERE / "documented.tsv")}


def main(strace, scry, scratch, keep, *names):
    keep = Path(keep).resolve()
    keep.mkdir(parents=True, exist_ok=True)
    tools = make_tools(strace, scry, scratch)
    styles = rows(HERE / "styles.tsv")
    wanted = os.environ.get("STYLES", "").split()
    names = names or sorted(path.name for path in (HERE / "cases").iterdir() if path.suffix != ".before")
    report, skipped = Report(), []
    for name in names:
        case = Case(name, keep)
        if (missing := case.missing()):
            skipped.append(f"{name}: no {' '.join(missing)} here")
            continue
        text = ""
        for style, options, which in styles:
            if (which == "all" or name in which.split()) and (not wanted or style in wanted):
                text += report.add(Comparison(case, style, options, tools))
        (case.keep / "differences").write_text(text, errors="surrogateescape")
    return report.end(skipped, keep)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
