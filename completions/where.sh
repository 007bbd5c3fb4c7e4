# SPDX-License-Identifier: MIT
# Prints the words that can end an expression of --where, a word a line. Each shell runs this text as
#	sh -c TEXT sh SCRY EXPRESSION FIELDS CALLS SIGNALS [WORD]...
# SCRY is the first word of the command line, EXPRESSION ends at the cursor, the WORDs stand before it on the command line.
# Of the command line only SCRY runs, and only if its name is scry.
set -f
scry=$1 fields=$3 calls=$4 signals=$5
# A string in the expression is a value like 0. Nothing is offered in a string.
text=$(printf '%s\n' "$2" | tr '\n\t' '  ' |
	sed -E "s/\"([^\"\\\\]|\\\\.)*\"|'([^'\\\\]|\\\\.)*'/0/g; s/ not +in\>/ in/g; s/ \$//")
shift 5
case $text in
*[\"\']*) exit ;;
esac
word=${text##*[!]A-Za-z0-9_./:*?+@%#[-]}
before=$(printf '%s\n' "${text%"$word"}" | sed 's/ *$//')

# names WORD...: prints the names of the calls that the expression names after "name ==" and "name in", or else -e trace.
names()
{
	printf '%s\n' "$text" | grep -oE '(^|[^A-Za-z0-9_.])name *(==|in\>) *[^&|)}]*' |
		sed -E 's/.*name *(==|in)//' | grep -oE '[a-z0-9_]+' && return
	option=
	for given; do
		set=
		case $given in
		--trace=* | -[!-]*trace=*) set=${given#*=} ;;
		esac
		case $option,$given in
		--trace,*) set=$given ;;
		--*) ;;
		-*e,trace=* | -*e,t=*) set=${given#*=} ;;
		-*e,*=*) ;;
		-*e,*) set=$given ;;
		esac
		option=$given
		printf '%s\n' "$set" | grep -v '^!' | tr , '\n' | sed -nE 's/^[?]?([a-z0-9_]+)$/\1/p'
	done
}

# arguments WORD...: prints what the arguments of these calls have.
arguments()
{
	case $scry in
	scry | */scry) ;;
	*) return ;;
	esac
	for call in $(names "$@" | sort -u | head -n 16); do
		"$scry" --where=help:"$call"
	done </dev/null 2>/dev/null
}

without_indexes() { printf '%s\n' "$1" | sed 's/\[[0-9]*\]//g'; }

# The field before the operator that the last word follows; empty: the word follows no operator.
field=$(printf '%s\n' "$before" | sed -nE 's/^(.*[^]A-Za-z0-9_.[])?([a-z][]A-Za-z0-9_.[]*) *([=!]=|[<>]=?|!?~|contains|under|(in|has|lacks)( *[{][^}]*)?)( *[A-Z0-9_]+ *[|])*$/\2/p')
case $field,$word in
name,*) offered=$(printf '%s\n' $calls | grep -vxE '%.*|all|none') ;;
class,*) offered=$(printf '%s\n' $calls | sed -n 's/^%//p') ;;
signal,*) offered=$(printf '%s\n' $signals | grep -vxE 'all|none') ;;
# The help ends a list with "..." if it has not all constants: nothing is offered then.
args.*) offered=$(arguments "$@" | grep -v '\.\.\.$' | awk -v field="$(without_indexes "$field")" '$1 == field' |
	grep -oE '\<[A-Z][A-Z0-9_]+\>') ;;
?*,*) exit ;;
,args.*) offered=$(arguments "$@" | sed 's/ .*//' | awk '!seen[$0]++') ;;
,help:*) offered=$(printf 'help:%s\n' $calls | grep -vE ':(%.*|all|none)$') ;;
*)
	case $before in
	'') offered=$fields ;;
	*'&&' | *'||' | *! | *'(' | any | all | *[!A-Za-z0-9_.]any | *[!A-Za-z0-9_.]all | *' and' | *' or' | *' not' | not)
		offered=${fields% help} ;;
	esac
	;;
esac
typed=$(without_indexes "$word")
for offer in $offered; do
	case $offer in
	"$typed"*) printf '%s\n' "$word${offer#"$typed"}" ;;
	esac
done
