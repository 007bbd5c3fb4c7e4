#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds scry for another machine, boots Debian's kernel for it in software, and runs tests there. Prints a line of each
# test, and of a failed test what it wrote; everything is in DIRECTORY/console.log. Installs the emulator and the compiler
# if they are not there; the kernel and the programs of the machine are packages of Debian that are unpacked.
#
#	check.sh MACHINE DIRECTORY [TEST...]	MACHINE as in maint/machines.tsv
#
# TEST may be tests/arch/recordings, which is run if no TEST is given, too: recordings are made on the machine, and this
# machine's scry, in the current directory, must replay what was printed there. RECORDINGS: names of tests/arch/recordings.tsv,
# without it all. KEEP: a directory to which the recordings are copied that
# tests/data/recordings has, too.
#
# SUITE: the suite of Debian that the kernel comes from. CPUS: of the machine. LIMIT: seconds of the machine for a test. TIME: seconds for
# all. ROUNDS, CALLS: how much the tests late_filter and hostile do.
# Status 77: the machine cannot be emulated, or there is no compiler for it, or Debian's packages cannot be had.
set -eu

me=check-arch
top=$(cd "$(dirname "$0")/../.." && pwd)
. "$top/maint/packages.sh"
. "$top/maint/machines.sh"
[ $# -ge 2 ] || die "usage: tests/arch/check.sh MACHINE DIRECTORY [TEST...]"
machine=$1 directory=$2
shift 2
emulator=$(machine_property "$machine" qemu) || die "no machine $machine in maint/machines.tsv, but:" $(machines)
suite=${SUITE:-$(machine_property "$machine" suite)}

# cannot REASON: ends as skipped.
cannot()
{
	echo "SKIPPED: $machine is not tested: $*"
	exit 77
}
# unpack OPTION... PACKAGE...: of Debian.
unpack()
{
	"$top/maint/unpack-debian" "$@" || cannot "its packages cannot be had from Debian"
}
package=$(machine_property "$machine" emulator)
case $package in
*/*)
	mkdir -p "$directory"
	unpack -s "${package%/*}" here "$directory/emulator" "${package#*/}"
	# -audio: for sound it would load modules of an installed emulator, which belong to another release, and end.
	libraries=$(cd "$directory/emulator/usr/lib/$(gcc -print-multiarch)" && pwd)
	emulator="$libraries/$(basename "$libraries"/ld-linux-*) --library-path $libraries
		${libraries%/lib/*}/bin/$emulator -L ${libraries%/lib/*}/share/qemu -audio none"
	;;
*)
	command -v "${emulator%% *}" >/dev/null || install_together "$package" || cannot "no ${emulator%% *} here"
	;;
esac
command -v cpio >/dev/null || install_together cpio || cannot "no cpio here"
recorded=
case "$* " in
' ' | *tests/arch/recordings\ *) recorded=yes ;;
esac
# The kernel of x86_64 runs the programs of i386, too. So the fixtures of i386 run here, and all of them, because that is fast. The reference is
# the strace of x86_64: that of i386 is a 32-bit program, and shows some numbers of 32-bit programs in its own way.
fixtures_here=
case $machine,$(uname -m) in i386,x86_64) fixtures_here=yes ;; esac
mkdir -p "$directory"
if [ $# -gt 0 ]; then
	printf '%s\n' "$@"
else
	sed 's/^#.*//; /^$/d; s/\t.*//' "$top/tests/arch/left-out.tsv" >"$directory/left-out"
	[ "$(machine_property "$machine" host32)" != - ] || echo '_i386\.fixture$' >>"$directory/left-out"
	make -s list-tests | grep -vE -f "$directory/left-out"
	[ -z "$fixtures_here" ] || make -s list-tests | grep '_native\.fixture$'
fi | sed "s|^$top/||; s|^\(\.\./\)*tests/|tests/|" | grep -vx 'tests/arch/recordings' | awk '!seen[$0]++' >"$directory/all-tests" || :
abis=$(machine_property "$machine" abis) debian32=$(machine_property "$machine" debian32)
# The 32-bit fixtures need something to compare with: a strace of that machine, or lines for their ABI.
[ "$debian32" != - ] || grep -q "^${abis#* }/" "$top/tests/arch/agree.tsv" ||
	sed -i '/_i386\.fixture$/d' "$directory/all-tests"
# fixtures native|i386: prints those that run.
fixtures()
{
	grep "_$1\\.fixture\$" "$directory/all-tests" || :
}
# What is built: scry, the tests that are programs, and the programs of the others.
targets="live-programs $(grep -v '\.sh$' "$directory/all-tests" || :)"
[ -z "$recorded" ] || targets="$targets
	$(sed 's/#.*//' "$top/tests/arch/recordings.tsv" | grep -oE 'tests/differential/[a-z]+_(native|i386)\.fixture' || :)"
# shellcheck disable=SC2086 # a list of words
SHARED=yes "$top/maint/cross-build" "$machine" "$directory" all $targets || {
	status=$?
	[ "$status" != 77 ] || cannot "no compiler or no libraries for $machine here"
	exit "$status"
}
# compared: the fixtures that are compared with the strace of the machine. agreeing: those that are compared with what scry shows of
# them here.
agreeing='' compared=$(grep '\.fixture$' "$directory/all-tests" || :)
if [ "$(uname -m)" = x86_64 ]; then
	! grep -q "^$machine/" "$top/tests/arch/agree.tsv" || agreeing=$(fixtures native)
	! grep -q "^${abis#* }/" "$top/tests/arch/agree.tsv" || agreeing="$agreeing $(fixtures i386)"
	# shellcheck disable=SC2086 # a list of words
	[ -z "${agreeing# }" ] || make -s scry tests/differential/list_values $agreeing
fi
[ "$debian32" != - ] || compared=$(fixtures native)
# The programs are those of sid, which has the reference. bookworm has packages of other names: no t64.
programs=$(machine_property "$machine" programs) other_names=
[ "$programs" != bookworm ] || other_names='s/t64//g'
# shellcheck disable=SC2046 # a list of packages
unpack -s "$programs" "$machine" "$directory/programs" $(sed "s/#.*//; $other_names" "$top/tests/arch/packages.txt")
# The reference for 32-bit programs is a 32-bit strace: the one of 64 bits shows their structs in its own layouts, or nothing of them. strace32:
# the kind of fixtures, native or i386, that it is the reference for.
strace32=
case $debian32 in
-) ;;
"$(machine_property "$machine" debian)") strace32=native ;;
*) ! grep -q '_i386\.fixture$' "$directory/all-tests" || strace32=i386 ;;
esac
[ "$strace32" != i386 ] ||
	unpack -s "$programs" "$debian32" "$directory/programs32" strace
