#!/bin/sh
# SPDX-License-Identifier: MIT
# The completions of the installed shells for command lines of scry. The shells themselves are run.
. "${srcdir:-.}/tests/lib.sh"
need bash
make_scratch

# complete LINE: prints what bash offers for the last word, one word per line.
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
check "only calls with that prefix" offers_not 'scry -e opena' close
check "a qualifier" offers 'scry -e tra' trace=
check "a call after a qualifier" offers 'scry -e trace=opena' openat
check "a call after a comma" offers 'scry -f -e trace=read,opena' read,openat
check "a class after !" offers 'scry -e trace=!%fi' '!%file'
check "a signal" offers 'scry -e signal=SIGIN' SIGINT
check "a long option" offers 'scry --follo' --follow-forks
check "a value of a long option" offers 'scry --seccomp-bpf=o' off
check "a pid" offers "scry -p $$" "$$"
check "a file after -o" offers "scry -o $PWD/Make" "$PWD/Makefile"
check "a command" offers 'scry -f -o x ls' ls
check "nothing after a number" offers_not 'scry -s 1' ls

check "a file after -P" offers "scry -P $PWD/Make" "$PWD/Makefile"
check "a file after --trace-path=" offers "scry --trace-path=$PWD/Make" "$PWD/Makefile"
check "a field of --where" offers "scry --where pee" peer.port
check "a call after several short options" offers 'scry -fe opena' openat
printf '' >"$scratch/one.rec"
check "a file after --diff and a file" offers "scry --diff a.rec $scratch/on" "$scratch/one.rec"
check "no command there" offers_not 'scry --diff a.rec l' ls
check "a command after --" offers 'scry --diff a.rec -- l' ls
check "the command name of a process" offers 'scry --comm ' "$(cat /proc/$$/comm)"
check "what is done to calls" offers 'scry -e inject=openat:' error=
check "what is done to calls besides" offers 'scry -e inject=openat:error=EIO:wh' when=
check "a signal that is sent" offers 'scry -e inject=openat:signal=SIGIN' SIGINT
for directory in /sys/fs/cgroup/*/; do
	name=${directory%/}
	[ ! -d "$directory" ] || check "a cgroup below /sys/fs/cgroup" offers "scry --cgroup=${name#/sys/fs/cgroup/}" "${name#/sys/fs/cgroup/}"
	break
done
[ ! -d /sys/fs/cgroup ] || check "only directories of cgroups" offers_not 'scry --cgroup=/sys/fs/cgroup/cgroup.pro' /sys/fs/cgroup/cgroup.procs
check "a word after a comma" offers 'scry -U time,ca' time,calls

# Every option and qualifier with a fixed list of values offers all of them. Lines of $expected: "LINE TAB WORD".
expected=$scratch/expected
awk -F '\t' '
$1 == "option" { value = $7 }
$1 == "qualifier" { value = $4 }
value !~ /^(one|list)-of / { next }
{
	n = split(value, words, " ")
	for (i = 2; i <= n; i++) {
		if ($1 == "qualifier")
			print "scry -e " $2 "=\t" words[i]
		if ($1 == "option" && $3 != "-")
			print "scry " $3 "=\t" words[i]
		if ($1 == "option" && $4 == "argument" && $2 != "-")
			print "scry -f " $2 " \t" words[i]
	}
}' completions/words.tsv | LC_ALL=C sort -u >"$expected"
cut -f1 "$expected" | uniq >"$scratch/lines"
{
	printf '%s\n' 'scry -e trace=opena' 'scry -e inject=opena' 'scry --trace=read,opena' \
		"scry -P $PWD/Make" "scry --trace-path=$PWD/Make"
} >>"$scratch/lines"

# The values that scry names in its message about a wrong value must be offered too.
awk -F '\t' '$1 == "option" && $3 != "-" && $4 != "none" { print $3 }' completions/words.tsv |
	while read -r option; do
		"$scry" -c "$option=." true 2>&1 >/dev/null |
			sed -n '/secontext/d; s/.*\(: it takes\|; it can be\) //p' | grep -v '^a \|\[' | sed 's/ or /, /; s/, /\n/g' |
			sed "s/^/scry $option=	/"
	done | LC_ALL=C sort >"$scratch/suggested"
check "there are words in messages" [ "$(wc -l <"$scratch/suggested")" -gt 80 ]
same "words of messages that are not completed" "" "$(LC_ALL=C comm -23 "$scratch/suggested" "$expected")"

# Expressions of --where. Lines of $expressions: "LINE TAB WORD". A shell may offer more than the last word of the line: what stands
# before it, too. Without a word nothing may be offered.
expressions=$scratch/expressions
cat >"$expressions" <<END
scry --where 'name == openat && args.fl	args.flags
scry --where "name == openat && args.fl	args.flags
scry --where='name == openat && args.fl	args.flags
scry -e where='name == openat && args.fl	args.flags
scry -e 'where=name == openat && args.fl	args.flags
scry -fe 'where=name in {close, openat} && !(args.fl	args.flags
scry --record-when=where='name == openat && args.fl	args.flags
scry --record-when 'where=name == openat && args.fl	args.flags
scry --where 'path ~ "a && b" && name == connect && args.addr.po	args.addr.port
scry --where 'name == poll && all args.fds[1].ev	args.fds[1].events
scry -e trace=openat --where args.fl	args.flags
scry -fe openat --where 'failed && args.fl	args.flags
scry -f --trace=close,openat --where=args.fl	args.flags
scry --trace close,openat -e where=args.fl	args.flags
scry --where 'failed && pee	peer.port
scry --where 'failed || 	duration
scry --record-when=where=pee	peer.port
scry --where 'name == opena	openat
scry --where 'name in {close, opena	openat
scry --where 'class == netw	network
scry --where 'signal == SIGIN	SIGINT
scry --where 'name == ioctl && args.argp.op == BLKPG_AD	BLKPG_ADD_PARTITION
scry --where=help:opena	openat
scry --where args.fl
scry --where 'failed && args.fl
scry --where 'name != openat && args.fl
scry -e trace=!openat --where args.fl
scry -e trace=close --where args.fl
scry -e trace=openat --where 'name == close && args.fl
scry --where 'path under /e
scry --where 'path ~ "name == openat && args.fl
scry --where 'error == pee
scry --where 'failed pee
scry --where 'name == openat && args.flags has O_CR
scry -e trace=openat --where \`$scratch/bin/other\`'args.fl	args.flags
scry -e trace=openat --where '\`touch $scratch/ran\` args.fl	args.flags
scry -e trace=openat --where "\`touch $scratch/ran\` args.fl	args.flags
scry --where \$($scratch/bin/other)'args.fl
scry --where ($scratch/bin/other)'args.fl
END
cut -f1 "$expressions" >>"$scratch/lines"
PATH=${scry%/*}:$PATH

mkdir "$scratch/bin"
printf '#!/bin/sh\ntouch %s/ran\n' "$scratch" >"$scratch/bin/other"
chmod +x "$scratch/bin/other"
for word in other missing/scry; do
	check "$word in place of scry" offers_not "$scratch/bin/$word --where 'name == openat && args.fl" "name == openat && args.flags"
done
check "scry by its path" offers "${scry%/*}/scry --where 'name == openat && args.fl" "name == openat && args.flags"
check "the quote is not closed" offers "scry --where 'name == openat && args.fl" "name == openat && args.flags "
check "quotes in quotes" offers 'scry --where "path ~ \"a\" && pee' 'path ~ \"a\" && peer.ip'
check "a value with blanks before" offers "scry -o 'a b' -fe opena" openat

# offers_all SHELL FILE: the file has what the shell offered, as "LINE TAB WORD". It must have all of $expected.
offers_all()
{
	LC_ALL=C sort -u "$2" >"$2.sorted"
	same "$1 does not offer" "" "$(LC_ALL=C comm -23 "$expected" "$2.sorted" | head)"
	for line in 'scry -e trace=opena' 'scry -e inject=opena'; do
		check "$1: $line" grep -qxF "$line	openat" "$2"
	done
	check "$1: --trace=read,opena" grep -qx 'scry --trace=read,opena	\(read,\)\?openat' "$2"
	for option in '-P ' --trace-path=; do
		check "$1: $option" grep -q "^scry $option.*	.*Makefile" "$2"
	done
	same "$1 does not offer" "" "$(awk -F '\t' '
		FILENAME == ARGV[1] { offered[$1] = offered[$1] $2 "\n"; next }
		$2 != "" && !index(offered[$1], $2 "\n")
		$2 == "" && offered[$1] ~ /[^\n]/ { print $1, "but should not:", offered[$1] }' "$2" "$expressions")"
	check "$1 runs nothing of the line" [ ! -e "$scratch/ran" ]
}

bash -c '. ./completions/scry.bash
	while IFS= read -r line; do
		COMP_LINE=$line COMP_POINT=${#line}
		_scry
		for word in "${COMPREPLY[@]}"; do
			printf "%s\t%s\n" "$line" "$word"
		done
	done' <"$scratch/lines" >"$scratch/bash" 2>&1
offers_all bash "$scratch/bash"

if can_run zsh "completion in zsh"; then
	check "zsh reads its file" zsh -n completions/_scry
	# Completion works only in the line editor, so zsh runs in a pseudo-terminal. compadd is replaced by a function
	# that records the words.
	cat >"$scratch/zshrc" <<-'END'
		PROMPT= LISTMAX=1000
		fpath=($PWD/completions $fpath)
		autoload -Uz compinit
		compinit -D -u
		compadd() {
			local -a matches
			if [[ ${@[1,(i)(-|--)]} != *-[OAD]* ]]; then
				builtin compadd -O matches "$@"
				printf "$asked\t%s\n" $matches >>$scratch/zsh
			fi
			builtin compadd "$@"
		}
		offer() {
			_main_complete
			compstate[insert]= compstate[list]=
		}
		zle -C offer list-choices offer
		offers_all() {
			for asked in "${(@f)$(<$scratch/lines)}"; do
				BUFFER=$asked CURSOR=$#asked
				zle offer
			done
			exit
		}
		zle -N zle-line-init offers_all
	END
	scratch=$scratch timeout $((240 * patience)) zsh -fc 'zmodload zsh/zpty
		zpty shell zsh -fi
		zpty -w shell "source $scratch/zshrc"
		while zpty -r shell seen; do :; done' >"$scratch/terminal" 2>&1
	touch "$scratch/zsh"
	offers_all zsh "$scratch/zsh"
fi
if can_run fish "completion in fish"; then
	# offered_by_fish LINE: prints what fish offers.
	offered_by_fish()
	{
		HOME=$scratch fish --no-config -c 'source completions/scry.fish
			complete -c true -l almost-all
			complete -C $argv[1]' "$1" | cut -f1
	}
	HOME=$scratch fish --no-config -c 'source completions/scry.fish
		while read -l line
			complete -C "$line" | string replace -r "\t.*" "" | string replace -r "^-*[a-z-]+=" "" |
				while read -l word
					printf "%s\t%s\n" "$line" "$word"
				end
		end' <"$scratch/lines" >"$scratch/fish" 2>&1
	offers_all fish "$scratch/fish"
	check "fish offers a call" sh -c 'echo "$1" | grep -qx openat' sh "$(offered_by_fish 'scry -e opena')"
	same "fish offers an option" --follow-forks "$(offered_by_fish 'scry --follo')"
	same "fish offers no option of scry after the command" "" \
		"$(offered_by_fish 'scry -f -o x false --follo')"
	same "fish offers the command's options" --almost-all "$(offered_by_fish 'scry -fo x -e read true --almost-a')"
	# A value has no description of the option.
	for option in engine cgroup comm format U; do
		dash=--$option=
		[ "${#option}" -gt 1 ] || dash="-$option "
		HOME=$scratch fish --no-config -c 'source completions/scry.fish; complete -C $argv[1]' "scry $dash" >"$scratch/offered"
		help=$(awk -F '\t' -v name="$option" '$1 == "option" && ($3 == "--" name || $2 == "-" name) { print substr($6, 1, 20) }' completions/words.tsv)
		check "help of $option" [ -n "$help" ]
		check "fish offers values of $option" [ -s "$scratch/offered" ]
		check "fish does not repeat the help of $option" sh -c '! grep -qF -- "$1" "$2"' sh "$help" "$scratch/offered"
	done
	# A cgroup is a directory of /sys/fs/cgroup, by its path or below it.
	for directory in /sys/fs/cgroup/*/; do
		[ -d "$directory" ] || continue
		name=${directory#/sys/fs/cgroup/}
		check "fish: a cgroup" sh -c 'echo "$1" | grep -qxF -e "--cgroup=$2"' sh "$(offered_by_fish "scry --cgroup=")" "$name"
		check "fish: the path of a cgroup" sh -c 'echo "$1" | grep -qxF -e "--cgroup=$2"' sh "$(offered_by_fish "scry --cgroup=/sys/fs/cgroup/")" "$directory"
		same "fish offers it once" "" "$(offered_by_fish "scry --cgroup=${name%?}" | grep -v '^--cgroup=[^=]*$')"
		break
	done
	check "fish offers a command" sh -c 'echo "$1" | grep -qx ls' sh "$(offered_by_fish 'scry -f -o x ls')"
fi
finish
