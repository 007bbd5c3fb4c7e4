#!/bin/bash
# SPDX-License-Identifier: MIT
# Debuggers, tracers and LeakSanitizer below scry work as without it: without -f scry leaves ptrace to the children, with -f it releases them,
# under make as well.
. "${srcdir:-.}/tests/live/lib.sh"

need make
need_strace
cat >"$scratch/Makefile" <<'MAKE'
run:
	@sh -c '$(COMMAND)' >$(OUTPUT) 2>&1; echo "status $$?" >>$(OUTPUT)
MAKE

# compare WHAT COMMAND: a shell command, as the command of scry and below make, against the same without scry.
compare()
{
	local what=$1 command=$2 bare
	sh -c "$command" >"$scratch/bare" 2>&1
	bare=$?
	trace -e trace=connect -o "$scratch/trace" sh -c "$command"
	same "status of $what" "$bare" "$status"
	trace -e trace=connect -o "$scratch/trace" make -s -f "$scratch/Makefile" COMMAND="$command" OUTPUT="$scratch/made"
	ends_with 0
	same "status of $what under make" "status $bare" "$(tail -n 1 "$scratch/made")"
	trace -e trace=connect -o "$scratch/trace" $command
	same "status of $what as the command" "$bare" "$status"
	for engine in auto ptrace; do
		trace -f --engine=$engine -o "$scratch/trace" make -s -f "$scratch/Makefile" COMMAND="$command" OUTPUT="$scratch/made"
		ends_with 0
		same "status of $what under make, all traced by $engine" "status $bare" "$(tail -n 1 "$scratch/made")"
	done
	shows "$scratch/trace" '\+\+\+ released to its debugger, process [0-9]+ \+\+\+$'
}

compare strace "$strace -o $scratch/nested -e trace=getppid $programs/steady 100"
compare scry "$scry -o $scratch/nested -e trace=getppid $programs/steady 100"
compare "scry with a filter" "$scry -f -o $scratch/nested -e trace=getppid $programs/steady 100"
if command -v gdb >/dev/null; then
	compare gdb "gdb -q -batch -ex run $programs/steady"
	# A process that runs is attached to, and traced again when gdb has gone. The bpf engine does not take over from ptrace here.
	trace -f --engine=ptrace -o "$scratch/trace" sh -c 'sleep 1000 & gdb -q -batch -p $! -ex "info inferiors"; kill $!; wait $!; echo "status $?"'
	ends_with 0
	shows "$scratch/stdout" '^\* 1 +process [0-9]+'
	same "status of a process that gdb has attached to" "status 143" "$(tail -n 1 "$scratch/stdout")"
	debugged=$(sed -nE 's/^([0-9]+) +\+\+\+ killed by SIGTERM.*/\1/p' "$scratch/trace")
	shows "$scratch/trace" "^$debugged +\\+\\+\\+ released to its debugger"
else
	not_tested "gdb: no gdb here"
fi

# LeakSanitizer does not work in a process that is traced itself, whatever traces it: as a child it does.
cat >"$scratch/leak.c" <<'C'
#include <stdlib.h>
int main(int argc, char **argv)
{
	void *volatile kept = malloc(10);

	(void)argv;
	if (argc > 1)
		kept = NULL;
	return 0;
}
C
if ${CC:-cc} -fsanitize=address -o "$scratch/leak" "$scratch/leak.c" 2>"$scratch/ignored" && "$scratch/leak"; then
	for arguments in "" leak; do
		sh -c "exec $scratch/leak $arguments" >"$scratch/bare" 2>&1
		bare=$?
		trace -e trace=connect -o "$scratch/trace" make -s -f "$scratch/Makefile" COMMAND="$scratch/leak $arguments" \
			OUTPUT="$scratch/made"
		same "status of LeakSanitizer under make" "status $bare" "$(tail -n 1 "$scratch/made")"
		lacks "$scratch/made" 'does not work under ptrace'
		for engine in auto ptrace; do
			trace -f --engine=$engine -o "$scratch/trace" "$scratch/leak" $arguments
			ends_with "$bare"
			lacks "$scratch/stderr" 'does not work under ptrace'
		done
		# scry traces the process again to its end.
		shows "$scratch/trace" "released to its debugger"
		shows "$scratch/trace" "exited with $bare "
	done
else
	not_tested "LeakSanitizer: no program with it can be made here"
fi

