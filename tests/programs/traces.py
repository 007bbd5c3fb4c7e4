# SPDX-License-Identifier: MIT
"""Reads traces made with -f, and removes what differs from run to run: the rules of noise.tsv."""
import re
import subprocess
from pathlib import Path

LINE = re.compile(r"^(\d+ +)(.*)$")
RESULT = re.compile(r"^(.*\))( +)(= .*)$")
UNFINISHED = re.compile(r"^(.*?) ?<unfinished \.\.\.>$")
RESUMED = re.compile(r"^<\.\.\. (\w+) resumed>(.*)$")
NEW_TASK = re.compile(r"^(?:clone|clone3|fork|vfork)\(.*= (\d+|0x[0-9a-f]+)(<.*>)?$")
OWN_PARENT = re.compile(r"^getppid\(\) = (\d+)$")
ADDRESS = re.compile(r"0x[0-9a-f]{7,}")
NUMBER = re.compile(r"(?<![\w.+-])(\d{2,7}|0x[0-9a-f]{1,6})(?![\w.])")
# Where a number is a process ID for certain.
PID_PLACE = re.compile(r"((?:si_pid=|nl_pid=|parent_tid=\[|/proc/|^readlink\(\"/proc/self\", \"|^(?:kill|tgkill|tkill|wait4|waitpid|getpgid|setpgid|sched_getattr|sched_getaffinity)\(|^waitid\(P_PID, )"
                       r"|^(?:clone|clone3|fork|vfork|wait4|waitpid|getpid|gettid|getppid|getpgrp|set_tid_address|setsid)\(.*\) = )"
                       r"(\d{2,7}|0x[0-9a-f]{1,6})(?![\w.])")


class Rule:
    """A row of noise.tsv: what matches `pattern` becomes `word`. "<n>" is a decimal number without leading zeros."""

    def __init__(self, row):
        pattern, self.word, self.reason = row
        self.name = pattern
        self.pattern = re.compile(pattern.replace("<n>", r"(?:0|[1-9]\d*)"))

    def apply(self, text):
        return self.pattern.sub(joined if self.word == "=joined" else self.word, text)


def joined(found):
    """Makes one number of the two in "0x1|0x80000" or "0x1 /* A */|0x80000 /* B */"."""
    value = sum(int(found[group] or "0", 0) for group in (1, 3))
    names = [name[4:-3] for name in (found[2], found[4]) if name]
    return f"{value:#x}" + (f" /* {'|'.join(names)} */" if names else "")


def rules_for(table, case, style):
    """Returns the rules of documented.tsv for a case and a style. Their columns: CASES, STYLES, PATTERN, WORD, HEADING."""
    return [Rule(row[2:]) for row in table if row[0] in ("*", case) and (row[1] == "*" or style in row[1].split())]


def rows(path):
    """Returns the rows of a table: fields between tabs; lines that begin with # are comments."""
    lines = Path(path).read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def one_space(prefix, text, column):
    """Puts one space before the result if it stands in the column where it should. Otherwise the spaces stay."""
    found = RESULT.match(text)
    if not found:
        return text
    should = max(1, column - len(prefix) - len(found[1]))
    return f"{found[1]} {found[3]}" if len(found[2]) == should else text


def read_tasks(text, column):
    """Returns {pid: [line]} in order of appearance, with the two parts of interrupted lines joined."""
    tasks, halves = {}, {}
    for line in text.split("\n"):
        found = LINE.match(line)
        if not found:
            # A line without a pid, or a string with a newline, which both tracers escape: compared as it is.
            if line:
                tasks.setdefault("", []).append(line)
            continue
        pid, text = found[1].strip(), one_space(found[1], found[2], column)
        lines = tasks.setdefault(pid, [])
        if (half := UNFINISHED.match(text)):
            halves[pid] = half[1]
            continue
        if (rest := RESUMED.match(text)) and halves.get(pid, "").startswith(rest[1] + "("):
            text = halves.pop(pid) + rest[2]
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
            if (found := NEW_TASK.match(line)):
                child = str(int(found[1], 0))
                if child in tasks and child not in words:
                    place(child, f"{word}.{children}")
                    children += 1

    for pid, lines in tasks.items():
        if pid and pid not in words:
            place(pid, f"PID{len(words)}")
        for line in lines:
            if (found := OWN_PARENT.match(line)) and found[1] not in tasks:
                words.setdefault(found[1], "PARENT")
    # A number of one digit is seldom a process.
    words.update({hex(int(pid)): word for pid, word in words.items() if len(pid) > 1})
    words[""] = "PID"
    return words


def filtered(tasks, sed_program):
    """Returns the tasks with each line changed by a program for sed -E."""
    lines = [line for task in tasks.values() for line in task]
    if not sed_program or not lines:
        return tasks
    done = subprocess.run(["sed", "-E", sed_program], input="\n".join(lines) + "\n", text=True, check=True,
                          stdout=subprocess.PIPE, errors="surrogateescape").stdout.split("\n")
    changed, at = {}, 0
    for pid, task in tasks.items():
        changed[pid] = done[at:at + len(task)]
        at += len(task)
    assert at == len(lines) == len(done) - 1
    return changed


def numbers_of(text):
    """Returns the numbers of a trace, as text."""
    return set(NUMBER.findall(text))


def pids_of(text):
    """Returns the process IDs of a trace, as the text may have them."""
    pids = {found[1].strip() for found in map(LINE.match, text.split("\n")) if found}
    return pids | {hex(int(pid)) for pid in pids}


class Trace:
    """A trace as tasks: [(name, [line])]; `with_addresses` are the same lines before the last rule. `numbers` are process IDs
    that are other numbers, too, such as 4096: they are replaced only where nothing but a process ID stands."""

    def __init__(self, text, rules, column=40, sed_program="", numbers=frozenset()):
        tasks = read_tasks(text, column)
        words = words_of(tasks)
        self.changed_by_sed = 0
        if sed_program:
            changed = filtered(tasks, sed_program)
            self.changed_by_sed = sum(a != b for pid in tasks for a, b in zip(tasks[pid], changed[pid]))
            tasks = changed
        cache = {}

        def normalise(line):
            if line not in cache:
                text = line
                for rule in rules:
                    text = rule.apply(text)
                text = NUMBER.sub(lambda number: number[0] if number[0] in numbers else words.get(number[0], number[0]), text)
                # A call may have one as its first argument and as its result.
                for _ in range(2 if numbers else 0):
                    text = PID_PLACE.sub(lambda found: found[1] + words.get(found[2], found[2]), text)
                cache[line] = text
            return cache[line]

        self.tasks = sorted((words[pid], [normalise(line) for line in task]) for pid, task in tasks.items())
        self.lines = [line for _, task in self.tasks for line in task]
        self.texts = [ADDRESS.sub("ADDRESS", line) for line in self.lines]
        self.marks = [i for i, (_, task) in enumerate(self.tasks) for _ in task]
