#!/bin/sh
# SPDX-License-Identifier: MIT
# The examples in doc/json.md hold: records and values satisfy the schema, jq recipes find something in a real trace.
# readme_test.sh runs the examples of README.md.
. "${srcdir:-.}/tests/live/lib.sh"
need jq python3
python=python3
srcdir=$(cd "$srcdir" && pwd)
examples=$srcdir/tests/live/json_examples.py

# Records and values.
$python "$examples" records "$srcdir/doc/json.md" >"$scratch/records" || fail "no records were found"
validate "$scratch/records" "the examples of doc/json.md"
check "doc/json.md has more than 80 examples" [ "$(lines_of "$scratch/records")" -gt 80 ]
# Together they have every type of record and every key of every kind of value.
if $python -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
	check "doc/json.md shows every kind" $python "$srcdir/tests/unit/json_schema.py" \
		"$srcdir/doc/record.schema.json" --all "$scratch/records"
else
	echo "no python3-jsonschema here: that doc/json.md shows every kind is not checked"
fi

# Recipes, on the trace of a program that makes the calls that they ask for.
mkdir "$scratch/work"
printf '%200s' '' >"$scratch/work/in"
cat >"$scratch/run" <<EOF
$programs/queried work; echo done
EOF
cd "$scratch" || exit 99
trace --json -f -y -o trace.json sh "$scratch/run"
ends_with 0
trace --json -c -f -o summary.json sh -c "sleep 0.01; $programs/queried work"
ends_with 0
$python "$examples" recipes "$srcdir/doc/json.md" >recipes || fail "no recipes were found"
$python "$examples" recipes "$srcdir/doc/from-strace.md" >>recipes || fail "no recipes were found in from-strace.md"
while IFS= read -r recipe; do
	checks=$((checks + 1))
	printf '%s\n' "$recipe" >recipe
	sh ./recipe >found 2>errors </dev/null || fail "$recipe: $(cat errors)"
	[ -s found ] || fail "$recipe: found nothing"
	[ ! -s errors ] || fail "$recipe: $(cat errors)"
done <recipes
finish
