#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares what scry shows of one fixture on two machines. check.sh calls it.

usage: agree.py SYSCALLS ABI:LISTS:TRACE ABI:LISTS:TRACE NAME KNOWN

SYSCALLS is src/arch/syscalls.tsv; LISTS is what list_values prints for the ABI; NAME is that of the machine and of the
fixture, as in KNOWN, tests/arch/agree.tsv. For 32-bit programs, which are compared with those of i386, it is that of
the ABI and of the fixture. Both traces are from the same source, whose structs the compiler of each
machine lays out. So the text must be the same, whatever the byte order, the numbers of calls and constants, and the
layout of structs are. The kinds of what differs:

    call    a call that only one of the machines has (SYSCALLS): not compared
    name    a number that the lists name otherwise on the other machine, or the index of a network interface that
            one machine has: counted only
    bytes   a number whose bytes are those of the other one in the opposite order, or a string of the same bytes
    value   another number or string
    part    something that only one of the lines has

KNOWN has the kinds that a fixture may have, by call, how many lines, and the reason. More or fewer are failures.
"""
import ast
import collections
import difflib
import re
import subprocess
import sys
import tempfile

INTERFACE = r'if_nametoindex\("[^"]*"\)'
TOKEN = re.compile(INTERFACE + r'|"(?:[^"\\]|\\.)*"(?:\.\.\.)?|[\w<?]+(?:\|[\w<?]+)*|-\d+|\s+|.')


def read_calls(path, abis):
    """Returns the names of the calls that not both of the ABIs have."""
    with open(path, encoding="utf-8") as stream:
        rows = [line.rstrip("\n").split("\t") for line in stream]
    columns = [rows[0].index(abi) for abi in abis]
    return {row[0] for row in rows[1:] if len({row[column] == "-" for column in columns}) > 1}


def read_lists(path):
    """Returns the values of each name."""
    values = collections.defaultdict(set)
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            # A name may have spaces: "zero or arbitrary skid".
            words = re.fullmatch(r"value (.*) (0x[0-9a-f]+) 0x[0-9a-f]+\n", line)
            if words:
                values[words[1]].add(int(words[2], 0))
    return values


def read_trace(path, left_out):
    """Returns the lines between the marks of the fixture, and how many of calls of left_out there were."""
    lines, n_left_out, inside = [], 0, False
    with open(path, encoding="utf-8", errors="surrogateescape") as stream:
        for line in stream:
            if re.match(r'write\(.*-1, .*"/scry/end"', line):
                break
            if inside:
                if name_of(line) in left_out:
                    n_left_out += 1
                else:
                    lines.append(re.sub(r"\) += ", ") = ", line.rstrip("\n")))
            inside = inside or bool(re.match(r'write\(.*-1, .*"/scry/begin"', line))
    return lines, n_left_out


def name_of(line):
    return re.match(r"\w*", line).group()


def numbers_of(text, values):
    """Returns the numbers that a sum of names and numbers can be: a name may be in several lists."""
    sums = {0}
    for word in text.split("|"):
        if re.fullmatch(r"0[0-7]+", word):
            terms = {int(word, 8)}
        elif re.fullmatch(r"0x[0-9a-f]+", word):
            terms = {int(word, 16)}
        # Also what stands in a time: 09.
        elif re.fullmatch(r"-?\d+", word):
            terms = {int(word)}
        elif word in values:
            terms = values[word]
        else:
            return set()
        sums = {number | term for number in sums for term in terms}
        if len(sums) > 1000:
            return set()
    return {number & (1 << 64) - 1 for number in sums}


def is_reversed(numbers, others):
    for size in (2, 4, 8):
        for number in numbers:
            # The number may have been made negative, or wider.
            number &= (1 << 8 * size) - 1
            back = int.from_bytes(number.to_bytes(size, "little"), "big")
            if any(back == other & (1 << 8 * size) - 1 for other in others):
                return True
    return False


def bytes_of(text):
    """Returns the bytes of a quoted string in order of value; None if the text is none, or was cut."""
    if not re.fullmatch(r'"(?:[^"\\]|\\.)*"', text):
        return None
    escapes = re.findall(r"\\x..|\\[0-7]{1,3}|\\.|.", text[1:-1])
    return sorted(ast.literal_eval(f'b"{escape}"') for escape in escapes)


def kind_of(before, after, lists):
    if not before or not after:
        return "part"
    if all(re.fullmatch(INTERFACE + r"|\d+", text) for text in (before, after)) and "if_" in before + after:
        return "name"
    if bytes_of(before) is not None and bytes_of(before) == bytes_of(after):
        return "bytes"
    both = [numbers_of(text, values) for text, values in zip((before, after), lists)]
    if both[0] & both[1]:
        return "name"
    return "bytes" if is_reversed(*both) else "value"


def kinds_of(lines, lists):
    """Returns the kinds of the differences between two lines of the same call."""
    tokens = [TOKEN.findall(line) for line in lines]
    blocks = [("replace", 0, len(tokens[0]), 0, len(tokens[1]))]
    # difflib would take minutes for the members of a large set.
    if len(tokens[0]) != len(tokens[1]) and len(tokens[0]) + len(tokens[1]) < 4000:
        blocks = difflib.SequenceMatcher(None, *tokens, autojunk=False).get_opcodes()
    kinds = set()
    for what, a, b, c, d in blocks:
        if what == "equal":
            continue
        if b - a == d - c:
            kinds.update(kind_of(*pair, lists) for pair in zip(tokens[0][a:b], tokens[1][c:d]) if pair[0] != pair[1])
        else:
            kinds.add(kind_of("".join(tokens[0][a:b]), "".join(tokens[1][c:d]), lists))
    return "+".join(sorted(kinds))


def blocks_of(sequences):
    """Returns whether ranges of two sequences agree, and the ranges, as diff finds them. difflib takes minutes for a trace."""
    with tempfile.NamedTemporaryFile("w") as one, tempfile.NamedTemporaryFile("w") as other:
        for file, sequence in zip((one, other), sequences):
            file.writelines(f"{item}\n" for item in sequence)
            file.flush()
        groups = [f"--{what}-group-format={what} %de %dl %dE %dL\n" for what in ("unchanged", "changed", "old", "new")]
        done = subprocess.run(["diff", "-a", *groups, one.name, other.name], capture_output=True, text=True, check=False)
    if done.returncode > 1:
        sys.exit(f"diff: {done.stderr}")
    return [(words[0] == "unchanged", *map(int, words[1:])) for words in map(str.split, done.stdout.splitlines())]


def pairs_of(traces):
    """Returns pairs of lines of the same call; None stands for a line that only the other trace has."""
    pairs = []
    for agree, a, b, c, d in blocks_of(traces):
        blocks = traces[0][a:b], traces[1][c:d]
        names = [[name_of(line) for line in block] for block in blocks]
        if agree or names[0] == names[1]:
            pairs += zip(*blocks)
            continue
        for same, e, f, g, h in blocks_of(names):
            if same:
                pairs += zip(blocks[0][e:f], blocks[1][g:h])
            else:
                pairs += [(line, None) for line in blocks[0][e:f]] + [(None, line) for line in blocks[1][g:h]]
    return pairs


def read_known(path, name):
    """Returns the number of lines for each call and kind."""
    known = {}
    with open(path, encoding="utf-8") as stream:
        for line in stream:
            words = line.rstrip("\n").split("\t")
            if not line.startswith("#") and words[0] == name:
                known[words[1], words[2]] = int(words[3])
    return known


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    sides = [side.split(":") for side in sys.argv[2:4]]
    left_out = read_calls(sys.argv[1], [side[0] for side in sides])
    lists = [read_lists(side[1]) for side in sides]
    known = read_known(sys.argv[5], sys.argv[4])
    traces, n_left_out = zip(*(read_trace(side[2], left_out) for side in sides))
    if not all(traces):
        sys.exit("a trace is empty")
    found, shown, n_equal = collections.Counter(), collections.defaultdict(list), 0
    for pair in pairs_of(traces):
        if pair[0] == pair[1]:
            n_equal += 1
            continue
        key = name_of(pair[0] or pair[1]), kinds_of(pair, lists) if all(pair) else "line"
        found[key] += 1
        shown[key].append(pair)
    wrong = sum(n_left_out) and not left_out
    for key in sorted(set(known) | set(found)):
        if key[1] == "name" or found[key] == known.get(key, 0):
            continue
        wrong = True
        print(f"{key[0]}, {key[1]}: {found[key]} lines, {known.get(key, 0)} known")
        for pair in shown[key][:3]:
            for side, line in zip(sides, pair):
                print(f"    {side[0] + ':':8} {line}")
    kinds = collections.Counter()
    for key, n in found.items():
        kinds[key[1]] += n
    print(f"{n_equal} lines agree with {sides[0][0]}, calls of one machine: {sum(n_left_out)}"
          + "".join(f", {kind}: {n}" for kind, n in sorted(kinds.items())))
    sys.exit(bool(wrong))


main()
