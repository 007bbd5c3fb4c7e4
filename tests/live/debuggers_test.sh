#!/bin/bash
# SPDX-License-Identifier: MIT
# Without -f scry leaves ptrace to the command and its children: debuggers, tracers and LeakSanitizer work in them as
# without scry, under make as well.
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
}

compare strace "$strace -o $scratch/nested -e trace=getppid $programs/steady 100"
compare scry "$scry -o $scratch/nested -e trace=getppid $programs/steady 100"
compare "scry with a filter" "$scry -f -o $scratch/nested -e trace=getppid $programs/steady 100"
if command -v gdb >/dev/null; then
	compare gdb "gdb -q -batch -ex run $programs/steady"
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
	done
else
	not_tested "LeakSanitizer: no program with it can be made here"
fi
finish
