#!/bin/sh
# SPDX-License-Identifier: MIT
# A container runtime starts a program with the profile that scry has made of it: as root and as another user, with and without NO_NEW_PRIVS.
# RUNTIMES="PROGRAM..." names others than those of this machine. tests/programs/services.sh tries a server.
. "${srcdir:-.}/tests/live/lib.sh"

[ "$(id -u)" = 0 ] || skip "profiles in containers: only root can start them"
if [ -z "${RUNTIMES-}" ]; then
	for name in runc crun; do
		RUNTIMES="${RUNTIMES-} $(PATH=$PATH:/usr/sbin command -v $name)"
	done
fi
# shellcheck disable=SC2086 # a list of words
set -- $RUNTIMES
[ $# != 0 ] || skip "profiles in containers: no runc here, and no crun"
find_python
[ -n "$python" ] || skip "profiles in containers: no Python here"

chmod 755 "$scratch"
cat >"$scratch/bundle.py" <<'PYTHON'
# bundle.py DIRECTORY PROFILE USER NO_NEW_PRIVILEGES ARGUMENT...: writes config.json of a container that has the programs of this machine.
import json, os, sys
directory, profile, user, no_new_privileges = sys.argv[1:5]
rights = ["CAP_CHOWN", "CAP_DAC_OVERRIDE", "CAP_SETGID", "CAP_SETUID", "CAP_SETPCAP", "CAP_KILL"]
mounts = [{"destination": "/proc", "type": "proc", "source": "proc"},
          {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "mode=755"]}]
mounts += [{"destination": path, "type": "bind", "source": path, "options": ["rbind", "ro"]}
           for path in ("/usr", "/lib", "/lib64", "/bin", "/etc") if os.path.exists(path)]
config = {
    "ociVersion": "1.0.2", "hostname": "scry", "root": {"path": "root"}, "mounts": mounts,
    "process": {"terminal": False, "user": {"uid": int(user), "gid": int(user), "additionalGids": [int(user)]}, "args": sys.argv[5:],
                "env": ["PATH=/usr/bin:/bin"], "cwd": "/", "noNewPrivileges": no_new_privileges == "true",
                "capabilities": {kind: rights for kind in (["bounding", "effective", "permitted"] if user == "0" else ["bounding"])}},
    "linux": {"namespaces": [{"type": kind} for kind in ("pid", "ipc", "uts", "mount")], "cgroupsPath": "/scry-test-%d" % os.getppid()},
}
if profile:
    config["linux"]["seccomp"] = json.load(open(profile))
os.makedirs(directory + "/root", exist_ok=True)
json.dump(config, open(directory + "/config.json", "w"))
PYTHON

# run RUNTIME PROFILE USER NO_NEW_PRIVILEGES ARGUMENT...: its output is $scratch/stdout. crun knows either version of cgroups, and not both at once.
run()
{
	runtime=$1
	shift
	"$python" "$scratch/bundle.py" "$scratch" "$@"
	case $runtime in
	*crun*) set -- unshare -m sh -c 'mount -t cgroup2 none /sys/fs/cgroup && exec "$@"' - "$runtime" --cgroup-manager=disabled ;;
	*) set -- "$runtime" ;;
	esac
	(cd "$scratch" && timeout -s KILL $((60 * patience)) "$@" --root "$scratch/state" run "scry-test-$$" </dev/null) >"$scratch/stdout" 2>"$scratch/stderr"
	status=$?
	"$runtime" --root "$scratch/state" delete -f "scry-test-$$" 2>/dev/null
}

# The second one waits for a child in the handler of whose signal it may be.
# shellcheck disable=SC2016 # the inner shell expands it
{
	handler='trap "echo handled" USR1; (kill -USR1 $$; sleep 0.1) & wait; wait; exit 3'
	"$scry" -f --policy="$scratch/echo.json" echo hello >/dev/null
	"$scry" -f --policy="$scratch/values.json" --policy-arguments echo hello >/dev/null
	"$scry" -f --policy="$scratch/sh.json" sh -c "$handler" >/dev/null
}
for runtime; do
	version=$("$runtime" --version 2>&1 | head -n 1)
	run "$runtime" '' 0 false echo hello
	if [ "$status" != 0 ]; then
		not_tested "profiles in containers: $version starts none, so that no container can be made here: $(tail -n 1 "$scratch/stderr" | head -c 200)"
		continue
	fi
	for user in 0 1000; do
		for privileges in true false; do
			for profile in echo values; do
				run "$runtime" "$scratch/$profile.json" $user $privileges echo hello
				same "$version, user $user, NO_NEW_PRIVS $privileges, $profile: $(cat "$scratch/stderr")" '0 hello' "$status $(cat "$scratch/stdout")"
			done
			run "$runtime" "$scratch/sh.json" $user $privileges sh -c "$handler"
			same "$version, user $user, NO_NEW_PRIVS $privileges, sh: $(cat "$scratch/stderr")" '3 handled' "$status $(cat "$scratch/stdout")"
			# What the profile does not allow is refused.
			run "$runtime" "$scratch/echo.json" $user $privileges mkdir /made
			check "$version, user $user, NO_NEW_PRIVS $privileges: mkdir is refused" [ "$status" != 0 ]
			shows "$scratch/stderr" 'not implemented'
		done
	done
done

# A program that handles signals may wait for one in another run.
shows "$scratch/sh.json" '"rt_sigsuspend"'
lacks "$scratch/echo.json" '"rt_sigsuspend"'
finish
