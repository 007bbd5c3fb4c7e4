# SPDX-License-Identifier: MIT
# Installing packages on Debian and Ubuntu, for the scripts of this tree. Sourced; $me names the script in messages.
# A package is never installed if another one would have to be removed for it.

say()
{
	echo "$me: $*" >&2
}

die()
{
	say "$*"
	exit 1
}

as_root()
{
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif [ -t 0 ]; then
		sudo "$@"
	else
		sudo -n "$@"
	fi
}

apt()
{
	as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" >&2
}

apt_install()
{
	apt install --no-remove --no-install-recommends "$@"
}

# Succeeds if this user can install packages; otherwise says what to install.
packages_can_be_installed()
{
	if ! command -v apt-get >/dev/null; then
		say "this system has no apt-get; please install (Debian's names): $*"
	elif [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
		say "neither root nor sudo; please have installed: $*"
	else
		return 0
	fi
	return 1
}

# A fresh system has no lists of packages, and old lists name files that the mirror has deleted.
update_lists()
{
	[ -z "${lists_are_updated-}" ] || return 0
	apt update || say "apt-get update failed; going on with the lists that are there"
	lists_are_updated=yes
}

# install_together PACKAGE…: all of them or none.
install_together()
{
	packages_can_be_installed "$@" || return 1
	say "installing with apt-get: $*"
	update_lists
	apt_install "$@"
}

# install_required PACKAGE…: ends the script if one of them cannot be installed.
install_required()
{
	[ $# = 0 ] || install_together "$@" || die "cannot go on without these packages"
}

# install_each PACKAGE…: names each package that cannot be installed and goes on with the others.
install_each()
{
	[ $# -gt 0 ] || return 0
	packages_can_be_installed "$@" || {
		say "going on without these packages: what needs them is left out"
		return 0
	}
	install_together "$@" && return
	say "apt-get refuses all of them together: installing one at a time"
	for package; do
		apt_install "$package" ||
			say "$package is not available, or only if another package goes: what needs it is skipped"
	done
}

# includes COMPILER HEADER FLAGS…: a program with this header can be built.
includes()
{
	compiler=$1 header=$2
	shift 2
	# shellcheck disable=SC2086 # a compiler may have several words
	printf '#include <%s>\nint main(void) { return 0; }\n' "$header" |
		$compiler "$@" -x c -o /dev/null - >/dev/null 2>&1
}
