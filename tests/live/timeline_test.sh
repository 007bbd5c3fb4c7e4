#!/bin/sh
# SPDX-License-Identifier: MIT
# --timeline: trace events as JSON.
. "${srcdir:-.}/tests/live/lib.sh"

python=$(command -v python3)
[ -n "$python" ] || skip "python3 is not installed"

# Checks a file against the format, and prints what the rest of this test asks for.
cat >"$scratch/read.py" <<'END'
import json, sys
from collections import Counter
text = open(sys.argv[1]).read()
events = json.loads(text if text.rstrip().endswith("]") else text.rstrip().rstrip(",") + "]")
members = {"X": {"ts", "dur"}, "i": {"ts", "s"}, "s": {"ts", "id"}, "f": {"ts", "id", "bp"}, "M": {"args"}}
slices, arrows, names = [], {}, {}
for e in events:
    missing = (members[e["ph"]] | {"pid", "tid", "name"}) - set(e)
    assert not missing, (e, missing)
    assert all(isinstance(e[m], (int, float)) and e[m] >= 0 for m in ("ts", "dur", "tts", "tdur") if m in e), e
    assert all(type(e[m]) is int and e[m] > 0 for m in ("pid", "tid")), e
    assert isinstance(e["name"], str) and isinstance(e.get("args", {}), dict), e
    assert isinstance(e["cat"], str) if e["ph"] != "M" else e["name"] in ("process_name", "thread_name", "process_labels"), e
    assert e["ph"] != "i" or e["s"] in ("t", "p", "g"), e
    assert e["ph"] != "f" or e["bp"] == "e", e
    if e["ph"] == "X":
        slices.append(e)
    elif e["ph"] in "sf":
        assert e["ph"] not in arrows.setdefault(e["id"], {}), e
        arrows[e["id"]][e["ph"]] = e
    elif e["ph"] == "M" and e["name"] == "thread_name":
        names[e["tid"]] = e["args"]["name"]
# Slices of a thread nest or follow each other.
by_thread = {}
for e in slices:
    by_thread.setdefault((e["pid"], e["tid"]), []).append((round(e["ts"] * 1000), -round(e["dur"] * 1000), e))
for thread in by_thread.values():
    open_until = []
    for start, length, e in sorted(thread, key=lambda s: s[:2]):
        while open_until and open_until[-1] <= start:
            open_until.pop()
        assert not open_until or start - length <= open_until[-1] + 1, e
        open_until.append(start - length)
# Both ends of an arrow lie in a slice of their threads.
for arrow in arrows.values():
    assert set(arrow) == {"s", "f"}, arrow
    assert arrow["s"]["ts"] <= arrow["f"]["ts"], arrow
    assert all(arrow["s"][m] == arrow["f"][m] for m in ("name", "cat")), arrow
    for e in arrow.values():
        assert any(s["pid"] == e["pid"] and s["tid"] == e["tid"] and s["ts"] <= e["ts"] <= s["ts"] + s["dur"]
                   for s in slices), e
print("arrows", *sorted(Counter(a["s"]["name"] for a in arrows.values()).items()))
print("names", *sorted(set(names.values())))
for e in events:
    if e["name"] == "process_labels":
        print("label", names.get(e["tid"]), e["args"]["labels"])
for e in slices:
    categories = e["cat"].split(",")
    if "call" in categories:
        print("call", names.get(e["tid"]), e["name"], e["cat"], json.dumps(e["args"]))
        # Times are in microseconds.
        print("seconds", e["name"], "%.6f" % (e["dur"] / 1e6))
    else:
        print(e["cat"], names.get(e["tid"]), e["name"])
END

cat >"$scratch/script" <<'END'
sleep 5 &
kill -USR1 $!
wait
cat "/no </script> \"file\" $(printf '\377')"
sleep 0.2
sh -c 'kill -TERM $$'
END
read_timeline()
{
	"$python" "$scratch/read.py" "$1" >"$scratch/read"
	same "status of reading the timeline $1" 0 $?
}

printf "[\n{\"old\":1}\n]\n" >"$scratch/timeline"
trace -f --timeline="$scratch/timeline" sh "$scratch/script"
lacks "$scratch/stderr" '^(scry|[a-z_0-9]+\()'
read_timeline "$scratch/timeline"
shows "$scratch/read" "^arrows \\('signal', 7\\) \\('start', 5\\)$"
shows "$scratch/read" '^names cat sh sleep$'
shows "$scratch/read" '^label sleep \["sleep", "0.2"\]$'
shows "$scratch/read" '^label sh \["sh", ".*/script"\]$'
shows "$scratch/read" '^call cat execve call,[a-z]+ .*"result": "0"'
shows "$scratch/read" '^call cat openat call,[a-z]+,error .*"pathname": ".*/no </script>.*"errno": "ENOENT".*"result": "-1 ENOENT '
shows "$scratch/read" '^call sleep clock_nanosleep call,waiting .*"waiting_us": [0-9]{6}'
shows "$scratch/read" '^seconds clock_nanosleep (0\.[2-9]|[1-9][0-9]*\.)'
shows "$scratch/read" '^signal (sleep|sh) SIGUSR1$'
shows "$scratch/read" '^life sh killed$'
shows "$scratch/read" '^life cat exited$'

exports_replay --timeline

# The trace itself is printed with -o or -C, and selections hold for both.
trace -o "$scratch/trace" --timeline="$scratch/timeline" -e trace=chdir sh -c 'cd /; cd /no'
shows "$scratch/trace" '^chdir\("/no"\) += -1 ENOENT'
read_timeline "$scratch/timeline"
same "calls" 2 "$(grep -c '^call ' "$scratch/read")"

# What a killed scry has written is a timeline too: its array has no end.
rm "$scratch/timeline"
"$scry" -f --timeline="$scratch/timeline" sh -c 'while :; do cd /; done' 2>/dev/null &
killed=$!
has_events()
{
	[ "$(lines_of "$scratch/timeline")" -gt 10 ]
}
wait_for "events" has_events
left=$(cat /proc/$killed/task/$killed/children)
kill -KILL $killed
wait $killed
# The command goes on without scry.
# shellcheck disable=SC2086 # a list of words
kill -KILL $left
sed '$d' "$scratch/timeline" >"$scratch/whole"
read_timeline "$scratch/whole"

# Files that cannot be written.
trace --timeline="$scratch/no/timeline" true
ends_with 1
shows "$scratch/stderr" "^scry: --timeline: cannot write to '$scratch/no/timeline': No such file"
trace --timeline=/dev/full sh -c 'exit 3'
shows "$scratch/stderr" "^scry: writing to '/dev/full' failed: No space left"
lacks "$scratch/stdout" .
finish