unpack -a -s "$suite" "$machine" "$directory/kernel-$suite" "$(machine_property "$machine" kernel)"
here=$PWD
[ -z "${KEEP-}" ] || KEEP=$(cd "$KEEP" && pwd) || die "KEEP is no directory"
cd "$directory"
directory=$PWD
host=$(machine_property "$machine" host)

# What the machine has as its root: the programs of Debian, the tree, and what was built.
rm -rf image packed
mkdir -p image/scry/build
(cd programs && find . \( -path ./usr/share/doc -o -path ./usr/share/man -o -path ./usr/share/locale -o -path ./usr/include \
	-o -path ./usr/share/i18n -o -path ./usr/share/zoneinfo -o -path ./usr/lib/*/gconv -o -path ./usr/share/perl \
	-o -path ./usr/lib/*/perl -o -name '*.a' \) -prune -o -print | cpio --quiet -pdm ../image)
[ "$strace32" != i386 ] || {
	(cd programs32 && find usr/lib -type d -name gconv -prune -o -print | cpio --quiet -pdm ../image)
	cp programs32/usr/bin/strace image/usr/bin/strace32
}
(cd "$top" && tar -cf - tests man doc src/syscalls src/arch src/scry-log-merge maint README.md include) | tar -xf - -C image/scry
{
	find tests/live tests/live32 -type f -perm -u+x ! -name '*.sh'
	printf '%s\n' scry $targets
} | sort -u | while read -r name; do
	[ ! -f "$name" ] || echo "$name"
done | cpio --quiet -pdm image/scry/build
cp -r completions image/scry/build
cp Makefile config.h config.status image/scry/build
find image/scry/build -type f -perm -u+x -exec "$host-strip" -g {} + 2>/dev/null || :
cp "$top/tests/arch/init.sh" image/init
chmod +x image/init
# Scripts of packages make these otherwise.
ln -s gawk image/usr/bin/awk
mkdir -p image/etc image/root
echo 'root:x:0:0:root:/root:/bin/sh
nobody:x:65534:65534:nobody:/:/bin/sh' >image/etc/passwd
echo 'root:x:0:
nogroup:x:65534:' >image/etc/group
: >image/etc/resolv.conf
# The clock of the machine counts instructions, 1 ns each, and does not wait while all CPUs sleep: no result depends on how
# busy this machine is, and a test that hangs is over at once. With 4 ns a traced call takes more than 300 us on arm64 and s390x, so that
# a filter that comes later would not pay. The CPUs of the machine take turns, and each stop of a tracee wakes another one: two are half
# as fast as one. Some machines do not boot that way: their clock is that of this machine, which may be busy, so that tests have more time.
clock='-icount shift=0,sleep=off' cpus=1 limit=300
case $machine in riscv64 | loongarch64 | mips64el*) clock='' cpus=2 limit=1200 ;; esac
echo "PATIENCE=${PATIENCE:-8} CK_TIMEOUT_MULTIPLIER=${CK_TIMEOUT_MULTIPLIER:-60} LIMIT=${LIMIT:-$limit} \
ROUNDS=${ROUNDS:-2} CALLS=${CALLS:-200}" >image/settings
grep -v '\.fixture$' all-tests >image/tests || :

