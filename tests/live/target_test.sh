#!/bin/sh
# SPDX-License-Identifier: MIT
# -P and -e trace-fds select calls by the files and descriptors in their arguments.
. "${srcdir:-.}/tests/live/lib.sh"

echo content >"$scratch/file"
ln -s file "$scratch/link"
script="exec 5<$scratch/link; read a <&5; : </dev/null; cat $scratch/file >/dev/null; cd /"

# -P with a symbolic link also selects calls on its target, and calls on descriptors of that file.
trace -f -P "$scratch/link" -o "$scratch/trace" sh -c "$script"
ends_with 0
same "message" "scry: Requested path \"$scratch/link\" resolved into \"$scratch/file\"" "$(cat "$scratch/stderr")"
shows "$scratch/trace" "openat\\(AT_FDCWD, \"$scratch/link\""
shows "$scratch/trace" "openat\\(AT_FDCWD, \"$scratch/file\""
shows "$scratch/trace" ' dup2\([0-9]+, 5\) += 5$'
shows "$scratch/trace" ' read\(0, "c", 1\) += 1$'
shows "$scratch/trace" '\+\+\+ exited with 0 \+\+\+$'
lacks "$scratch/trace" '/dev/null|chdir|"/etc'
trace -q -e quiet=path-resolution -P "$scratch/link" true
lacks "$scratch/stderr" Requested
trace -P "$scratch/none" -e trace=%desc true
same "calls on a file that is not used" 0 "$(grep -c '(' "$scratch/stderr")"

bpf=
"$scry" --engine=bpf -o /dev/null true 2>/dev/null && bpf=--engine=bpf
# names TARGET CALLS WORD...: runs walker with the words in $tree. -P TARGET must select exactly CALLS, in which
# descriptors are replaced by FD. TARGET is given as absolute and as relative path, with a filter and without.
names()
{
	target=$1 expected=$2
	shift 2
	for given in "$tree/$target" "$target"; do
		for options in --seccomp-bpf=off --seccomp-bpf=on $bpf; do
			(cd "$tree" && timeout -s KILL $((30 * patience)) "$scry" -a0 -e quiet=path-resolution $options \
				-e trace='!dup3,close' -o "$scratch/trace" -P "$given" "$programs/walker" "$@")
			same "$given: status" 0 $?
			same "-P $given $options: $*" "$expected" "$(sed -nE \
				's/^(openat|rename|renameat|symlink|chdir|mkdir|rmdir|newfstatat)(\(.*\)) = .*/\1\2/p' "$scratch/trace" |
				sed -E 's/\(([3-9]), /(FD, /; s/", [3-9], /", FD, /; s/, O_RDONLY(\|O_LARGEFILE)?\)/)/' | tr '\n' ' ' | sed 's/ $//')"
		done
	done
}

# Paths are relative to the working directory or to the directory of a descriptor.
programs=$(cd "$programs" && pwd)
tree=$scratch/tree
mkdir "$tree" "$tree/one" "$tree/two"
ln -s one "$tree/alias"
: >"$tree/h1" >"$tree/one/h1"
tree=$(cd "$tree" && pwd -P)
names h1 'openat(AT_FDCWD, "h1")' open=h1 open=one/h1 open=two/h1 open=h2
names h1 'openat(AT_FDCWD, "./h1") openat(AT_FDCWD, "one/../h1") openat(AT_FDCWD, ".//two/.././h1")' \
	open=./h1 open=one/../h1 open=one/h1 open=.//two/.././h1 open=../h1
names one/h1 'openat(FD, "h1") openat(FD, "one/h1") openat(FD, "../one/h1")' \
	at=one:h1 at=two:h1 at=.:one/h1 at=two:../one/h1
names one/h1 'openat(AT_FDCWD, "h1") openat(AT_FDCWD, "../one/h1")' \
	cd=one open=h1 cd=.. open=h1 cd=two open=../one/h1 open=h1
names one 'openat(AT_FDCWD, "one") chdir("one") openat(AT_FDCWD, ".") openat(AT_FDCWD, "../one/") openat(AT_FDCWD, "..") chdir("..")' \
	open=one open=. cd=one open=. open=../one/ mkdir=in cd=in open=.. open=../.. cd=.. rmdir=in
