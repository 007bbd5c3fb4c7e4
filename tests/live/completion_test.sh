#!/bin/sh
# SPDX-License-Identifier: MIT
# What the shells complete behind "scry": asked of the shells themselves, those that are here.
. "${srcdir:-.}/tests/lib.sh"
need bash

# complete LINE: what bash offers for its last word, a word a line.
complete()
{
	bash -c '. ./completions/scry.bash
		COMP_LINE=$1 COMP_POINT=${#1}
		_scry
		printf "%s\n" "${COMPREPLY[@]}"' bash "$1" 2>&1
}
offers() { complete "$1" | grep -qxF -e "$2"; }
offers_not() { ! offers "$1" "$2"; }

check "a call" offers 'scry -e opena' openat
check "only calls that begin so" offers_not 'scry -e opena' close
check "a qualifier" offers 'scry -e tra' trace=
check "a call behind a qualifier" offers 'scry -e trace=opena' openat
check "a call behind a comma" offers 'scry -f -e trace=read,opena' read,openat
check "a class behind !" offers 'scry -e trace=!%fi' '!%file'
check "a signal" offers 'scry -e signal=SIGIN' SIGINT
check "a long option" offers 'scry --follo' --follow-forks
check "a value of a long option" offers 'scry --seccomp-bpf=o' off
check "a pid" offers "scry -p $$" "$$"
check "a file behind -o" offers "scry -o $PWD/Make" "$PWD/Makefile"
check "a command" offers 'scry -f -o x ls' ls
check "nothing behind a number" offers_not 'scry -s 1' ls

if command -v zsh >/dev/null; then
	check "zsh reads its file" zsh -n completions/_scry
	check "zsh offers" zsh -fc 'autoload -Uz compinit && compinit -D -u && fpath=(completions $fpath) &&
		autoload -Uz _scry && which _scry >/dev/null'
fi
if command -v fish >/dev/null; then
	check "fish offers a call" sh -c 'HOME=/nonexistent fish --no-config -c "source completions/scry.fish
		complete -C \"scry -e opena\"" | grep -q "^openat"'
	check "fish offers an option" sh -c 'HOME=/nonexistent fish --no-config -c "source completions/scry.fish
		complete -C \"scry --follo\"" | grep -q "^--follow-forks"'
fi
finish
