#!/bin/sh
# SPDX-License-Identifier: MIT
# scry in a PID namespace with the /proc of another one, as after "unshare -pf" without --mount-proc or "nsenter -p": processes outside have
# the numbers of those inside. Nothing of them is shown, changed or traced. root gets a procfs of its own; for an ordinary user numbers are
# translated.
. "${srcdir:-.}/tests/live/lib.sh"
unset SCRY_ENGINE
need unshare setpriv setarch
last=/proc/sys/kernel/ns_last_pid
unshare -pf true 2>/dev/null || skip "no PID namespaces here"
[ -w "$last" ] || skip "no $last here: processes cannot have chosen numbers"
engines=ptrace
can_use_bpf "another /proc under the bpf engine" && engines="ptrace bpf"
chmod 755 "$scratch"
# An ordinary user may not reach the directory of the build.
cp "$scry" "$programs/victim" "$programs/crowd" "$scratch"
mv "$scratch/crowd" "$scratch/insider"
for file in secret shared shown; do
	echo "this is $file" >"$scratch/$file"
done

# --- processes outside, with the numbers that those inside will have ------------------------------

victims=
end_victims()
{
	# shellcheck disable=SC2086 # numbers
	[ -z "$victims" ] || kill -KILL $victims 2>/dev/null
	victims=
}
trap 'end_victims; [ "$failures" != 0 ] || rm -rf "$scratch"' EXIT

# Each has two numbers. Other tests may make processes between them.
first=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	setarch -R "$scratch/victim" watch 3<"$scratch/secret" >>"$scratch/changed" &
	victims="$victims $!"
	first=${first:-$!}
done

# In a namespace beside that of scry, processes have the same numbers and names as those that scry is asked for.
unshare -pf --kill-child "$scratch/insider" loop 1 3<"$scratch/shared" &
victims="$victims $!"

are_unharmed()
{
	for victim in $victims; do
		same "$1: tracers of processes outside" '' "$(sed -n 's/^TracerPid:[[:space:]]*[1-9].*/traced/p' /proc/"$victim"/task/*/status)"
		check "$1: process $victim runs" runs_untraced "$victim"
	done
	same "$1: processes outside with other memory" '' "$(cat "$scratch/changed")"
}

# --- what scry is asked inside --------------------------------------------------------------------

# The first process inside begins to count at its argument. Each answer is a file.
cat >"$scratch/inside.sh" <<'END'
echo $(($1 - 1)) >/proc/sys/kernel/ns_last_pid
shift
exec "$@" sh "$SCRATCH/questions.sh"
END
cat >"$scratch/questions.sh" <<'END'
cd "$SCRATCH/answers" || exit
# The numbers of the target are those of processes outside, as those of each program below.
"$SCRATCH/insider" loop 1 3<"$SCRATCH/shared" &
target=$!
sleep 30 &
other=$!
echo "$target" >target
# ask NAME OPTION... [COMMAND]
ask()
{
	name=$1
	shift
	timeout -s KILL $((60 * PATIENCE)) "$SCRY" --engine="$ENGINE" -o "$name" "$@" 2>"$name.err" </dev/null | cat >"$name.out"
}
threads_of()
{
	sed 's/ .*//' "$1" | sort -u | wc -l
}
# watch NAME OPTION...: traces the target for a moment
watch()
{
	name=$1
	shift
	"$SCRY" --engine="$ENGINE" -o "$name" "$@" 2>"$name.err" </dev/null &
	scry=$!
	tries=0
	until { [ "$(grep -c getppid "$name")" -gt 20 ] && [ "$(threads_of "$name")" -gt 1 ]; } 2>/dev/null || [ $((tries += 1)) -gt $((200 * PATIENCE)) ]; do
		sleep 0.02
	done
	kill -INT $scry
	wait $scry
}
[ "$ENGINE" != ptrace ] ||
	setarch -R "$SCRY" --engine=ptrace -E LD_PRELOAD -o poke -e trace=read -e inject=read:poke_exit=@arg2=5057:when=2 \
		"$SCRATCH/victim" read "$SCRATCH/shown" >poke.out 2>poke.err