# A process with many threads, each of which waits in a call that an interruption would make fail. strace attaches to all of them
# and lets them go, or is killed; the threads end as without it, and scry sees their ends.
cat >"$scratch/threads.c" <<'C'
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int ends[2];
static void *run(void *unused)
{
	char byte;

	return read(ends[0], &byte, 1) == 1 ? unused : run;
}
int main(void)
{
	pthread_t threads[3];
	void *result;
	int failed = pipe(ends);
	char line[8];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	/* The test closes stdin when the tracer has come. */
	while (fgets(line, sizeof(line), stdin))
		;
	failed |= write(ends[1], "abc", 3) != 3;
	for (int i = 0; i < 3; i++) {
		pthread_join(threads[i], &result);
		failed |= result != NULL;
	}
	return failed ? 1 : 7;
}
C
cat >"$scratch/attach" <<'SH'
mkfifo "$1/input"
"$1/threads" <"$1/input" &
threads=$!
exec 3>"$1/input"
until [ "$(ls "/proc/$threads/task" | wc -l)" = 4 ]; do sleep 0.02; done
"$2" -f -o "$1/nested" -p "$threads" 3>&- &
tracer=$!
until [ "$(grep -l "^TracerPid:[[:space:]]$tracer$" /proc/$threads/task/*/status | wc -l)" = 4 ]; do sleep 0.02; done
kill -s "$3" "$tracer"
wait "$tracer"
exec 3>&-
wait "$threads"
echo "status $?"
rm "$1/input"
SH
if ${CC:-cc} -pthread -o "$scratch/threads" "$scratch/threads.c" 2>"$scratch/ignored"; then
	for signal in INT KILL; do
		trace -f --engine=ptrace -o "$scratch/trace" sh "$scratch/attach" "$scratch" "$strace" $signal
		ends_with 0
		same "status of threads that strace has attached to, until $signal" "status 7" "$(tail -n 1 "$scratch/stdout")"
		# strace tries its abilities on a process of its own. scry may take a thread back before strace has it, and release it again.
		same "threads that were released, until $signal" 5 \
			"$(sed -nE 's/^([0-9]+) .*released to its debugger.*/\1/p' "$scratch/trace" | sort -u | wc -l)"
		shows "$scratch/trace" 'exited with 7 '
	done
else
	not_tested "threads: no program can be made here"
fi

# A stopped process stays stopped, and its stop is shown once.
trace -f --engine=ptrace -o "$scratch/trace" sh -c 'sleep 1000 & p=$!; kill -STOP $p; until grep -q "^State:.[Tt]" /proc/$p/status; do sleep 0.02; done
	"$0" -o "$1" -p $p & until grep -q "^TracerPid:.$!\$" /proc/$p/status; do sleep 0.02; done; kill $!; wait $!; grep -c "^State:.[Tt]" /proc/$p/status
	kill $p; kill -CONT $p; wait $p; echo "status $?"' "$strace" "$scratch/nested"
ends_with 0
same "a stopped process" "1 status 143" "$(tr '\n' ' ' <"$scratch/stdout" | sed 's/ $//')"

# With the bpf engine a process that sleeps since before it took over stays with ptrace until a debugger asks for it.
cat >"$scratch/attacher.c" <<'C'
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
/* Whether the process sleeps: field 3 of proc_pid_stat(5). */
static int sleeps(pid_t pid)
{
	char path[32], line[64] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	file = fopen(path, "r");
	if (file && !fgets(line, sizeof(line), file))
		line[0] = 0;
	if (file)
		fclose(file);
	return strstr(line, ") S ") != NULL;
}
int main(void)
{
	int tries = 1, status;
	pid_t pid = fork();

	if (!pid)
		for (;;)
			pause();
	while (!sleeps(pid))
		usleep(10000);
	for (int i = 0; i < 4000; i++)
		syscall(SYS_getppid);
	while (ptrace(PTRACE_ATTACH, pid, 0, 0))
		if (tries++ == 1500 || usleep(20000))
			return 1;
	waitpid(pid, NULL, 0);
	if (ptrace(PTRACE_DETACH, pid, 0, 0) || kill(pid, SIGTERM) || waitpid(pid, &status, 0) != pid)
		return 1;
	printf("attached %s, signal %d\n", tries > 1 ? "later" : "at once", WTERMSIG(status));
	return 0;
}
C
if ! "$scry" --engine=bpf -o "$scratch/probe" true 2>/dev/null; then
	not_tested "a process that sleeps: the bpf engine cannot run here"
elif ${CC:-cc} -o "$scratch/attacher" "$scratch/attacher.c" 2>"$scratch/ignored"; then
	SCRY_HAND_OVER=4000 trace -f -o "$scratch/trace" "$scratch/attacher"
	ends_with 0
	same "a process that sleeps" "attached later, signal 15" "$(cat "$scratch/stdout")"
	same "messages" 1 "$(grep -cE '^scry: process [0-9]+ could not be debugged, .* now it can: try again' "$scratch/stderr")"
	shows "$scratch/trace" 'killed by SIGTERM'
