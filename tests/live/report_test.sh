#!/bin/sh
# SPDX-License-Identifier: MIT
# --report: a page for browsers.
. "${srcdir:-.}/tests/live/lib.sh"

python=$(command -v python3)
[ -n "$python" ] || skip "python3 is not installed"

# Checks the structure of a page; with a second argument it prints its facts and records.
cat >"$scratch/read.py" <<'END'
import base64, json, re, sys, zlib
from collections import Counter
from html.parser import HTMLParser
class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.scripts, self.open = [], [], False
    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.tags.append(tag)
        loaded = [value for name, value in attributes.items() if name in ("src", "action", "srcset") or
                  (name == "href" and not value.startswith("#"))]
        assert not loaded, (tag, loaded)
        self.open = tag == "script"
        if self.open:
            self.scripts.append([attributes, ""])
    def handle_endtag(self, tag):
        self.open = False
    def handle_data(self, data):
        if self.open:
            self.scripts[-1][1] += data
text = open(sys.argv[1], encoding="utf-8").read()
assert text.startswith("<!DOCTYPE html>") and text.endswith("</html>\n")
page = Page()
page.feed(text)
assert page.tags.count("html") == page.tags.count("body") == page.tags.count("main") == 1
assert "default-src 'none'" in text
lines, sizes = [], []
for attributes, content in page.scripts:
    if attributes.get("class") in ("packed", "plain"):
        data = base64.b64decode(content, validate=True)
        data = zlib.decompress(data) if attributes["class"] == "packed" else data
        assert data.endswith(b"\n")
        lines += data.decode("utf-8").split("\n")[:-1]
        sizes.append(data.count(b"\n"))
facts = json.loads(next(content for attributes, content in page.scripts if attributes.get("id") == "facts"))
assert [block[0] for block in facts["blocks"]] == sizes, (facts["blocks"], sizes)
assert page.scripts[-1][0] == {}
records = [line.split("\t") for line in lines]
calls = [r for r in records if r[4] in "ceu"]
# The sums agree with each other and with the records.
by_thread = [0] * len(facts["threads"])
for r in calls:
    assert len(r) == 6 and int(r[3]) <= int(r[2]), r
    by_thread[int(r[0])] += 1
for thread, n in zip(facts["threads"], by_thread):
    assert thread[8] == n, (thread, n)
    buckets = [thread[13][i:i + 5] for i in range(0, len(thread[13]), 5)]
    assert sum(b[1] for b in buckets) == n and sum(b[2] for b in buckets) == thread[9], thread
    assert thread[12] + len(buckets) + sum(b[0] for b in buckets) <= 512
    assert all(any(b[1:]) for b in buckets), thread
assert facts["calls"] == len(calls) == sum(row[1] for row in facts["by_call"]["rows"])
assert facts["errors"] == sum(r[4] == "e" for r in records) == sum(row[2] for row in facts["by_error"]["rows"])
assert facts["left_out"] == 0
# Waits are apart from slow calls. A call on a pipe may be in both tables, a call with a path or without a descriptor is in one.
is_wait = re.compile(r"(wait4|waitid|poll|p?select6?|futex|(clock_)?nanosleep|pause|rt_sigsuspend|accept4?)\(").match
is_work = re.compile(r"(openat|execve|access|chdir|brk|exit_group)\(").match
for table, belongs, never in (("slow", is_work, is_wait), ("waits", is_wait, is_work)):
    listed = [call[2] for call in facts[table]]
    assert listed == sorted(listed, reverse=True) and len(listed) <= 200, listed
    assert not [call for call in facts[table] if never(call[4])], facts[table]
    least = listed[-1] if len(listed) == 200 else -1
    wanted = [int(r[2]) for r in calls if belongs(r[5]) and int(r[2]) > least]
    assert not Counter(wanted) - Counter(call[2] for call in facts[table] if belongs(call[4])), (table, listed, wanted)
assert len(facts["slow"]) + len(facts["waits"]) == len(calls) or 200 in (len(facts["slow"]), len(facts["waits"]))
# A narrow screen has rules of its own, and the styles of tables refer to what the script sets.
assert "@media (max-width: 640px)" in text and "var(--figures)" in text and "--figures:${" in text
if len(sys.argv) == 2:
    sys.exit()
print("title", facts["title"])
names = {thread[0]: thread[3] for thread in facts["threads"]}
for thread in facts["threads"]:
    print("thread", thread[3], "of", names.get(thread[2]), thread[5])
for table in ("by_call", "by_error", "by_file", "by_peer"):
    for row in facts[table]["rows"]:
        print(table, row[0].replace("\t", " "), row[1], row[2])