# Calls with two paths. Both may be the same string at one address, relative to different directories.
names h1 'rename("h1", "h2") rename("two/../h2", "h1")' rename=h1:h2 rename=h2:h3 rename=h3:h2 rename=two/../h2:h1
names two/h1 'renameat(FD, "h1", FD, "h1") renameat(FD, "h1", FD, "h1")' move=one:two:h1 move=two:one:h1 move=.:one:h9
# A symbolic link as last component is not the file that it points to, and the target of a new link is not a path that
# the call uses. Symbolic links to directories, and ".." after one, are resolved.
names one/h1 'openat(AT_FDCWD, "one/h1")' open=one/h1 cd=two link=h1:new open=new
rm -f "$tree/two/new"
if [ "$(printf '5.8\n%s\n' "$(uname -r)" | sort -V | head -n 1)" = 5.8 ] &&
	stat -f -c %T "$tree" | grep -qxE 'ext2/ext3|tmpfs|overlayfs|btrfs|xfs|zfs|f2fs'; then
	mkdir "$tree/one/deep"
	ln -s ../one/deep "$tree/two/far"
	: >"$tree/one/h3"
	names one/h1 'openat(AT_FDCWD, "alias/h1") openat(FD, "h1") openat(AT_FDCWD, "two/far/../h1")' \
		open=alias/h1 at=alias:h1 open=two/far/../h1 open=two/far/h1
	names two/h1 '' open=two/far/../h1
	names one/deep 'openat(AT_FDCWD, "two/far/") openat(AT_FDCWD, "two/far/.") chdir("two/far/")' \
		open=two/far/ open=two/far open=two/far/. cd=two/far/
	names one/h1 'openat(AT_FDCWD, "h1") openat(AT_FDCWD, "../alias/h1")' cd=alias open=h1 open=../alias/h1
	names alias/h1 'openat(AT_FDCWD, "one/h1") openat(AT_FDCWD, "alias/h1")' open=one/h1 open=alias/h1
else
	echo "$tree is not on a known local file system, or the kernel is older than 5.8: links to directories are not tested"
fi
# Links of processes in /proc lead to where they lead for the process that follows them.
names h1 'openat(AT_FDCWD, "/proc/self/cwd/h1") openat(AT_FDCWD, "/proc/self/cwd/../tree/h1") openat(FD, "self/cwd/h1")' \
	open=/proc/self/cwd/h1 open=/proc/self/cwd/../tree/h1 at=/proc:self/cwd/h1
# A file that does not exist yet, and a directory that was removed.
names two/none 'openat(AT_FDCWD, "two/none") openat(FD, "none")' open=two/none at=two:none open=none
names gone/h1 'openat(AT_FDCWD, "h1") openat(AT_FDCWD, "../gone/h1")' \
	mkdir=gone cd=gone rmdir=../gone open=h1 open=../gone/h1 open=h2

# A removed file is still selected by its former name. -c counts the same calls.
trace -P "$scratch/gone" sh -c "exec 3>$scratch/gone; rm $scratch/gone; echo 1 >&3"
shows "$scratch/stderr" '^write\(1, "1\\n", 2\) += 2$'
trace -c -U calls,name -P "$scratch/file" cat "$scratch/file"
shows "$scratch/stderr" '^ +1 openat$'
lacks "$scratch/stderr" 'execve$'

# --trace-fds selects the given descriptors, or with "!" all others. With -P a call needs to match only one of both.
trace -e trace-fds=7 -e trace=dup2,close sh -c 'exec 7</dev/null 8</dev/null 7<&- 8<&-'
same "calls on 7" 'dup2(3, 7) close(7)' "$(sed -n 's/ *= .*//p' "$scratch/stderr" | tr '\n' ' ' | sed 's/ $//')"
trace -e fds=!0,1,2,3,4 -e trace=close sh -c 'exec 7</dev/null; exec 7<&-'
shows "$scratch/stderr" '^close\(7\) '
lacks "$scratch/stderr" '^close\([0-4]\)'
trace --trace-fds=7 -P "$scratch/file" -e trace=close,openat sh -c "exec 7</dev/null 7<&-; : <$scratch/file"
shows "$scratch/stderr" '^close\(7\) '
shows "$scratch/stderr" '^openat\('
lacks "$scratch/stderr" ld.so.cache

# With -f the filter does not stop calls that have neither a path nor a descriptor; --debug shows that.
trace --debug --engine=ptrace -f -P /etc/passwd -o "$scratch/trace" head -c 9 /etc/passwd
ends_with 0
shows "$scratch/stderr" '^scry: -P/--trace-path, --trace-fds: [12][0-9][0-9] of [45][0-9][0-9] calls can meet the expression by their names$'
shows "$scratch/stderr" '^scry: seccomp filter on$'
same "calls with a filter" "$("$scry" --seccomp-bpf=off -f -P /etc/passwd head -c 9 /etc/passwd 2>&1 >/dev/null | sed -n 's/(.*//p')" \
	"$(sed -n 's/^[0-9]* *//; s/(.*//p' "$scratch/trace")"
trace --debug -f -P /etc/passwd -e trace=getpid,brk,openat true
shows "$scratch/stderr" ': 1 of 3 calls can meet'

# -P does not disturb any call of the fixtures.
for fixture in tests/differential/*_native.fixture; do
	case $fixture in */sweep_* | */calls_* | */requests_* | */numbers_*) continue ;; esac
	"$scry" -o /dev/null -P "$scratch/nowhere" "$fixture" >/dev/null 2>&1
	same "status of $fixture with -P" 0 $?
done
finish
