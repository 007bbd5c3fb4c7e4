# SPDX-License-Identifier: MIT
"""Compares what a trace of one selected call costs with a trace of all calls: 6 selections of each of 12 programs, with -f -o FILE and the
default engine. CPU times of tracer and program together, by turns; of each way the smallest of the rounds. Ends with 1 if a selection costs
more than LIMIT times what tracing all costs.

usage: make bench-selections [SELECTIONS='[--rounds N] [--options WORDS] [PROGRAM]...']
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile

LIMIT = 1.15
PYTHON_LOOP = "import os, json, email\nfor i in range(60000): os.getppid()"
SHELL_LOOP = "i=0; while [ $i -lt 250 ]; do /bin/true; i=$((i+1)); done"
FIND_TREE = "find /usr/share /usr/lib -name none"


def programs(build):
    """Returns the name, the command, and the selections, of which the first ones are made all the time."""
    repeat, work = (os.path.join(build, "bench", name) for name in ("repeat", "work"))
    return [
        ("getppid", [work, "getppid", "150000"], "getppid read brk execve accept mkdir"),
        ("epoll", [repeat, "epoll", "60000"], "epoll_wait write read execve connect mprotect"),
        ("futex", [repeat, "futex", "80000"], "futex getppid mmap exit_group socket unlink"),
        ("sockets", [repeat, "sockets", "80000"], "sendto recvfrom socketpair openat accept4 execve"),
        ("dups", [repeat, "dups", "80000"], "dup close openat execve chdir clone"),
        ("phases", [repeat, "phases", "80000"], "read write openat execve connect fstat"),
        ("polls", [repeat, "polls", "150000"], "poll read close execve bind kill"),
        ("threads", [repeat, "threads", "4000"], "clone3 exit madvise futex execve accept"),
        ("failures", [repeat, "failures", "40000"], "rmdir openat newfstatat mkdir execve socket"),
        ("shell", ["sh", "-c", SHELL_LOOP], "clone wait4 mmap execve connect exit_group"),
        ("python", [sys.executable, "-c", PYTHON_LOOP], "getppid newfstatat read execve socket mkdir"),
        ("find", FIND_TREE.split(), "getdents64 newfstatat openat close execve connect"),
    ]


def cpu_seconds(words):
    """Runs a command, and returns the CPU time of it and of all its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(scry, command, selections, rounds, output):
    """Returns the smallest CPU time of each selection; that of no selection has the key None."""
    least = {}
    for _ in range(rounds):
        for selection in [None, *selections]:
            chosen = ["-e", "trace=" + selection] if selection else []
            seconds = cpu_seconds([*scry, *chosen, "-o", output, *command])
            least[selection] = min(least.get(selection, seconds), seconds)
    return least


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=".")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--options", default="-f", help="options of scry, separated by spaces")
    parser.add_argument("names", nargs="*", metavar="PROGRAM")
    asked = parser.parse_args()
    scry = [os.environ.get("SCRY") or os.path.join(asked.build, "scry"), *asked.options.split()]
    worst = 0.0
    with tempfile.TemporaryDirectory() as scratch:
        for name, command, selections in programs(asked.build):
            if asked.names and name not in asked.names:
                continue
            least = measure(scry, command, selections.split(), asked.rounds, os.path.join(scratch, "trace"))
            ratios = {s: t / least[None] for s, t in least.items() if s}
            worst = max(worst, *ratios.values())
            print("%-9s all %.2f s; " % (name, least[None]) +
                  ", ".join("%s %.2f%s" % (s, r, " TOO MUCH" if r > LIMIT else "") for s, r in ratios.items()), flush=True)
    print("the greatest ratio is %.2f" % worst)
    sys.exit(worst > LIMIT)


if __name__ == "__main__":
    main()