for table in ("slow", "waits"):
    for call in facts[table]:
        print(table, call[4])
for r in records:
    print("record", facts["threads"][int(r[0])][3], r[4], r[5])
END
read_page()
{
	check "$1 is a page" "$python" "$scratch/read.py" "$1"
	PYTHONIOENCODING=utf-8 "$python" "$scratch/read.py" "$1" print >"$scratch/read"
}

# Names with markup and bytes that are not UTF-8 must not break the page.
hostile="</script><script>document.title='broken'</script><!--\"&$(printf '\377')"
cat >"$scratch/script" <<'END'
cat "/no/$1"
cd "$2"
sh -c 'kill -TERM $$'
sleep 0.2
END
mkdir "$scratch/<b>&amp;"
printf "<!DOCTYPE html>\nold\n" >"$scratch/page.html"
trace -f --report="$scratch/page.html" sh "$scratch/script" "$hostile" "$scratch/<b>&amp;"
lacks "$scratch/stderr" '^(scry|[a-z_0-9]+\()'
read_page "$scratch/page.html"
same "ends of the facts and the scripts in the file" "$(grep -c '^<script\|<script type' "$scratch/page.html")" \
	"$(grep -o '</script>' "$scratch/page.html" | wc -l)"
shows "$scratch/read" '^title sh .*/script </script><script>document'
shows "$scratch/read" '^thread sh of None .*exited with 0'
shows "$scratch/read" '^thread cat of sh .*exited with 1'
shows "$scratch/read" '^thread sh of sh .*killed by SIGTERM'
shows "$scratch/read" '^by_call execve 4 [0-9]+$'
shows "$scratch/read" '^by_error openat ENOENT [0-9]+ [0-9]+$'
shows "$scratch/read" '^by_file /no/</script><script>document.* 1 1$'
shows "$scratch/read" '^by_file .*/<b>&amp; [0-9]+ 0$'
shows "$scratch/read" '^record cat e openat\(.*"/no/</script><script>.*\\377".* = -1 ENOENT'
shows "$scratch/read" '^record sh x --- SIGCHLD '
shows "$scratch/read" '^waits wait4\('
shows "$scratch/read" '^waits clock_nanosleep\('

exports_replay --report

# The trace itself is printed with -o or -C, and selections hold for both.
trace -o "$scratch/trace" --report="$scratch/selected" -e trace=chdir sh -c 'cd /; cd /no'
shows "$scratch/trace" '^chdir\("/no"\) += -1 ENOENT'
read_page "$scratch/selected"
same "calls" 2 "$(grep -c '^record .* chdir(' "$scratch/read")"
same "tables of calls" 'by_call chdir 2 1' "$(grep '^by_call' "$scratch/read")"

# More than one block of records.
trace --report="$scratch/large" -s 100 "$python" -c 'import os
for i in range(20000): os.access("/no/%d" % (i % 30), 0)'
read_page "$scratch/large"
shows "$scratch/read" '^by_file /no/29 66[67] 66[67]$'

# More processes than the page has threads, each with its own calls, also if a number is used again
# after that. Processes that are over take no room of the timeline.
cat >"$scratch/many.c" <<'C'
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static pid_t make(int calls)
{
	pid_t pid = vfork();

	if (!pid) {
		for (int i = 0; i < calls; i++)
			chdir("/");
		_exit(0);
	}
	waitpid(pid, 0, 0);
	return pid;
}
int main(void)
{
	int last = open("/proc/sys/kernel/ns_last_pid", O_WRONLY);
	pid_t first = make(0);

	for (int i = 0; i < 20100; i++)
		make(0);
	/* Another process may have taken the number. */
	for (int i = 0; i < 1000; i++) {
		dprintf(last, "%d", first - 1);
		if (make(5) == first)
			return 0;
	}
	return 1;
}
C
if [ ! -w /proc/sys/kernel/ns_last_pid ] || ! "$scry" --engine=bpf -o "$scratch/probe" true 2>/dev/null; then
	not_tested "more processes than the page has threads: the bpf engine cannot run here"
elif ${CC:-cc} -w -o "$scratch/many" "$scratch/many.c" 2>"$scratch/ignored"; then
	trace -f --engine=bpf --on-overflow=wait -e trace=chdir,exit --report="$scratch/many.html" "$scratch/many"
	ends_with 0
	"$python" - "$scratch/many.html" >"$scratch/read" <<-'END'
		import json, re, sys
		page = open(sys.argv[1]).read()
		facts = json.loads(re.search(r'id="facts">(.*?)</script>', page, re.S).group(1))
		print(len(facts["threads"]), "threads, of which", sum(thread[8] > 1 for thread in facts["threads"]), "have other calls")
		print("left out", facts["left_out"] >= 100, ", 3 MB", len(page) < 3000000)
	END
	same "more processes than the page has threads" "20000 threads, of which 0 have other calls
