# SPDX-License-Identifier: MIT
"""Measures the cost of tracing. Every round runs all ways in turn, so that a slow minute of the machine
affects all of them. The results are the ratios within each round, and the ratio of the minimum times.

usage: make bench [BENCH='[--quick] [--rounds N] [--out DIRECTORY] [CASE]...']
"""
import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

import cases
import report

QUICK_SHARE = 5  # the quick form does 1/5 of the work
LONGEST = 300  # timeout of one run in seconds


@dataclass
class Sample:
    """The result of one run: its time in the unit of the case, CPU time, and the digest of its output files."""
    value: float
    cpu: float = 0.0
    result: object = None


def amount(case, way, share):
    return max(case.n // way.part // share, case.min_n)


def fail(case, way, why):
    sys.exit("bench: %s, %s: %s" % (case.name, way.name, why))


def timed(case, way, share):
    """Runs a case in one way, and measures the time."""
    n = amount(case, way, share) if case.unit == "us" or case.name.startswith("forks") else case.n
    if case.setup:
        case.setup()
    begin, used = time.monotonic(), cpu_seconds()
    done = subprocess.run([*way.prefix, *case.work(n)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                          timeout=LONGEST)
    seconds, used = time.monotonic() - begin, cpu_seconds() - used
    if done.returncode:
        fail(case, way, done.stderr.decode(errors="replace")[-300:])
    if case.inner:
        seconds = int(done.stdout) / 1e9
    if case.others:
        seconds = used - seconds
    scale = (1e6 if case.unit == "us" else 1e3) / n
    return Sample(seconds * scale, used * scale, case.check and case.check())


def cpu_seconds():
    """CPU time of all ended children, which load on the machine changes less than the wall time."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def peak_of(pid):
    """VmHWM of a process in KiB."""
    with open("/proc/%d/status" % pid, encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))


def tracers_of(pid, program):
    """The process and its children that run the same program: supervisor and tracer."""
    found = [pid]
    with open("/proc/%d/task/%d/children" % (pid, pid), encoding="utf-8") as children:
        for child in children.read().split():
            if os.path.realpath("/proc/%s/exe" % child) == os.path.realpath(program):
                found.append(int(child))
    return found


def peak(case, way, _share):
    """Measures the peak memory of the tracer while all tracees exist."""
    with subprocess.Popen([*way.prefix, *case.work(1)], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as tracer:
        if tracer.stdout.readline() != b"ready\n":
            fail(case, way, "the work did not begin")
        sizes = [peak_of(pid) for pid in tracers_of(tracer.pid, way.prefix[0])]
        tracer.stdin.close()
    return Sample(float(sum(sizes)))


def run_case(case, rounds, share):
    """Runs all rounds of a case. Returns lists of samples by the name of the way."""
    samples = {way.name: [] for way in case.ways}
    results = {}
    for _ in range(rounds):
        for way in case.ways:
            sample = (peak if case.memory else timed)(case, way, share)
            samples[way.name].append(sample)
            results[way.name] = sample.result
    for name, result in results.items():
        if result != results[case.ways[0].name]:
            sys.exit("bench: %s: the output files of %s and %s differ"
                     % (case.name, name, case.ways[0].name))
    return samples


def arguments():
    parser = argparse.ArgumentParser(prog="make bench BENCH=...", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--quick", action="store_true", help="three rounds, a fifth of the work")
    parser.add_argument("--rounds", type=int, help="default 5")
    parser.add_argument("--out", default="bench/results", help="for results.json, *.svg")
    parser.add_argument("--ways", help="only ways with one of these words in their names, a,b,c")
    parser.add_argument("--list", action="store_true", help="only list the cases")
    parser.add_argument("case", nargs="*", help="names or prefixes of names; default: all")
    return parser.parse_args()


def chosen(every, words):
    cases_chosen = [c for c in every if not words or any(c.name.startswith(w) for w in words)]
    if not cases_chosen:
        sys.exit("bench: no such case; the cases are: " + " ".join(c.name for c in every))
    return cases_chosen


def measure(place, options):
    rounds = options.rounds or (3 if options.quick else 5)
    share = QUICK_SHARE if options.quick else 1
    run = report.Run(rounds, options.quick)
    for case in chosen(cases.all_cases(place), options.case):
        if options.ways:
            words = options.ways.split(",")
            case.ways = [w for w in case.ways if any(word in w.name for word in words)]
        run.add(case, run_case(case, rounds, share))
        print(report.table(run.results[-1]), flush=True)
    return run


def main():
    options = arguments()
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    scratch = tempfile.mkdtemp(prefix="scry-bench.")
    place = cases.Place(os.path.abspath(options.source), os.getcwd(), scratch)
    try:
        if options.list:
            print("\n".join(case.name for case in cases.all_cases(place)))
            return
        run = measure(place, options)
    finally:
        shutil.rmtree(scratch)
    os.makedirs(options.out, exist_ok=True)
    report.write(run, options.out)
    print("written: %s/results.json, results.txt, results.svg" % options.out)


if __name__ == "__main__":
    main()
