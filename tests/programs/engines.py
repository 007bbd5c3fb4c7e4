#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the text of the engines of scry on the real programs of cases/: that of bpf, and that of ptrace which hands over to bpf after a
number of stops, with that of ptrace.

usage: engines.py SCRY KEEP [CASE...]; programs.sh calls it if ENGINES is set, to a list of engines: bpf, and auto:STOPS.

The method is that of compare.py, with ptrace in the place of strace. Each difference needs a reason in engines.tsv, of which a table is
printed at the end."""
import os
import sys
from pathlib import Path

from compare import FIRST_RUNS, HERE, MOST_RUNS, Case, Report, Run, Verdict
from traces import Rule, Trace, numbers_of, pids_of, rows


class Engines:
    """One case under several engines, in one style."""

    def __init__(self, case, scry, noise, style, options):
        self.case, self.scry, self.noise, self.style, self.options = case, scry, noise, style, options.split()
        self.texts, self.reference = [], []
        for number in range(FIRST_RUNS):
            self.add_reference(number)

    def text(self, which, engine):
        kind, _, stops = engine.partition(":")
        tracer = ["env", f"SCRY_HAND_OVER={stops or 'never'}", self.scry, f"--engine={kind}", "-E", "SCRY_HAND_OVER"]
        return self.case.run(f"{self.style}.{which}", tracer, self.options)

    def add_reference(self, number):
        text = self.text(f"ptrace.{number}", "ptrace")
        if text is not None:
            self.texts.append(text)
        return text is not None

    def runs_with(self, text):
        """Returns the runs of ptrace and one more. What each of them has as a number is no process ID."""
        texts = [*self.texts, text]
        numbers = [numbers_of(each) for each in texts]
        runs = []
        for i, each in enumerate(texts):
            others = [other for k, other in enumerate(numbers) if k != i]
            runs.append(Run(Trace(each, self.noise, numbers=pids_of(each).intersection(*others))))
        return runs[:-1], runs[-1]

    def judge(self, text):
        runs, other = self.runs_with(text)
        return Verdict(runs, other, self.case.keep)

    def compare(self, engine):
        text = self.text(engine, engine)
        verdict = self.judge(text)
        while verdict.total and len(self.texts) < MOST_RUNS and self.add_reference(len(self.texts)):
            verdict = self.judge(text)
        first, self.texts = self.texts[0], self.texts[1:]
        control = self.judge(first)
        self.texts.insert(0, first)
        return Comparison(self.case, f"{engine.replace(':', ' ')} {self.style}", verdict, control, self.texts)


class Comparison:
    """What Report needs."""

    def __init__(self, case, engine, verdict, control, runs):
        self.case, self.style, self.verdict, self.control, self.runs = case, engine, verdict, control, runs
        self.by_rule = 0


def main(scry, keep, *names):
    keep = Path(keep).resolve()
    keep.mkdir(parents=True, exist_ok=True)
    noise = [Rule(row) for row in rows(HERE / "noise.tsv")]
    engines = os.environ["ENGINES"].split()
    wanted = os.environ.get("STYLES", "plain names").split()
    styles = [row for row in rows(HERE / "styles.tsv") if row[0] in wanted]
    names = names or sorted(path.name for path in (HERE / "cases").iterdir() if path.suffix != ".before")
    report, skipped = Report(HERE / "engines.tsv", strict=True), []
    for name in names:
        case = Case(name, keep)
        if (missing := case.missing()):
            skipped.append(f"{name}: no {' '.join(missing)} here")
            continue
        text = ""
        for style, options, _ in styles:
            all_engines = Engines(case, scry, noise, style, options)
            text += "".join(report.add(all_engines.compare(engine)) for engine in engines)
        (case.keep / "differences").write_text(text, errors="surrogateescape")
    return report.end(skipped, keep, "ptrace")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
