#!/bin/sh
# SPDX-License-Identifier: MIT
# Names of files, sockets, threads, programs and users with control characters, line breaks and characters that change
# the direction of text: they are escaped in text, JSON, tables, messages and pictures.
. "${srcdir:-.}/tests/live/lib.sh"
LC_ALL=C
export LC_ALL

escape=$(printf '\033')
evil=$(printf '\033[31m\033]0;evil\007\n\r\302\233\2331m\377\342\200\256dne')
mkdir "$scratch/here" "$scratch/$evil"
# A copy of the program has such a name too.
cp "$programs/names" "$scratch/$evil/$evil"

# harmless FILE WHAT: the file has no control bytes except newlines, and no UTF-8 control characters.
harmless()
{
	same "$2: control bytes" 0 "$(tr -d '\n' <"$1" | tr -cd '\000-\037\177' | wc -c | tr -d ' ')"
	same "$2: UTF-8 control characters" 0 "$(grep -ac "$(printf '\302[\200-\237]\|\342\200[\216\217\250-\256]\|\342\201[\246-\251]')" "$1")"
}
# ascii FILE WHAT: the file is harmless and has no bytes above ASCII.
ascii()
{
	harmless "$1" "$2"
	same "$2: bytes above ASCII" 0 "$(tr -cd '\200-\377' <"$1" | wc -c | tr -d ' ')"
}
go()
{
	(
		cd "$scratch/here" || exit
		timeout -s KILL $((30 * patience)) "$scry" "$@" "$program" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
	)
	status=$?
	rm -rf "$scratch/here"/*
}

for program in "$programs/names" "$scratch/$evil/$evil"; do
	for options in '' -f '-f -Y' '-f -yy -Y' '-f -y -v -s 500' '-N -i -n -T -X verbose' '-e read=all -e write=all' \
		'-C -f' '-c -f' '-k -f' '-x -yy' '-xx' '--strings-in-hex=non-ascii-chars -yy' '-f --always-show-pid -Y -q'; do
		go $options -o "$scratch/trace"
		ends_with 0
		ascii "$scratch/trace" "text with '$options'"
		ascii "$scratch/stderr" "stderr with '$options'"
		go $options
		ascii "$scratch/stderr" "text on stderr with '$options'"
	done
	# Colour codes are the only escape sequences.
	go --color=always -f -yy -Y
	shows "$scratch/stderr" "^$escape\\[1;36m"
	sed "s/$escape\\[[0-9;]*m//g" "$scratch/stderr" >"$scratch/plain"
	ascii "$scratch/plain" colours
	# Separate files.
	rm -f "$scratch"/each.*
	go -ff -yy -Y -o "$scratch/each"
	same files 2 "$(ls "$scratch"/each.* | wc -l | tr -d ' ')"
	for file in "$scratch"/each.*; do
		ascii "$file" "a file of -ff"
	done
	for options in '-f -yy -Y -v -k' '-c -f' '--summary=stack -f'; do
		go --json $options -o "$scratch/trace"
		harmless "$scratch/trace" "JSON with '$options'"
		if can_run jq "lines of JSON with '$options'"; then
			same "lines of JSON with '$options'" "$(lines_of "$scratch/trace")" "$(jq -c . "$scratch/trace" | wc -l | tr -d ' ')"
		fi
	done
	go --summary=stack -f
	harmless "$scratch/stderr" "a table of stacks"
	go --flame-graph="$scratch/picture.svg" --folded="$scratch/folded" -f
	harmless "$scratch/picture.svg" "a flame graph"
	harmless "$scratch/folded" "folded stacks"
	same "folded lines that end in no number" 0 "$(grep -cv ' [0-9]*$' "$scratch/folded")"
	! can_run python3 "the picture is XML" || check "the picture is XML" python3 -c '
import sys, xml.dom.minidom
xml.dom.minidom.parse(sys.argv[1])' "$scratch/picture.svg"
done

# The escaped names are complete.
program=$programs/names
if can_run jq "a path in JSON"; then
	go --json -o "$scratch/trace" -e trace=mkdir
	same "a path in JSON" "$(printf 'd%s' "$evil" | base64 -w 0)" "$(jq -r '.args?.pathname.path_base64 // empty' "$scratch/trace")"
fi
go -e trace=mkdir -s 1
shows "$scratch/stderr" '^mkdir\("d\\33\[31m\\33\]0;evil\\7\\n\\r\\302\\233\\2331m\\377\\342\\200\\256dne", 0700\) = 0$'
# A file name that is valid UTF-8 and has control characters.
turned=$(printf 'a\342\200\256b\302\233\342\200\250c')
trace --json -o "$scratch/trace" -e trace=openat cat "$scratch/$turned"
harmless "$scratch/trace" "JSON with a name of UTF-8 control characters"
shows "$scratch/trace" '/a\\u202eb\\u009b\\u2028c"'
! can_run jq "a turned name in JSON" || same "a turned name in JSON" "$scratch/$turned" \
	"$(jq -r 'select(.error.name == "ENOENT" and (.args.pathname.path | test("/a"))).args.pathname.path' "$scratch/trace" | tail -n 1)"
trace "./$turned"
harmless "$scratch/stderr" "a message with a name of UTF-8 control characters"
# Printable UTF-8 is not escaped in JSON and in messages.
plain=$(printf 'gr\303\274n \342\202\254')
trace --json -o "$scratch/trace" -e trace=%file cat "$scratch/$plain"
check "UTF-8 in JSON" grep -qF "$plain" "$scratch/trace"
trace "./$plain"
check "UTF-8 in a message" grep -qF "$plain" "$scratch/stderr"

# complain OPTION...: scry refuses the arguments with one harmless line.
complain()
{
	trace "$@"
	ends_with 1
	same "lines about a wrong $1" 1 "$(lines_of "$scratch/stderr")"
	harmless "$scratch/stderr" "the message of $1"
}
complain "./$evil"
complain "$evil"
complain -u "$evil" true
complain -e "$evil" true
complain -e "trace=%$evil" true
complain -e "signal=$evil" true
complain -e "inject=chdir:error=$evil" true
complain -e "$evil=1" true
complain -o "$scratch/$evil/$evil/trace" true
complain -ff -o "$scratch/$evil/no/trace" true
complain --folded="$scratch/no/$evil" true
complain "--$evil" true
complain -p "$evil"
complain -s "$evil" true
complain -X "$evil" true
complain --timestamps="$evil" true
trace -P "$scratch/$evil/../$evil" -e trace=none true
harmless "$scratch/stderr" "the message of -P"
SCRY_COLORS="$evil=1:error=$evil" trace --color=always -e trace=none true
sed "s/$escape\\[[0-9;]*m//g" "$scratch/stderr" >"$scratch/plain"
harmless "$scratch/plain" SCRY_COLORS
trace -E "$evil=$evil" --argv0="$evil" -v -s 500 -e execve true
ascii "$scratch/stderr" "a variable and argv0"
trace -o "$scratch/$evil/trace" -ff -e trace=none sh -c '/bin/true; exit 0'
same "files with such a name" 2 "$(ls -b "$scratch/$evil" | grep -c '^trace\.')"
finish
