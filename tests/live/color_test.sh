#!/bin/sh
# SPDX-License-Identifier: MIT
# --color: the text is the same except for colour codes, and there are no other escape sequences.
. "${srcdir:-.}/tests/live/lib.sh"

unset SCRY_COLORS NO_COLOR
esc=$(printf '\033')
script='cd /; cd /none; kill -USR1 $$'
trap_script="trap : USR1; $script"

# plain FILE: prints the file without colour codes, with N for each number. The blanks before the result of kill()
# are normalised too, because they depend on the number of digits of the pid.
plain()
{
	sed "s/$esc\\[[0-9;]*m//g; s/[0-9][0-9]*/N/g; /kill(/s/)  *=/) =/" "$1"
}

for options in '' '-N -v -y' '-r -T -X verbose -n' '-f -Y'; do
	# shellcheck disable=SC2086 # lists of words
	trace $options -e trace=!getrandom,brk,mmap,munmap,mprotect,arch_prctl --color=always -o "$scratch/colors" sh -c "$trap_script"
	# shellcheck disable=SC2086
	trace $options -e trace=!getrandom,brk,mmap,munmap,mprotect,arch_prctl -o "$scratch/trace" sh -c "$trap_script"
	plain "$scratch/colors" | sed 's/Nx[Na-f]*/A/g' >"$scratch/one"
	plain "$scratch/trace" | sed 's/Nx[Na-f]*/A/g' >"$scratch/two"
	check "$options: without codes it is: $(diff "$scratch/one" "$scratch/two" | head -n 4)" cmp -s "$scratch/one" "$scratch/two"
	shows "$scratch/colors" "$esc\\[1;36mchdir$esc\\[m"
	lacks "$scratch/trace" "$esc"
done

# Each part of a line has the colour that SCRY_COLORS gives it.
SCRY_COLORS='syscall=1:argval=2:const=3:retval=4:error=5:punct=:comment=7:call=8:argname=9'
export SCRY_COLORS
trace --color=always -e trace=openat,exit_group sh -c ': </none; exit 3'
line=$(grep '/none' "$scratch/stderr" | head -n 1 | sed "s/$esc\\[\\([0-9]*\\)m/{\\1}/g")
same "a line" '{1}openat{}({3}AT_FDCWD{}, {2}"/none"{}, {3}O_RDONLY{})     = {5}-{}{5}1{} {5}ENOENT{} {5}(No such file or directory){}' "$line"
shows "$scratch/stderr" "^$esc\\[8m\\+\\+\\+ exited with [0-9] \\+\\+\\+$esc\\[m\$"
SCRY_COLORS="error=31$esc[5m:nothing=1:syscall"
trace --color=always -e trace=none true
shows "$scratch/stderr" "SCRY_COLORS: 'error=31.033.5m' is no colour"
shows "$scratch/stderr" "SCRY_COLORS: unknown word 'nothing'"
shows "$scratch/stderr" "SCRY_COLORS: 'syscall' is no colour"
unset SCRY_COLORS

# Themes: the first word, or what the terminal says of its background.
trace --color=always -e trace=chdir sh -c 'cd /'
shows "$scratch/stderr" "$esc\\[33m\"/\"$esc"
SCRY_COLORS=light trace --color=always -e trace=chdir sh -c 'cd /'
shows "$scratch/stderr" "$esc\\[38;5;94m\"/\"$esc"
COLORFGBG='0;15' trace --color=always -e trace=chdir sh -c 'cd /'
shows "$scratch/stderr" "$esc\\[38;5;94m\"/\"$esc"
COLORFGBG='0;15' SCRY_COLORS='dark:argval=4' trace --color=always -e trace=chdir sh -c 'cd /'
shows "$scratch/stderr" "$esc\\[4m\"/\"$esc"
lacks "$scratch/stderr" 'unknown word'

# Tables have the same text in colours: what a row is about, and errors.
for options in '-c -S name -U calls,errors,name' '--summary=comm,syscall -S name -U calls,errors,name' '-C -S name -U calls,errors,name -e trace=none'; do
	# shellcheck disable=SC2086 # lists of words
	trace $options -f --color=always -o "$scratch/colors" sh -c 'cd /; cd /none'
	# shellcheck disable=SC2086
	trace $options -f -o "$scratch/trace" sh -c 'cd /; cd /none'
	sed "s/$esc\\[[0-9;]*m//g; /+++/d; /^measuring error/d" "$scratch/colors" >"$scratch/one"
	sed '/+++/d; /^measuring error/d' "$scratch/trace" >"$scratch/two"
	check "$options: without codes it is: $(diff "$scratch/one" "$scratch/two" | head -n 4)" cmp -s "$scratch/one" "$scratch/two"
	lacks "$scratch/trace" "$esc"
	case $options in
	*none*) ;;
	*) shows "$scratch/colors" " 2 +$esc\\[31m1$esc\\[m .*$esc\\[1;36mchdir$esc\\[m$" ;;
	esac
done
trace --summary=comm --summary-format=csv --color=always true
lacks "$scratch/stderr" "$esc"
trace --summary=comm --json --color=always true
lacks "$scratch/stderr" "$esc"

# Colours are used on terminals or with "always", and never in JSON. Escape sequences of the tracee are not printed.
trace --color -e trace=none true
lacks "$scratch/stderr" "$esc"
trace --color=always --json -e trace=chdir sh -c 'cd /'
lacks "$scratch/stderr" "$esc"
trace --color=always -o "$scratch/trace" -e trace=chdir sh -c "cd '$esc[41mred'; cd '\"$esc[42m'"
lacks "$scratch/trace" "$esc\\[4[12]m"
# Readable text on request: UTF-8 as it is, other bytes and what changes the direction of text as escapes.
trace --strings-in-hex=non-utf8 -o "$scratch/trace" -e trace=chdir sh -c "cd 'dé日本$(printf '\377\342\200\256')'"
shows "$scratch/trace" '^chdir\("[^"]*/dé日本\\xff\\xe2\\x80\\xae"\)'
# A terminal gets colours without an option. NO_COLOR and TERM=dumb prevent that.
if can_run script "colours on a terminal"; then
	for case in 'TERM=xterm yes' 'TERM=dumb no' 'TERM= no' 'TERM=xterm,NO_COLOR=1 no'; do
		# shellcheck disable=SC2046 # a list of words
		env $(echo "${case% *}" | tr , ' ') script -qec "'$scry' -e trace=none true" /dev/null </dev/null >"$scratch/terminal"
		case $case in
		*yes) shows "$scratch/terminal" "$esc\\[" ;;
		*) lacks "$scratch/terminal" "$esc" ;;
		esac
	done
fi
trace --color=sometimes true
ends_with 1
shows "$scratch/stderr" "^scry: --color 'sometimes': it takes auto, always or never\$"
finish