# The tests that compare with the reference run here; only the tracers run on the machine, or here as well.
differential()
{
	step=$1 test=$2
	if [ -n "$fixtures_here" ]; then
		set -- SCRY="$directory/scry"
	else
		set -- REMOTE="$directory/remote" REMOTE_STEP="$step" ABIS="$abis" \
			STRACE32="$strace32" \
			STRACE_VERSION="$(sed -n 's/^strace_\([0-9.]*\).*/\1/p' "$directory/programs/.packages")"
	fi
	(cd "$here" && env srcdir="$top" "$@" sh "$top/tests/differential/test.sh" "$directory/$test")
}
# traces_of FIXTURE: prints what the names of its files in the plan begin with: FAMILY.native or FAMILY.i386.
traces_of()
{
	basename "$1" .fixture | sed 's/\(.*\)_/\1./'
}
# verbose_of FIXTURE: prints the file with the arguments of scry with -v.
verbose_of()
{
	grep -lxe -v "remote/in/$(traces_of "$1")".*.scry
}
# plan_agree FIXTURE: leaves only that run in the plan.
plan_agree()
{
	mv "$(verbose_of "$1")" remote/kept
	rm "remote/in/$(traces_of "$1")".*
	mv remote/kept "remote/in/$(traces_of "$1").1.scry"
}
rm -rf remote
mkdir -p remote/in remote/out
for test in $(grep '\.fixture$' all-tests); do
	if [ -z "$fixtures_here" ] && [ -x "$test" ]; then
		differential plan "$test" >remote/plan.log 2>&1 || :
		echo "$compared" | grep -qx "$test" || plan_agree "$test"
	fi