ask names -y -e trace=read,close cat "$SCRATCH/shown"
ask only -P "$SCRATCH/shown" cat "$SCRATCH/shown"
ask commands -f -Y -e trace=kill sh -c "kill -0 $target; kill -0 $other; true"
ask children -f -Y -yy -e trace=openat sh -c "cat '$SCRATCH/shown'; true"
ask stacks -k -e trace=read cat "$SCRATCH/shown"
ask json --json -f -e trace=openat,kill sh -c "cat '$SCRATCH/shown'; kill -0 $target; true"
ask summary --summary=comm -f sh -c "cat '$SCRATCH/shown'; true"
ask parents -f -e trace=getppid --where="comm == 'insider' || ppid == 1" "$SCRATCH/insider" threads 1 1
ask recorded --record=recording -f -y -e trace=openat,read cat "$SCRATCH/shown"
"$SCRY" --replay=recording -y -o replayed 2>replayed.err
watch threads -f -e trace=getppid -p "$target"
watch program -f -e trace=getppid -p insider
watch file -f -e trace=getppid --file="$SCRATCH/shared"
watch comm -f -e trace=getppid --comm=insider
"$SCRY" --list-targets >list 2>list.err
timeout -s INT $((5 * PATIENCE)) "$SCRY" -e trace=getppid -p victim >nobody 2>nobody.err
sleep 30 | cat &
reader=$!
"$SCRY" --engine="$ENGINE" --why -o why -p $reader 2>why.err &
scry=$!
sleep 1
kill -INT $scry
wait $scry
kill $target $other $reader
END

# inside MODE COMMAND...: asks all questions with $engine in a namespace, as a user that the command becomes.
inside()
{
	mode=$1
	shift
	rm -rf "$scratch/answers"
	mkdir -m 777 "$scratch/answers"
	SCRATCH=$scratch SCRY=$scratch/scry ENGINE=$engine PATIENCE=$patience \
		timeout -s KILL $((200 * patience)) unshare -pf sh "$scratch/inside.sh" "$first" "$@" 2>"$scratch/stderr" ||
		fail "$mode, $engine: $(cat "$scratch/stderr")"
	answers=$scratch/answers
	target=$(cat "$answers/target")
	check "$mode, $engine: the number of the process inside, $target, is that of one outside, $victims" \
		grep -q victim "/proc/$target/comm"
	same "$mode, $engine: what is shown of processes outside" '' "$(grep -lE 'secret|victim' "$answers"/* | grep -vE '/(nobody.err|poke[.a-z]*)$')"
	[ "$engine" != ptrace ] || shows "$answers/poke.out" '^buffer: PWis is $'
	shows "$answers/names" "^read\\(3<$scratch/shown>, \"this is shown"
	shows "$answers/names" "^close\\(3<$scratch/shown>\\)"
	for call in openat read close; do
		shows "$answers/only" "^$call\\("
	done
	shows "$answers/commands" '<sh> kill\([0-9]+<insider>, 0\) += 0$'
	shows "$answers/commands" '<sh> kill\([0-9]+<sleep>, 0\) += 0$'
	shows "$answers/children" "<cat> openat\\(AT_FDCWD<$answers>, \"$scratch/shown\", O_RDONLY\\) += 3<$scratch/shown>"
	# A process can end before the bpf engine that takes over has read its stacks.
	[ "$engine" = auto ] || shows "$answers/stacks" '> .*libc\.so\.6\(__libc_start_main'
	lacks "$answers/stacks" unexpected_backtracing_error
	shows "$answers/json" '"comm":"cat".*"name":"openat".*/shown'
	shows "$answers/json" '"name":"kill"'
	shows "$answers/summary" ' cat$'
	shows "$answers/replayed" "read\\(3<$scratch/shown>, \"this is shown"
	for answer in threads program file comm; do
		awk '{ print $1 }' "$answers/$answer" | sort -u >"$scratch/threads"
		same "$mode, $engine, $answer: threads that are traced, $(tr '\n' ' ' <"$scratch/threads")" 2 "$(lines_of "$scratch/threads")"
		# By the bpf engine --comm chooses among all processes of the machine, and attaches to none.
		[ "$answer" = comm ] && [ "$engine" != ptrace ] || shows "$answers/$answer.err" "Process $target attached with 2 threads"
	done
	shows "$answers/list" " $target .*insider loop 1"
	shows "$answers/nobody.err" "no process is found by -p/--attach 'victim'"
	shows "$answers/why" 'sleep\[[0-9]+\]'
	are_unharmed "$mode, $engine"
}

