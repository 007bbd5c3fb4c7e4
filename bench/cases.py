# SPDX-License-Identifier: MIT
"""The cases of the benchmark. A case is work that is done in several ways: untraced, and under each tracer."""
import os
import shutil
import subprocess
from dataclasses import dataclass, field, replace


@dataclass
class Way:
    name: str
    prefix: list  # the words before the command
    part: int = 1  # a slow way does only 1/part of the work


@dataclass
class Case:
    name: str
    title: str
    unit: str  # "us": per call; "ms": per run or process; "KiB": peak memory of the tracer
    work: object  # work(n): the command that makes n calls or processes
    n: int
    ways: list
    setup: object = None  # called before every run
    check: object = None  # called after every run; its result must be the same for all ways
    memory: bool = False
    inner: bool = False  # the work itself measures its time and prints it in nanoseconds
    others: bool = False  # the work prints its CPU time: the value is that of all other processes
    min_n: int = 1  # the minimum of n for a slow way


@dataclass
class Place:
    """The paths of programs and files, and the installed tracers."""
    source: str
    build: str
    scratch: str
    strace: str = field(default_factory=lambda: shutil.which("strace"))
    perf: bool = False
    bpf: bool = False
    bpf_floor: bool = False
    bpftrace: bool = False
    before: str = None  # an older scry that every case measures beside this one

    def __post_init__(self):
        self.scry = os.environ.get("SCRY") or os.path.join(self.build, "scry")
        self.before = os.environ.get("BEFORE")
        self.trace = os.path.join(self.scratch, "trace")
        self.recording = os.path.join(self.scratch, "recording")
        self.perf = perf_works(self.trace)
        self.bpf = bpf_works(self.scry)
        self.bpf_floor = self.bpf and os.path.exists(self.program("bpf-floor"))
        self.bpftrace = bpftrace_works()

    def program(self, name):
        return os.path.join(self.build, "bench", name)