done
if [ -n "$recorded" ]; then
	grep -v '^#' "$top/tests/arch/recordings.tsv" |
		while IFS='	' read -r name format command; do
			case " ${RECORDINGS-$name} " in
			*" $name "*) ;;
			*) continue ;;
			esac
			case $command in
			tests/*) [ -x "${command%% *}" ] || continue ;;
			esac
			printf '%s\t%s\t%s\n' "$name" "$format" "$command"
		done >remote/recordings
fi
cp -r remote image/remote
(cd image && find . | cpio --quiet -o -H newc >../initramfs)
# These machines have less than 320 MB of memory in one piece for it, 256 MB on mips.
case $machine in mips64el* | loongarch64) zstd -q --rm -f -3 -T0 initramfs && mv initramfs.zst initramfs ;; esac

kernel=$(find "kernel-$suite" -type f -name 'vmlinu[xz]*' | head -n 1)
[ -n "$kernel" ] || die "the package has no kernel"
# qemu reads no kernel that EFI would unpack by zstd: "zimg" at 4, the offset of what is compressed at 8, and its size.
number_at()
{
	od -An -t u4 -j "$1" -N 4 "$kernel" | tr -d ' '
}
if [ "$(od -An -c -j 4 -N 4 "$kernel" | tr -d ' ')$(od -An -c -j 24 -N 4 "$kernel" | tr -d ' ')" = zimgzstd ]; then
	tail -c +$(($(number_at 8) + 1)) "$kernel" | head -c "$(number_at 12)" | zstd -dcq >kernel.efi
	kernel=kernel.efi
fi
case $emulator in
*' -smp '*) ;;
*) emulator="$emulator -smp ${CPUS:-$cpus}" ;;
esac
# mawk waits for a block of input before it reads a line.
awk=awk
case $(awk -W version 2>/dev/null </dev/null) in mawk*) awk='awk -W interactive' ;; esac
# shellcheck disable=SC2086 # commands with options
timeout "${TIME:-3600}" $emulator $clock -nographic -nic none -no-reboot -m 2G -kernel "$kernel" -initrd initramfs \
	-append "console=$(machine_property "$machine" console) panic=-1 quiet rdinit=/init" </dev/null 2>&1 |
	tee console.log |
	$awk -v machine="$machine" '
		{ sub(/\r$/, "") }
		/^::: LOG / { text = ""; next }
		/^::: FILES/ { packed = 1; next }
		/^::: TRACED/ { next }
		/^::: PACKED/ { packed = 0; next }
		packed { print >"packed"; next }
		/^::: (PASS|SKIP|FAIL) / {
			print $2 ": " machine ": " $3 " (" $4 " s)"
			if ($2 != "PASS") printf "%s", text
			text = ""
			fflush()
			next
		}
		/^::: KERNEL/ { print machine ": Linux " $3 " " $4; fflush(); next }
		/^::: END/ { ended = 1; next }
		{ text = text "    " $0 "\n"; if (length(text) > 6000) text = substr(text, length(text) - 5000) }
		END { if (!ended) print "FAIL: " machine ": it stopped before the last test\n" text }' | tee results

base64 -d packed 2>/dev/null | tar -xzf - -C remote 2>/dev/null || :
# replays NAME FORMAT: a replay here must print what was printed on the machine.
replays()
{
	# shellcheck disable=SC2086 # a list of words
	"$here/scry" --replay="remote/out/$1.rec" $2 -o "remote/out/$1.replayed" 2>&1 &&
		[ -s "remote/out/$1.text" ] && cmp "remote/out/$1.text" "remote/out/$1.replayed"
}
# keep NAME FORMAT: copies a recording that was replayed well, if KEEP wants it.
keep()
{
	case ${KEEP:+$1} in
	text | json) ;;
	*) return 0 ;;
	esac
	cp "remote/out/$1.rec" "$KEEP/$machine-$1.rec" && cp "remote/out/$1.text" "$KEEP/$machine-$1.text" &&
		printf '%s\n' "$2" >"$KEEP/$machine-$1.options"
}
if [ -n "$recorded" ] && "$here/scry" -V 2>/dev/null | grep -q '^libzstd: yes'; then
	while IFS='	' read -r name format _; do
		# With -e trace a replay says that the recording has only these calls.
		if replays "$name" "$format" >remote/log 2>&1 && ! grep -qv " -e trace: " remote/log; then
			echo "PASS: $machine: the recording $name ($(wc -l <"remote/out/$name.text") lines)"
			keep "$name" "$format" || echo "FAIL: $machine: the recording $name cannot be copied to $KEEP"
		elif grep -q 'stacks cannot be had' "remote/out/$name.said"; then
			echo "SKIP: $machine: the recording $name: $(cat "remote/out/$name.said")"
		else
			echo "FAIL: $machine: the recording $name"
			sed 's/^/    /' "remote/out/$name.said" remote/log
		fi
	done <remote/recordings
elif [ -n "$recorded" ]; then
	echo "SKIP: $machine: recordings: no scry with libzstd in $here"
fi | tee -a results
for test in $compared; do
	if [ ! -x "$test" ]; then
		echo "SKIP: $machine: $test: no compiler for $(machine_property "$machine" host32) here"
	elif differential compare "$test" >remote/log 2>&1; then
		echo "PASS: $machine: $test ($(grep -c . remote/log) lines)"
	elif [ $? = 77 ]; then
		echo "SKIP: $machine: $test: $(cat remote/log)"
	else
		echo "FAIL: $machine: $test"
		tail -c 6000 remote/log | sed 's/^/    /'
	fi
done | tee -a results
# agree FIXTURE: what scry shows of it with -v on the machine must be what it shows here, whatever order bytes have in memory. tests/arch/agree.tsv
# has the name of the machine for 64-bit programs, and that of the ABI for 32-bit ones.
agree()
{
	traces=$(traces_of "$1") there=$(verbose_of "$1")
	case $traces in
	*.native) abi=x86_64 other=${abis%% *} known=$machine ;;
	*) abi=i386 other=${abis#* } known=$other ;;
	esac
	for list in "$abi" "$other"; do
		"$here/tests/differential/list_values" "$list" >"remote/lists.$list"
	done
	(cd "$here" && timeout "${LIMIT:-300}" setarch -R ./scry --seccomp-bpf=off -v -o "$directory/remote/here" "$1" </dev/null) &&
		python3 "$top/tests/arch/agree.py" "$top/src/arch/syscalls.tsv" "$abi:remote/lists.$abi:remote/here" \
			"$other:remote/lists.$other:remote/out/$(basename "${there%.scry}").raw" "$known/${traces%.*}" "$top/tests/arch/agree.tsv"
}
for test in $agreeing; do
	if [ ! -x "$test" ] || [ ! -x "$here/$test" ]; then
		echo "SKIP: $machine: $test: no compiler for it"
	elif agree "$test" >remote/log 2>&1; then
		echo "PASS: $machine: $test: $(tail -n 1 remote/log)"
	else
		echo "FAIL: $machine: $test as here"
		tail -c 6000 remote/log | sed 's/^/    /'
	fi
done | tee -a results
echo "$machine: $(grep -c ^PASS: results) passed, $(grep -c ^SKIP: results) skipped, $(grep -c ^FAIL: results) failed"
! grep -q ^FAIL: results && grep -q ^PASS: results
