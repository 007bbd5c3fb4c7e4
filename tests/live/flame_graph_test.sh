#!/bin/sh
# SPDX-License-Identifier: MIT
# --flame-graph, --folded, --stack-weight: files with the calls by stack.
. "${srcdir:-.}/tests/live/lib.sh"

"$scry" -V | grep -q '^libunwind: yes' || skip "scry was built without libunwind"
compiler=${CC:-cc}
command -v "$compiler" >/dev/null || skip "no C compiler here"
"$compiler" -g -O1 -o "$scratch/program" "$srcdir/tests/live/programs/stacks.c" || skip "nothing can be built here"

# A program name with markup and bytes that are not UTF-8 must not break the picture.
hostile="$scratch/<b>&\"'\\;$(printf '\377\033')"
cp "$scratch/program" "$hostile"

trace --flame-graph="$scratch/graph.svg" -e trace=brk,read,futex "$hostile"
ends_with 0
lacks "$scratch/stderr" '^brk'
python=$(command -v python3)
if can_run python3 "the picture is well-formed XML"; then
	check "the picture is well-formed XML" "$python" -c \
		'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$scratch/graph.svg"
fi
trace --flame-graph="$scratch/one.svg" -e trace=chdir sh -c 'cd /'
shows "$scratch/one.svg" '1 call, 0 errors, '
lacks "$scratch/one.svg" '1 calls, '
lacks "$scratch/graph.svg" '<b>'
# A browser scrolls a picture of many rows instead of shrinking it.
same "the height" "$(sed -n 's/.* viewBox="0 0 1200 \([0-9]*\)".*/\1/p' "$scratch/graph.svg")" "$(sed -n 's/.* height="\([0-9]*\)" style=.*/\1/p' "$scratch/graph.svg" | head -n 1)"
lacks "$scratch/graph.svg" 'https?://[^w]'
same "work in the picture" 18 \
	"$(sed -n '/<title>work$/{N;s/.*\n\([0-9]*\) calls.*/\1/p;}' "$scratch/graph.svg")"

trace --folded="$scratch/folded" -e trace=read "$hostile"
same "fields of a folded line" yes "$(awk -F'[; ]' '/read_nothing/ && $NF ~ /^[0-9]+$/ { print "yes"; exit }' "$scratch/folded")"
lacks "$scratch/folded" "$(printf '\033')"

# With "bytes" only transferred bytes count; with "time" the unit is nanoseconds.
head -c 5000 /dev/zero >"$scratch/zeros"
trace --folded="$scratch/folded" --stack-weight=bytes -f -e trace=read,copy_file_range,brk sh -c "cat '$scratch/zeros'"
shows "$scratch/folded" '^cat;.*;(read|copy_file_range) [0-9]+$'
lacks "$scratch/folded" ';brk [0-9]+$'
same "bytes of the file" yes "$(awk '/^cat;.*;(read|copy_file_range) / { sum += $NF } END { if (sum >= 5000) print "yes" }' "$scratch/folded")"
trace --folded="$scratch/folded" --stack-weight=time -e trace=nanosleep,clock_nanosleep sleep 0.05
same "time slept" yes "$(awk -v patience="$patience" '/;clock_nanosleep / { if ($NF >= 50000000 && $NF < 5000000000 * patience) print "yes" }' "$scratch/folded")"

# With -k or -C the calls are printed as well; -c prints its own table.
trace -C --folded="$scratch/folded" -e trace=futex "$scratch/program"
shows "$scratch/stderr" '^futex\('
shows "$scratch/stderr" ' total$'
lacks "$scratch/stderr" '^ > '
trace -k --folded="$scratch/folded" -e trace=futex "$scratch/program"
shows "$scratch/stderr" '^ > .*\(wake_nobody\+'

# The file is written even if nothing was counted. A file that cannot be written is reported at the start.
trace --flame-graph="$scratch/graph.svg" -e trace=none "$scratch/program"
ends_with 0
shows "$scratch/graph.svg" 'nothing was counted'
trace --flame-graph="$scratch/no/graph.svg" "$scratch/program"
ends_with 1
shows "$scratch/stderr" "^scry: cannot write to '$scratch/no/graph.svg'"
if [ -z "${ENGINE_IS_BPF-}" ] && "$scry" -V | grep -q '^libzstd: yes'; then
	trace --record="$scratch/recording" true
	for option in flame-graph folded; do
		trace --replay="$scratch/recording" "--$option=$scratch/none"
		ends_with 1
		same "--$option of a recording without stacks" "scry: --$option: the recording has no stacks; --record keeps them with -k" "$(cat "$scratch/stderr")"
		check "--$option leaves no file" [ ! -e "$scratch/none" ]
	done
fi
trace --stack-weight=time "$scratch/program"
ends_with 1
trace --summary=heap "$scratch/program"
ends_with 1
trace -ff -o "$scratch/trace" --summary=stack "$scratch/program"
ends_with 1

# In a browser the fragment of the URL zooms and searches.
browser=
for candidate in chromium-headless-shell chromium google-chrome; do
	command -v "$candidate" >/dev/null && browser=$candidate && break
done
if [ -n "$browser" ]; then
	trace --flame-graph="$scratch/graph.svg" -e trace=brk,read,futex "$scratch/program"
	number=$(grep '<title>' "$scratch/graph.svg" | grep -n '<title>work$' | cut -d: -f1)
	HOME=$scratch timeout $((60 * patience)) "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/browser" \
		--dump-dom "file://$scratch/graph.svg#zoom=$((number - 1))&search=^grow" \
		>"$scratch/dom" 2>"$scratch/browser.errors"
	if [ -s "$scratch/dom" ]; then
		one_line=$(tr '\n' ' ' <"$scratch/dom" | sed 's/<g /\n<g /g')
		same "width of the frame that was zoomed to" 1200 \
			"$(echo "$one_line" | sed -n 's/.*<title>work .* width="\([0-9.]*\)".*/\1/p')"
		same "a frame outside the zoomed one is hidden" yes \
			"$(echo "$one_line" | grep '<title>wake_nobody ' | grep -q 'display: *none' && echo yes)"
		same "the frame that matches the search" grow_heap \
			"$(echo "$one_line" | sed -n 's/.*class="f match".*<title>\([a-z_]*\) .*/\1/p')"
		shows "$scratch/dom" 'matched: [0-9]+\.[0-9]+ %'
	else
		not_tested "the script in the picture: the browser shows nothing here: $(head -n 1 "$scratch/browser.errors")"
	fi
else
	not_tested "the script in the picture: no Chromium here"
fi
rm -rf "$scratch/browser"
finish
