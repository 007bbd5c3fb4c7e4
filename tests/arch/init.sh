#!/bin/sh
# SPDX-License-Identifier: MIT
# The first process of the machine that tests/arch/check.sh boots. Runs the tests that /tests names, a line each, and
# prints of each "::: PASS NAME SECONDS", "::: SKIP ..." or "::: FAIL ...", and before that what it wrote.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm /run /tmp
mount -t devpts pts /dev/pts
mount -t tmpfs shm /dev/shm
mount -t tmpfs tmp /tmp
ln -s /proc/self/fd /dev/fd
ln -s fd/0 /dev/stdin
ln -s fd/1 /dev/stdout
ln -s fd/2 /dev/stderr
echo 0 >/proc/sys/kernel/printk
ip link set lo up
. /settings
export PATIENCE CK_TIMEOUT_MULTIPLIER ROUNDS CALLS srcdir=/scry LC_ALL=C

# Prints the seconds since the start.
seconds()
{
	read -r up _ </proc/uptime
	echo "${up%.*}"
}

# interpreter_of SCRIPT: prints the program that its first line names, with its arguments.
interpreter_of()
{
	sed -n '1s/^#! *//p' "$1"
}

# remote TRACER FILE: runs the tracer with the arguments in the file, as tests/differential/lib.sh wants it.
remote()
{
	result=/remote/out/$(basename "${2%.*}") calls=${2%.*}.calls
	program=$1 file=$2
	set --
	while read -r word; do
		case $word in
		CALLS) word=$calls ;;
		FILE) word=$result.raw ;;
		esac
		set -- "$@" "$word"
	done <"$file"
	case $program,${file##*/} in
	scry,*) program=/scry/build/scry ;;
	strace,*.i386.*) [ ! -x /usr/bin/strace32 ] || program=strace32 ;;
	esac
	# With -y the traces of both tracers have this name.
	timeout -k 5 "$LIMIT" setarch -R "$program" "$@" >/dev/null 2>/remote/log </dev/null
	echo $? >"$result.status"
	mv /remote/log "$result.log"
	echo "::: TRACED ${result##*/} $program $(seconds)"
}

cd /scry/build || exit 1
echo "::: KERNEL $(uname -r) $(uname -m) $(seconds)"
for tracer in strace scry; do
	for file in /remote/in/*."$tracer"; do
		[ ! -e "$file" ] || remote "$tracer" "$file"
	done
done
# Text or records, and a recording beside them.
if [ -e /remote/recordings ]; then
	while IFS='	' read -r name format command; do
		# shellcheck disable=SC2086 # lists of words
		timeout -k 5 "$LIMIT" ./scry -f $format --record="/remote/out/$name.rec" --record-environment -o "/remote/out/$name.text" $command \
			>/dev/null 2>"/remote/out/$name.said" </dev/null
		echo "::: TRACED $name.rec $(seconds)"
	done </remote/recordings
fi
if [ "$(ls /remote/out)" ]; then
	echo "::: FILES"
	tar -C /remote -czf - out | base64
	echo "::: PACKED"
fi
while read -r name; do
	begin=$(seconds)
	# shellcheck disable=SC2046 # a program and its arguments
	case $name in
	*.sh) timeout -k 10 "$LIMIT" $(interpreter_of "/scry/$name") "/scry/$name" ;;
	*.fixture) timeout -k 10 "$LIMIT" sh /scry/tests/differential/test.sh "$name" ;;
	*) timeout -k 10 "$LIMIT" "./$name" ;;
	esac >/tmp/log 2>&1 </dev/null
	status=$?
	case $status in
	0) result=PASS ;;
	77) result=SKIP ;;
	124) result=FAIL
		echo "it did not end in $LIMIT s" >>/tmp/log ;;
	*) result=FAIL ;;
	esac
	echo "::: LOG $name"
	tail -c 30000 /tmp/log
	echo
	echo "::: $result $name $(($(seconds) - begin))"
done </tests
echo "::: END $(seconds)"
sync
echo o >/proc/sysrq-trigger
sleep 20
