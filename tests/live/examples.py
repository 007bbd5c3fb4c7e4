# SPDX-License-Identifier: MIT
"""Takes examples out of documents, and compares what they print with what the document shows.

usage: examples.py readme FILE DIRECTORY    each sh and console block but those of "## Install": DIRECTORY/NN.sh has the
                                            commands, DIRECTORY/NN.out what they print (nothing: an sh block)
       examples.py man FILE DIRECTORY       each display after ".Sh EXAMPLES" of an mdoc page: DIRECTORY/NN.sh
       examples.py compare SHOWN SEEN       prints the first line that differs; "..." in SHOWN, as the one character,
                                            stands for any number of lines
"""
import re
import sys

ANY = "…"


def write(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)


def write_readme(text, directory):
    before, install = text.split("\n## Install\n", 1)
    text = before + install[install.index("\n## "):]
    blocks = re.findall(r"^```(sh|console)\n(.*?)^```$", text, re.M | re.S)
    for n, (language, block) in enumerate(blocks, 1):
        lines = block.splitlines()
        is_command = (lambda line: line.startswith("$ ")) if language == "console" else (lambda line: True)
        commands = [line.removeprefix("$ ") if language == "console" else line for line in lines if is_command(line)]
        write(f"{directory}/{n:02}.sh", commands)
        write(f"{directory}/{n:02}.out", [line for line in lines if not is_command(line)])
    return len(blocks)


def write_man(text, directory):
    text = text.split("\n.Sh EXAMPLES\n", 1)[1].split("\n.Sh ", 1)[0]
    displays = re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed$", text, re.M | re.S)
    for n, display in enumerate(displays, 1):
        # \e is a backslash, \& is nothing.
        write(f"{directory}/{n:02}.sh", display.replace("\\e", "\\").replace("\\&", "").splitlines())
    return len(displays)


def normal(line):
    """The line without what varies: numbers, addresses, directories of programs, the width of columns."""
    line = re.sub(r"si_([us])time=\d+", r"si_\1time=N", line.rstrip())
    line = re.sub(r"si_uid=\d+", "si_uid=N", line)
    line = re.sub(r"0x[0-9a-f]+", "N", line)
    line = re.sub(r"^ > /.*/", " > ", line)
    line = re.sub(r'"(/usr)?/bin/', '"/bin/', line)
    numbers = r"\d+(\.\d+)?" if re.match(r" *\d+(\.\d+)? +(\d|total$)", line) else r"\d+\.\d+|\d{2,}"
    return re.sub(r"[ \t]+", " ", re.sub(numbers, "N", line))


def compare(shown, seen):
    at = 0
    skipping = False
    for line in shown:
        if line == ANY:
            skipping = True
            continue
        found = at
        while skipping and found < len(seen) and normal(seen[found]) != normal(line):
            found += 1
        if found >= len(seen) or normal(seen[found]) != normal(line):
            return f"expected '{line}', got '{seen[found] if found < len(seen) else 'nothing more'}'"
        at = found + 1
        skipping = False
    return None if skipping or at == len(seen) else f"expected nothing more, got '{seen[at]}'"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    what, first, second = sys.argv[1:4]
    if what == "compare":
        return compare(read(first).splitlines(), read(second).splitlines())
    n = write_readme(read(first), second) if what == "readme" else write_man(read(first), second)
    return 0 if n else f"{first}: no examples"


sys.exit(main())
