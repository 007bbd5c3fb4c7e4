#!/bin/sh
# SPDX-License-Identifier: MIT
# Each module includes only shared types, public headers of modules before it, its own public header and its own headers.
. "${srcdir:-.}/tests/lib.sh"

# The order of doc/ARCHITECTURE.md, and the public headers of a module that has others than one of its name.
modules='util arch syscalls proc fetch tracee target stack decode uring output sink sets tampering where seccomp policy plan summary record why export otlp diff engine cli session'
shared_types='abi call event fd fetch hook kernel/capture kernel/machine kernel/record kernel/sieve kernel/sift kind list request sink type verdict'
# What the user asked for, and the interface of consumers: for cli, the session, and the files in which modules have consumers.
consumer_types='config consumer lines'

header_of()
{
	case $1 in
	sink) echo sinks ;;
	util) echo util bytes csv index json ;;
	fetch) echo answers kept_answers ;;
	sets) echo sets expression ;;
	tracee) echo tracee look ;;
	*) echo "$1" ;;
	esac
}

# consumer_types_of FILE: what of $consumer_types the file may include.
consumer_types_of()
{
	case $1 in
	src/*consumer.c | src/why/account.[ch] | src/why/cause.c | src/export/* | src/session/* | src/cli/* | include/scry/session.h | include/scry/cli.h | src/sink/lines.c) echo "$consumer_types" ;;
	esac
}

# What a file includes by quotes, as "LINE TARGET".
includes_of()
{
	sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$1"
}

# allowed TARGET: by the list of headers in $headers, for the module $module.
allowed()
{
	case $1 in
	config.h) return 0 ;;
	scry/*.h)
		name=${1#scry/}
		name=${name%.h}
		for word in $shared_types $headers $(consumer_types_of "$file"); do
			[ "$word" = "$name" ] && return 0
		done
		;;
	# Made files: numbers by arch, lists and rows by syscalls.
	syscall_ids.h) [ "$module" = arch ] && return 0 ;;
	export/report_strings.h) [ "$module" = export ] && return 0 ;;
	why/why_pages.h) [ "$module" = why ] && return 0 ;;
	flame_graph_js.h) [ "$module" = summary ] && return 0 ;;
	fields.h | lists.h | rows.h) [ "$module" = syscalls ] && return 0 ;;
	"$module"/*.h) return 0 ;;
	esac
	return 1
}

check_file()
{
	file=$1
	for target in $(includes_of "$1"); do
		check "$1 includes \"$target\", which is neither a shared type nor a public header of a module before $module" \
			allowed "$target"
	done
}

# never PATTERN WHY FILE...: the files must have no match outside comments.
never()
{
	pattern=$1 why=$2
	shift 2
	for file; do
		found=$(sed 's|/\*.*\*/||; s|^[ \t]*/\?\*.*||; s|"[^"]*"|""|g' "$file" | grep -nE "$pattern")
		check "$file: $why: $found" [ -z "$found" ]
	done
}

sources_of()
{
	find "$@" -name '*.[ch]' | sort
}

# The files of a directory do not call each other in a circle. Two circles are those of the data: looking a name up evaluates conditions and
# sizes, which look names up; emitting a value emits the values within it.
if can_run python3 'cycles of calls between files' && can_run nm 'cycles of calls between files'; then
	cycles=$(python3 "$srcdir/maint/call-cycles" | sed -n 's/^src\/\([^:]*\): [0-9]* files:/\1:/p')
	same "cycles of calls (maint/call-cycles -e)" "$(
		echo "decode:$(printf ' decode/%s' arrays described emit macros records sets strings struct_size structs whole)"
		echo "decode/lookup:$(printf ' decode/lookup/%s' condition extent hooks hooks_netlink scope walk)"
	)" "$cycles"
fi

cd "$srcdir" || exit 1
same "modules of src/ and modules of this test" "$(for module in $modules; do echo "$module"; done | sort)" \
	"$(find src -mindepth 1 -maxdepth 1 -type d | sed 's|src/||' | sort)"

headers=
for module in $modules; do
	headers="$headers $(header_of "$module")"
	for file in $(sources_of "src/$module"); do
		check_file "$file"
	done
done

for word in $consumer_types; do
	check "include/scry/$word.h exists" [ -e "include/scry/$word.h" ]
done

# A public header includes only shared types and public headers of modules before it. Shared types include only each other and util.
headers=
for module in $modules; do
	for header in $(header_of "$module"); do
		check "include/scry/$header.h exists" [ -e "include/scry/$header.h" ]
		[ -e "include/scry/$header.h" ] && check_file "include/scry/$header.h"
		headers="$headers $header"
	done
done
module=shared_types headers=util
for word in $shared_types; do
	check_file "include/scry/$word.h"
done

# shellcheck disable=SC2046 # lists of files
{
	never '\<(printf|fprintf|snprintf|sprintf|vsnprintf|puts|putchar|buf_printf|buf_put_hex|buf_put_dec)\(|\<ptrace\(|process_vm_readv\(' \
		'decode emits values and reads through fetch' $(sources_of src/decode src/syscalls)
	never 'decode/[a-z_]+\.h"|sink->ops->' 'looking up emits nothing' $(sources_of src/decode/lookup)
	never '\<(ptrace|fetch_read|process_vm_readv|tracee_[a-z_]+)\(' 'a sink never reads the tracee' \
		$(sources_of src/sink src/summary src/output)
	never '\<engine_(ptrace|bpf|gdb|auto)(\>|_)' 'an engine is asked what it does, not which one it is' \
		$(sources_of src/session src/sets src/tampering src/plan src/summary src/record src/why src/export src/otlp src/sink src/output)
	for_all_others=$(sources_of src include | grep -vE '^(src/proc/|include/scry/proc.h$)')
	found=$(grep -nE '"/proc(/|")' $for_all_others | grep -vF 'is not mounted here' | grep -vE 'belongs to another PID namespace|^[^:]*:[0-9]*:[ \t/]*\*|/\*[^"]*"/proc')
	check "only src/proc/ names files of /proc: $found" [ -z "$found" ]
	never '\<ptrace\(|<sys/ptrace.h>|<linux/ptrace.h>' 'only the engine speaks ptrace' \
		$(sources_of src/sets src/tampering src/seccomp src/cli src/util src/arch)
}

# configure refuses a machine without a port, with a list of those that have one. It has asked for no compiler then.
make_scratch
source=$PWD
(cd "$scratch" && "$source/configure" --host=vax-netbsd) >"$scratch/configure" 2>&1
same "configure for a machine without a port" 1 $?
check "its message names all machines" \
	grep -qF "scry knows no machine vax, but: x86_64 $(sed '1,/^machine/d; s/	.*//' maint/machines.tsv | tr '\n' ' ')" "$scratch/configure"
finish