else
	not_tested "a process that sleeps: no program can be made here"
fi

# It needs no ptrace: a process that has a tracer is traced from then on, and what it makes, and made before.
# is_whole FILE PART CALLS: a trace has the calls of a part of debugged.c, each once.
is_whole()
{
	same "$how: calls of part $2" "$(seq 0 $(($3 - 1)) | tr '\n' ' ')" \
		"$(sed -nE "s/.*getpriority\($(printf '0x%x' $((100 + $2))).*, ([0-9]+)[) ].*/\1/p" "$1" | tr '\n' ' ')"
}
for how in traceme seize; do
	if "$scry" --engine=bpf -o "$scratch/probe" true 2>/dev/null; then
		SCRY_HAND_OVER=2000 trace -f -o "$scratch/trace" "$programs/debugged" $how
		ends_with 0
		same "$how: the debugged process" "status 6" "$(cat "$scratch/stdout")"
		for part in "1 10" "2 20" "3 30" "4 40"; do
			is_whole "$scratch/trace" $part
		done
		# It waits in a read since before, and in another one later.
		debugged=$(sed -nE 's/^([0-9]+) .*released to its debugger.*/\1/p' "$scratch/trace")
		same "$how: results of reads" 2 "$(grep -cE "^$debugged +(read\(|<... read resumed>).*\"\\\\0\", 1\) += 1\$" "$scratch/trace")"
		shows "$scratch/trace" ' \+\+\+ exited with 5 \+\+\+$'
		shows "$scratch/trace" ' \+\+\+ exited with 6 \+\+\+$'
	else
		not_tested "a process that has a tracer: the bpf engine cannot run here"
	fi
	# ptrace takes it back when it is let go, with its child.
	trace -f --engine=ptrace -o "$scratch/trace" "$programs/debugged" $how
	ends_with 0
	is_whole "$scratch/trace" 2 20
	is_whole "$scratch/trace" 4 40
	shows "$scratch/trace" ' \+\+\+ exited with 5 \+\+\+$'
	shows "$scratch/trace" ' \+\+\+ exited with 6 \+\+\+$'
done

# JSON and a replay say the same.
trace -f --engine=ptrace --json -o "$scratch/json" --record="$scratch/record" "$strace" -o "$scratch/nested" true
if command -v jq >/dev/null; then
	check "the debugger in JSON" jq -es 'any(.[]; .type == "detached" and .debugger > 0)' "$scratch/json"
fi
find_python
validate "$scratch/json" "records of a release"
if "$scry" -V | grep -q '^libzstd: yes'; then
	trace --replay="$scratch/record" -o "$scratch/trace"
	shows "$scratch/trace" '\+\+\+ released to its debugger, process [0-9]+ \+\+\+$'
fi

# With a filter a line says why there can be no debugger, once.
trace -f -e trace=connect --seccomp-bpf=on -o "$scratch/trace" "$strace" -o "$scratch/nested" true
ends_with 1
same "messages" 1 "$(grep -cE '^scry: process [0-9]+ cannot be debugged: .* --seccomp-bpf=off .* --engine=bpf ' "$scratch/stderr")"
# Both ways out that it names are closed to options that need the filter.
shows "$scratch/stderr" 'without --try-policy and --seccomp-bpf=on, which need that filter, --seccomp-bpf=off'
if "$scry" -V | grep -q '^libseccomp: yes'; then
	echo '{"defaultAction": "SCMP_ACT_ALLOW"}' >"$scratch/profile.json"
	trace --try-policy="$scratch/profile.json" -o "$scratch/trace" "$strace" -o "$scratch/nested" true
	ends_with 1
	shows "$scratch/stderr" 'cannot be debugged: .* without --try-policy and --seccomp-bpf=on, which need that filter'
fi
trace -f -e trace=connect --seccomp-bpf=off -o "$scratch/trace" "$strace" -o "$scratch/nested" true
ends_with 0
lacks "$scratch/stderr" 'cannot be debugged'
# A process whose parent is scry cannot have that as its tracer twice.
cat >"$scratch/traceme.c" <<'C'
#include <errno.h>
#include <sys/ptrace.h>
int main(void)
{
	return ptrace(PTRACE_TRACEME, 0, 0, 0) ? errno : 0;
}
C
if ${CC:-cc} -o "$scratch/traceme" "$scratch/traceme.c" 2>"$scratch/ignored"; then
	trace -f --engine=ptrace "$scratch/traceme"
	ends_with 1
	lacks "$scratch/stderr" 'released'
fi
finish