left out True , 3 MB True" "$(cat "$scratch/read")"
else
	not_tested "more processes than the page has threads: no program can be made here"
fi

# Sockets.
trace --report="$scratch/sockets" "$python" -c 'import socket
a = socket.socket(); a.bind(("127.0.0.1", 0)); a.listen()
b = socket.create_connection(a.getsockname()); b.send(b"text"); b.close(); a.close()'
read_page "$scratch/sockets"
shows "$scratch/read" '^by_peer .*127\.0\.0\.1:[0-9]+.* [0-9]+ 0$'

# A read that waits for the other end of a pipe is a wait, as that of a terminal; a fast one is not.
if [ -z "${ENGINE_IS_BPF-}" ]; then
	{
		wait_for "the reader" test -e "$scratch/begun"
		for line in 1 2 3 4 5; do
			sleep 0.2
			echo
		done
	} | timeout -s KILL $((60 * patience)) "$scry" --report="$scratch/pipes" -e trace=read \
		sh -c ': >"$0/begun"; while read -r line; do :; done' "$scratch" 2>"$scratch/stderr"
	"$python" - "$scratch/pipes" >"$scratch/read" <<-'END'
		import json, re, sys
		facts = json.loads(re.search(r'id="facts">(.*?)</script>', open(sys.argv[1]).read(), re.S).group(1))
		for table in ("slow", "waits"):
		    for call in facts[table]:
		        print(table, call[4])
	END
	shows "$scratch/read" '^waits read\(0, "\\n", 1\)'
	shows "$scratch/read" '^slow read\([3-9], "\\177ELF'
fi

# Files that cannot be written.
trace --report="$scratch/no/page" true
ends_with 1
shows "$scratch/stderr" "^scry: --report: cannot write to '$scratch/no/page': No such file"
trace --report=/dev/full sh -c 'exit 3'
shows "$scratch/stderr" "^scry: writing to '/dev/full' failed: No space left"

# In a browser a fragment of the URL searches and opens a process.
browser=
for candidate in chromium-headless-shell chromium google-chrome; do
	command -v "$candidate" >/dev/null && browser=$candidate && break
done
# dom FRAGMENT: writes what the script made of the page.
dom()
{
	HOME=$scratch timeout $((60 * patience)) "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/browser" \
		--virtual-time-budget=20000 --dump-dom "file://$scratch/page.html$1" 2>"$scratch/browser.errors" |
		sed '/<script/,/<\/script>/d' >"$scratch/dom"
}
if [ -z "$browser" ]; then
	not_tested "the script of the page: no Chromium here"
elif dom '' && [ ! -s "$scratch/dom" ]; then
	not_tested "the script of the page: the browser shows nothing here: $(head -n 1 "$scratch/browser.errors")"
else
	shows "$scratch/dom" '<title>scry: sh '
	shows "$scratch/dom" 'data-ready="[0-9]+"'
	lacks "$scratch/dom" '<b>&amp;amp;'
	dom '#q=/no/'
	shows "$scratch/dom" '<mark>/no/</mark>&lt;/script&gt;&lt;script&gt;'
	shows "$scratch/dom" 'data-total="[1-9][0-9]*"'
	# A byte that is not UTF-8, as the table of files shows it: the record has \377.
	dom '#q=%EF%BF%BD'
	shows "$scratch/dom" 'data-total="[1-9][0-9]*"'
	number=$(grep -o '^\[[0-9]*,[0-9]*,[0-9]*,"cat"' "$scratch/page.html" | tr -d '[' | cut -d , -f 1)
	dom "#process=$number"
	shows "$scratch/dom" "aria-selected=\"true\".*cat $number "
	sed -n '/id="t-records"/,$p' "$scratch/dom" >"$scratch/records"
	shows "$scratch/records" "<td class=\"n\"[^>]*>cat $number</td>"
	lacks "$scratch/records" '<td class="n"[^>]*>sh '
	dom '#q=re:^chdir.*<b>'
	shows "$scratch/dom" 'data-total="1"'
	# Of a long command line the page has the beginning.
	# shellcheck disable=SC2046 # words
	trace -f --force --report="$scratch/page.html" sh -c '/bin/true "$@"; exit' sh $(seq -f 'word%g' 200)
	dom ''
	shows "$scratch/dom" '/bin/true word1 word2 word3'
fi
rm -rf "$scratch/browser"
finish
