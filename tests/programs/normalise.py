#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Removes from a trace made with -f what differs from run to run: normalise.py TRACE DIRECTORY.

The lines of each task go to a file in the directory, which is named by the position of the task in the tree: task.0 is
the first task, task.0.2 its third child. Interrupted calls are joined. Pids, times and other values that the kernel
chooses are replaced by words."""
import re
import sys
from pathlib import Path

PID = re.compile(r"^(\d+) +(.*)$")
UNFINISHED = re.compile(r"^(.*?) ?<unfinished \.\.\.>$")
RESUMED = re.compile(r"^<\.\.\. \S+ resumed>(.*)$")
NEW_TASK = re.compile(r"^(?:clone|clone3|fork|vfork)\(.*= (\d+)$")
OWN_PARENT = re.compile(r"^getppid\(\) += (\d+)$")
# (pattern, replacement) for values that the kernel or the clock chooses.
RULES = [(re.compile(what), word) for what, word in [
    (r"tv_sec=\d+, tv_n?u?sec=\d+", "TIME"),
    (r"\b([a-z]+_[amcb]?time)=\d+( /\* [^*]* \*/)?", r"\1=TIME"),
    (r"\b(st_[amc]time_nsec)=\d+", r"\1=NSEC"),
    (r"/\* [0-9T:.+-]{20,} \*/", "/* DATE */"),
    (r"\bstx?_(ino|blocks)=\d+", r"st_\1=N"),
    (r"\b(ru_[a-z]+|tms_[a-z]+|f_[bf][a-z]+|loads|freeram|bufferram|uptime|procs)=(\[[^]]*\]|\d+)", r"\1=N"),
    (r"^(getrandom\()\"[^\"]*\"(\.\.\.)?", r"\1RANDOM"),
    (r"(pipe2?\(\[|pipe:\[|socket:\[)\d+", r"\1N"),
    (r", si_utime=\d+( /\*.*?\*/)?, si_stime=\d+( /\*.*?\*/)?", ", CPU"),
    (r"\b(d_ino|d_off|nlmsg_seq|nl_pid|st_size|ndm_[a-z]+|sharedram|st_nlink)=-?\d+", r"\1=N"),
    (r"\bnlmsg_pid=-\d+", "nlmsg_pid=N"),
    (r"\b([rt]x_(packets|bytes))=\d+", r"\1=N"),
    (r"0x[0-9a-f]{7,}", "ADDRESS"),
    (r"htons\([3-6]\d{4}\)", "htons(PORT)"),
    (r"(/tmp/cc|/tmp_obj_|\.git/t|/tmp/scry-test\.)[A-Za-z0-9]{6}\b", r"\1NAME"),
    (r"(/(strace|scry|again))\.(out|trace)\b", "/RUN.out"),
    (r"^(times\(.*\) +=|time\(.*\) +=) \d+", r"\1 N"),
]]


def read(path):
    """Returns {pid: [line]} in order of appearance, with the two parts of interrupted lines joined."""
    tasks, halves = {}, {}
    for line in Path(path).read_text(errors="surrogateescape").splitlines():
        found = PID.match(line)
        if not found:
            raise SystemExit(f"{path}: no pid: {line}")
        pid, text = found[1], found[2]
        lines = tasks.setdefault(pid, [])
        if (half := UNFINISHED.match(text)):
            halves[pid] = half[1]
            continue
        if (rest := RESUMED.match(text)) and pid in halves:
            text = halves.pop(pid) + rest[1]
        lines.append(text)
    for pid, half in halves.items():
        tasks[pid].append(half + " <unfinished ...>")
    return tasks


def words_of(tasks):
    """Returns the word that replaces each pid: the position of the task in the tree."""
    words = {}

    def place(pid, word):
        words[pid] = word
        children = 0
        for line in tasks[pid]:
            found = NEW_TASK.match(line)
            if found and found[1] in tasks and found[1] not in words:
                place(found[1], f"{word}.{children}")
                children += 1

    for pid, lines in tasks.items():
        if pid not in words:
            place(pid, f"PID{len(words)}" if words else "PID0")
        for line in lines:
            if (found := OWN_PARENT.match(line)) and found[1] not in tasks:
                words.setdefault(found[1], "PARENT")
    return words


def normalise(line, words):
    line = re.sub(r"\) +=", ") =", line, count=1)
    for what, word in RULES:
        line = what.sub(word, line)
    return re.sub(r"(?<![\w.])\d{2,7}(?![\w.])", lambda number: words.get(number[0], number[0]), line)


def main(trace, directory):
    tasks = read(trace)
    words = words_of(tasks)
    for pid, lines in tasks.items():
        text = "".join(normalise(line, words) + "\n" for line in lines)
        name = words[pid].replace("PID", "task.")
        (Path(directory) / name).write_text(text, errors="surrogateescape")


main(*sys.argv[1:])