for engine in $engines; do
	inside "a procfs of its own" env
done
if [ "$engines" != ptrace ]; then
	engine=auto
	SCRY_HAND_OVER=5
	inside "a procfs of its own" env
	SCRY_HAND_OVER=never
fi
engine=ptrace
user='setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all'
# shellcheck disable=SC2086 # words
inside "translated numbers" $user

# Before Linux 6.9 there are no pidfds of threads. Then those of all processes are looked through.
cat >"$scratch/older.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
long syscall(long nr, ...)
{
	long a[6];
	__builtin_va_list list;

	__builtin_va_start(list, nr);
	for (int i = 0; i < 6; i++)
		a[i] = __builtin_va_arg(list, long);
	__builtin_va_end(list);
	if (nr == SYS_pidfd_open && (int)a[1] & O_EXCL) {
		errno = EINVAL;
		return -1;
	}
	return ((long (*)(long, ...))dlsym(RTLD_NEXT, "syscall"))(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
}
END
if ${CC:-cc} -shared -fPIC -o "$scratch/older.so" "$scratch/older.c" 2>"$scratch/ignored"; then
	# shellcheck disable=SC2086
	inside "numbers translated without pidfds of threads" env LD_PRELOAD="$scratch/older.so" $user
else
	not_tested "a kernel without pidfds of threads: no compiler here"
fi

# --- other places ---------------------------------------------------------------------------------

# In a user namespace scry may only mount in a mount namespace of it.
if unshare -Urpf true 2>/dev/null; then
	SCRATCH=$scratch unshare -Urpf "$scry" -y -e trace=read -o "$scratch/names" cat "$scratch/shown" 2>"$scratch/errors" | cat >/dev/null
	same "messages about a foreign /proc in a user namespace" '' "$(cat "$scratch/errors")"
	shows "$scratch/names" "^read\\(3<$scratch/shown>, \"this is shown"
else
	not_tested "a foreign /proc in a user namespace: no user namespaces here"
fi

# After unshare(2) without a fork the tracer is process 1 of another namespace than the process that the user started.
unshare -p "$scry" -f -y -Y -e trace=read -o "$scratch/names" sh -c 'cat "$1"; exit 3' - "$scratch/shown" 2>"$scratch/errors" | cat >/dev/null
shows "$scratch/names" "^[0-9]+<cat> read\\(3<$scratch/shown>, \"this is shown"
shows "$scratch/names" 'exited with 3'

# The /proc of a namespace beside that of scry has no number for scry. root has a procfs of its own, a user does without.
mkfifo "$scratch/held"
unshare -pmf --mount-proc sh -c 'echo >"$1"; exec sleep 1000' - "$scratch/held" 2>/dev/null &
beside=$!
read -r _ <"$scratch/held"
beside=$(cat "/proc/$beside/task/$beside/children")
beside=${beside%% *}
victims="$victims $beside"
nsenter -m -t "$beside" "$scry" -y -e trace=read -o "$scratch/names" cat "$scratch/shown" 2>"$scratch/errors" | cat >/dev/null
same "messages about a foreign /proc to root" '' "$(cat "$scratch/errors")"
shows "$scratch/names" "^read\\(3<$scratch/shown>, \"this is shown"
chmod 666 "$scratch/names"
# shellcheck disable=SC2086
nsenter -m -t "$beside" $user "$scry" -f -Y -yy -k -e trace=read -o "$scratch/names" cat "$scratch/shown" 2>"$scratch/errors" | cat >/dev/null
same "messages about a foreign /proc to a user" "scry: /proc belongs to another PID namespace: what it says of processes, such as the files of \
descriptors, is not shown; mount -t proc proc /proc" "$(cat "$scratch/errors")"
shows "$scratch/names" '^[0-9]+ +read\(3, "this is shown'
finish