def perf_works(trace):
    """Returns whether perf trace works: it needs tracepoints in the kernel and the privilege to use them."""
    perf = shutil.which("perf")
    if not perf:
        return False
    done = subprocess.run([perf, "trace", "-o", trace, "/bin/true"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return not done.returncode and os.path.getsize(trace) > 0


def bpf_works(scry):
    """Returns whether scry has the bpf engine, and may use it."""
    done = subprocess.run([scry, "--engine=bpf", "-o", "/dev/null", "/bin/true"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return not done.returncode


# What bpftrace can show of calls: numbers and registers. "count" as -c does.
BPFTRACE = {
    "print": """tracepoint:raw_syscalls:sys_enter /pid == cpid/ {
        printf("%d %d(%lx, %lx, %lx)\\n", tid, args->id, args->args[0], args->args[1], args->args[2]); }
        tracepoint:raw_syscalls:sys_exit /pid == cpid/ { printf("%d = %d\\n", tid, args->ret); }""",
    "count": "tracepoint:raw_syscalls:sys_exit /pid == cpid/ { @calls[args->id, args->ret < 0] = count(); }",
}


def bpftrace_way(trace, program):
    """bpftrace takes the command as one word, with the path of the program."""
    run = 'p=$(command -v "$1"); shift; exec bpftrace -q -o "$TRACE" -e "$PROGRAM" -c "$p $*"'
    return Way("bpftrace, " + program, ["env", "TRACE=" + trace, "PROGRAM=" + BPFTRACE[program],
                                        "sh", "-c", run, "sh"])


def bpftrace_works():
    """Returns whether bpftrace is installed, and may be used."""
    if not shutil.which("bpftrace"):
        return False
    done = subprocess.run(["bpftrace", "-e", "tracepoint:raw_syscalls:sys_exit { exit(); }"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60, check=False)
    return not done.returncode


def perf_trace(options):
    """Returns the equivalent command of perf trace, which always follows children."""
    words = {"-c": "-s", "trace=accept": "accept", "trace=connect": "connect"}
    return ["perf", "trace", *(words.get(o, o) for o in options), "--"]


FLOORS = ("together", "free")
# Pairs of programs at the entry and at the exit of calls: bench/bpf-floor.c.
BPF_FLOORS = ("empty", "clocks", "tasks", "record", "records")


def ways_of(place, options, slow=1, follow=False, seccomp=True, floors=(), perf=True, program=None):
    """
    Returns all ways with the same options: untraced, scry, strace with and without filter, perf trace, a program of
    bpftrace, floors.
    """
    f = ["-f"] if follow else []
    ways = [Way("native", []), Way("scry", [place.scry, *f, *options], 1 if seccomp else slow)]
    if place.bpf:
        ways.append(Way("scry --engine=bpf", [place.scry, "--engine=bpf", *f, *options]))
    if place.strace and seccomp:
        ways.append(Way("strace --seccomp-bpf", [place.strace, "-f", "--seccomp-bpf", *options]))
    if place.strace:
        ways.append(Way("strace", [place.strace, *f, *options], slow))
    if place.perf and perf and "trace=%file" not in options:
        ways.append(Way("perf trace", perf_trace(options), max(1, slow // 2)))
    if place.bpftrace and program:
        ways.append(bpftrace_way(place.trace, program))
    for mode in floors:
        ways.append(Way("floor, " + mode, [place.program("floor"), *mode.split()], slow))
    return ways


def dd(n):
    return ["dd", "if=/dev/zero", "of=/dev/null", "bs=1", "count=%d" % max(1, n // 2)]


def call_cases(place):
    to_file = ["-o", place.trace]
    work = place.program("work")
    return [
        Case("dd-accept", "dd bs=1 -e trace=accept: nothing is selected", "us", dd, 1000000,
             ways_of(place, ["-e", "trace=accept"], slow=20, follow=True)),
        Case("dd-file", "dd bs=1, everything to a file", "us", dd, 1000000,
             ways_of(place, to_file, slow=20, seccomp=False,
                     floors=("together", "together --read", "free"), program="print")),
        Case("dd-c", "dd bs=1 -c", "us", dd, 1000000,
             ways_of(place, ["-c"], slow=20, seccomp=False, floors=FLOORS, program="count")),
        Case("getppid", "getppid, everything to a file", "us",
             lambda n: [work, "getppid", str(n)], 1000000,
             ways_of(place, to_file, slow=20, seccomp=False, floors=FLOORS, program="print")),
        Case("files", "open, fstat, write, read, close of 10,000 files, to a file", "us",
             lambda n: [work, "files", os.path.join(place.scratch, "files"), str(n // 5)], 50000,
             ways_of(place, to_file, seccomp=False, floors=FLOORS),
             setup=lambda: os.makedirs(os.path.join(place.scratch, "files"), exist_ok=True)),
    ]


def threads(place, count):
    return Case("threads-%d" % count, "%d threads, getppid, everything to a file" % count, "us",
                lambda n: [place.program("work"), "threads", str(count), str(n // count)], 1000000,
                ways_of(place, ["-o", place.trace], slow=20, follow=True, seccomp=False))


def growth(place, count):
    return Case("among-%d" % count, "one thread makes calls, %d sleep (without their start)" % (count - 1), "us",
                lambda n: [place.program("work"), "busy", str(count), str(n)], 400000,
                ways_of(place, ["-o", place.trace], slow=20, follow=True, seccomp=False,
                        perf=False), inner=True)


def stacks(place, depth):
    """The cost of a printed stack: each tracer with -k and without."""
    options = ["-e", "trace=getppid", "-o", place.trace]
    ways = [Way("native", [])]
    for name, program, part in (("scry", place.scry, 1), ("strace", place.strace, 10)):
        if program:
            ways += [Way(name, [program, *options]), Way(name + " -k", [program, "-k", *options], part)]
    return Case("stacks-%d" % depth, "-k: getppid below %d callers, to a file" % depth, "us",
                lambda n: [place.program("work"), "deep", str(depth), str(n)], 20000, ways,
                min_n=5000)


def names(place):
    """The cost of names of descriptors and of a recording beside plain text of the same engine."""
    text = ["-o", place.trace]
    options = [("scry", text), ("scry -y", ["-y", *text]), ("scry -yy", ["-yy", *text]), ("scry --record", ["--record=" + place.recording])]
    ways = [Way(name, [place.scry, *words]) for name, words in options]
    if place.bpf:
        ways += [Way(name + " --engine=bpf", [place.scry, "--engine=bpf", *words]) for name, words in options]
    return Case("dd-names", "dd bs=1: text, -y, -yy and a recording", "us", dd, 100000, ways)


def tree_names(place):
    """The same for a build with several processes at a time."""
    case = tree_case(place, "names", [], False)
    text = ["-f", "-o", place.trace]
    options = [("scry", text), ("scry -y", ["-y", *text]), ("scry --record", ["-f", "--record=" + place.recording])]
    ways = [Way("native", [])] + [Way(name, [place.scry, *words]) for name, words in options]
    if place.bpf:
        ways += [Way(name + " --engine=bpf", [place.scry, "--engine=bpf", *words]) for name, words in options]
    return replace(case, title="a build of 300,000 calls, make -j2: text, -y and a recording", ways=ways)


KEYS = ["syscall", "pid", "tgid", "comm", "errno", "class", "interval", "fd", "path", "peer", "comm,errno"]


def apart(place, others):
    """What a call costs its caller, and what it costs scry, by CPU time: the bpf engine lets both run at the same time."""
    options = [["-e", "trace=accept"], ["-c"], [], ["-T"], ["-y"], ["-yy"], ["--json"]]
    ways = [Way(" ".join(["scry", *words]), [place.scry, "--engine=bpf", "-o", place.trace, *words]) for words in options]
    ways.append(Way("scry --record", [place.scry, "--engine=bpf", "--record=" + place.recording]))
    floors = [Way("floor, " + pair, [place.program("bpf-floor"), place.program("floor.bpf.o"), pair])
              for pair in (BPF_FLOORS if place.bpf_floor and not others else ())]
    case = Case("bpf-scry" if others else "bpf-tracee",
                "reads and writes of one byte: CPU time of " + ("scry" if others else "the tracee"), "us",
                lambda n: [place.program("work"), "copies", str(n)], 500000,
                [Way("native", []), *floors, *(ways if place.bpf else [])], inner=True, others=others)
    if others:
        case.ways = case.ways[1:]
    return case


def keys(place):
    """The cost of each key of --summary beside -c, and of the columns that need more than sums."""
    ways = [["-c"], *(["--summary=" + key] for key in KEYS),
            ["-c", "-U", "p99,histogram,calls,name"], ["-c", "--summary-format=prometheus"]]
    return Case("keys", "dd bs=1, -c and --summary by each key", "us", dd, 40000,
                [Way("scry " + " ".join(o), [place.scry, *o, "-o", place.trace]) for o in ways])


def requests(place):
    """The cost of a request of io_uring: shown, and left out."""
    options = ["-o", place.trace]
    ways = [Way("native", []), Way("scry", [place.scry, *options]), Way("scry --uring=off", [place.scry, "--uring=off", *options])]
    if place.bpf:
        ways += [Way(" ".join(["scry", *words]), [place.scry, *words, *options])
                 for words in (["--engine=bpf"], ["--engine=bpf", "--uring=off"])]
    return Case("requests", "requests of io_uring that do nothing, 32 at a time, to a file", "us",
                lambda n: [place.program("work"), "requests", str(n)], 200000, ways)


def sleeps(place):
    """The wall-clock time that scry reports of sleeps, beside what the program itself measures."""
    tell = place.scry + " --summary=syscall --summary-format=csv -U wall-total -e trace=clock_nanosleep -o " \
        + place.trace + ' "$@" >/dev/null && sed -n "2s/.*,//p" ' + place.trace
    return Case("sleeps", "50 sleeps of 20 ms: what the program measures, what scry reports", "ms",
                lambda n: [place.program("work"), "sleeps", str(n)], 50,
                [Way("native", []), Way("scry", ["sh", "-c", tell, "sh"])], inner=True)


def forks(place, name, options, seccomp):
    return Case("forks-" + name, "2,000 x /bin/true, -f " + name, "ms",
                lambda n: [place.program("work"), "forks", str(n)], 2000,
                ways_of(place, [*options, "-o", place.trace], slow=5, follow=True,
                        seccomp=seccomp))


SMALL_BUILD = ("util", "sink", "filter", "output", "seccomp")
# Some 300,000 calls.
TREE_BUILD = ("util", "sink", "filter", "output", "seccomp", "stack", "engine/process", "engine/ptrace", "engine/ptrace/colocate",
              "decode")


def make_of(place, modules, flags):
    """A build of part of scry itself by make -j2; a fresh directory each time."""
    names = sorted(name for module in modules for name in find_sources(place.source, module))
    includes = [place.source + "/include", place.source + "/src", place.build,
                place.build + "/src/arch", place.build + "/src/syscalls", place.build + "/src/summary"]
    objects = {os.path.basename(name)[:-2] + ".o": name for name in names}
    rules = ["all: " + " ".join(objects),
             "C = @$(CC) " + flags + " -D_GNU_SOURCE -c -o $@ $< -I" + " -I".join(includes)]
    rules += ["%s: %s\n\t$(C)" % both for both in objects.items()]
    return "\n".join(rules) + "\n"


def find_sources(source, module):
    directory = os.path.join(source, "src", module)
    return [os.path.join(directory, n) for n in os.listdir(directory) if n.endswith(".c")]


def fresh_build(place, modules, flags):
    directory = os.path.join(place.scratch, "make")
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    with open(os.path.join(directory, "Makefile"), "w", encoding="utf-8") as file:
        file.write(make_of(place, modules, flags))


def digest(place):
    """Returns a digest of all object files."""
    command = "cd '%s/make' && sha256sum *.o | sha256sum" % place.scratch
    return subprocess.run(command, shell=True, capture_output=True, check=True).stdout


def build_case(place, name, label, size, flags, options, **ways):
    return Case(name, label + ", -f " + (" ".join(options) or "all"), "ms",
                lambda n: ["make", "-s", "-j2", "-C", os.path.join(place.scratch, "make")], 1,
                ways_of(place, [*options, "-o", place.trace], follow=True, **ways),
                setup=lambda: fresh_build(place, size, flags), check=lambda: digest(place))


def compile_case(place, name, options, seccomp):
    return build_case(place, "compile-" + name, "make -j2", SMALL_BUILD, "-O1", options, seccomp=seccomp)


def tree_case(place, name, options, seccomp):
    """As compile_case(), for as long as real builds take, and with the flags that they have."""
    return build_case(place, "tree-" + name, "a build of 300,000 calls, make -j2", TREE_BUILD, "-O2 -g", options,
                      seccomp=seccomp, floors=() if options else ("trees", "trees-together", "trees-spread"))


def start_case(place):
    loop = 'i=0; while [ $i -lt %d ]; do "$@"; i=$((i+1)); done'
    ways = ways_of(place, ["-o", place.trace], seccomp=False)
    if place.strace:
        ways.insert(2, Way("scry -f -e accept", [place.scry, "-f", "-e", "trace=accept"]))
        ways.append(Way("strace -f -e accept", [place.strace, "-f", "--seccomp-bpf", "-e",
                                                "trace=accept"]))
    if place.bpf:
        ways.append(Way("scry --engine=bpf -c", [place.scry, "--engine=bpf", "-c"]))
    return Case("start", "TRACER /bin/true, start to end", "ms",
                lambda n: ["/bin/true"], 50, [
                    Way(w.name, ["sh", "-c", loop % 50, "sh", *w.prefix]) for w in ways])


def stop_case(place):
    """The command prints when it ends: how long until the tracer has ended? The figures include the start of date."""
    loop = ('i=0; sum=0; while [ $i -lt 50 ]; do begin=$("$@" 2>/dev/null); end=$(date +%s%N); '
            'sum=$((sum + end - begin)); i=$((i+1)); done; echo $sum')
    ways = ways_of(place, ["-o", place.trace], seccomp=False, perf=False)
    if place.bpf:
        ways.append(Way("scry --engine=bpf -c", [place.scry, "--engine=bpf", "-c", "-o", place.trace]))
    return Case("stop", "TRACER date, from its end to that of the tracer", "ms",
                lambda n: ["/bin/date", "+%s%N"], 50, [
                    Way(w.name, ["sh", "-c", loop, "sh", *w.prefix]) for w in ways], inner=True)


def memory(place, count):
    return Case("memory-%d" % count, "peak memory with %d tracees" % count, "KiB",
                lambda n: [place.program("work"), "crowd", str(count)], 1,
                ways_of(place, ["-o", place.trace], follow=True, seccomp=False, perf=False)[1:],
                memory=True)


def add_before(place, case):
    """Adds each way of scry a second time, with the older program of BEFORE."""
    bpf = case.name.startswith("bpf-")
    for way in [w for w in case.ways if place.scry in w.prefix and ("--engine=bpf" in w.prefix) == bpf] if place.before else []:
        prefix = [place.before if word == place.scry else word for word in way.prefix]
        case.ways.insert(case.ways.index(way), replace(way, name=way.name.replace("scry", "before", 1), prefix=prefix))
    return case


def all_cases(place):
    return [add_before(place, case) for case in cases_of(place)]


def cases_of(place):
    return [
        *call_cases(place),
        threads(place, 2), threads(place, 8),
        stacks(place, 5), stacks(place, 30),
        forks(place, "accept", ["-e", "trace=accept"], True), forks(place, "all", [], False),
        compile_case(place, "connect", ["-e", "trace=connect"], True),
        compile_case(place, "file", ["-e", "trace=%file"], True),
        compile_case(place, "all", [], False),
        tree_case(place, "connect", ["-e", "trace=connect"], True),
        tree_case(place, "file", ["-e", "trace=%file"], True),
        tree_case(place, "all", [], False),
        start_case(place), stop_case(place),
        memory(place, 1), memory(place, 100), memory(place, 2000),
        *(growth(place, count) for count in (1, 10, 100, 1000)),
        tree_names(place), names(place), apart(place, False), apart(place, True), keys(place), sleeps(place), requests(place),
    ]
