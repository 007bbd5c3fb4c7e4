#!/bin/sh
# SPDX-License-Identifier: MIT
# Records of every type that the JSON sink writes are valid under doc/record.schema.json.
. "${srcdir:-.}/tests/lib.sh"

[ -x tests/unit/json_test ] || skip "libcheck is missing: there is no tests/unit/json_test to write records"
python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null ||
	skip "python3-jsonschema 4 is not installed"

records=$(mktemp) || exit 99
trap 'rm -f "$records"' EXIT
# Outside of a test, libcheck leaks the memory that its assertions allocate.
ASAN_OPTIONS=detect_leaks=0 tests/unit/json_test --records >"$records" || fail "json_test --records"
# The long records are left to the faster validator below, but with WEIGHT=full.
short=--short longest=400
[ "${VALIDATE:-$weight}" != all ] || short= longest=1000
# shellcheck disable=SC2086 # no word if it is empty
check "records against the schema" \
	python3 "$srcdir/tests/unit/json_schema.py" "$srcdir/doc/record.schema.json" --all $short "$records"
# tests/live validates whole traces with a faster validator. It must agree with jsonschema.
validate=$srcdir/tests/live/validate.py
check "records against the compiled schema" python3 "$validate" "$srcdir/doc/record.schema.json" "$records"
few=$(mktemp) || exit 99
trap 'rm -f "$records" "$few"' EXIT
awk -v longest="$longest" 'length < longest && !seen[gensub_type($0)]++ && n++ < 20
	function gensub_type(line) { match(line, /"type":"[a-z_]*"/); return substr(line, RSTART, RLENGTH) }' \
	"$records" >"$few"
check "both validators agree" timeout $((300 * patience)) python3 "$validate" --agree "$srcdir/doc/record.schema.json" "$few"
# Both validators refuse records with one mistake each.
while read -r wrong; do
	echo "$wrong" >"$records"
	checks=$((checks + 1))
	python3 "$srcdir/tests/unit/json_schema.py" "$srcdir/doc/record.schema.json" "$records" \
		>/dev/null 2>&1 && fail "accepted: $wrong"
	python3 "$validate" "$srcdir/doc/record.schema.json" "$records" >/dev/null 2>&1 &&
		fail "accepted by the compiled schema: $wrong"
done <<'WRONG'
{"version":2,"type":"exited","time":"1970-01-01T00:00:01.000000005Z","time_ns":1000000005,"pid":1}
{"version":2,"type":"exited","time":"1970-01-01T00:00:01.000000005Z","time_ns":1000000005,"pid":1,"comm":null,"code":0,"more":1}
{"version":1,"type":"exited","time":"1970-01-01T00:00:01.000000005Z","time_ns":1000000005,"pid":1,"comm":null,"code":0}
{"version":2,"type":"exited","time":"1970-01-01T00:00:01.000000005Z","time_ns":1000000005,"pid":1,"comm":null,"code":0,"code":0}
{"version":2,"type":"call","time":"1970-01-01T00:00:01.000000005Z","time_ns":1000000005,"pid":1,"comm":null,"abi":"x86_64","name":"f","number":1,"args":{},"returned":true}
{"version":2,"type":"call","time":"1970-01-01T00:00:01.000000005Z","time_ns":1000000005,"pid":1,"comm":null,"abi":"x86_64","name":"f","number":1,"args":[],"returned":false,"why":"killed"}
{"version":2,"type":"call","time":"1970-01-01T00:00:01.000000005Z","time_ns":1000000005,"pid":1,"comm":null,"abi":"x86_64","name":"f","number":1,"args":{"x":[{"fd":{"number":true}}]},"returned":false,"why":"killed"}
{"version":2,"type":"call","time":"1970-01-01T00:00:01.000000005Z","time_ns":1000000005,"pid":1,"comm":null,"abi":"x86_64","name":"f","number":1,"args":{"x":{"a":1,"...":1}},"returned":false,"why":"killed"}
{"version":2,"type":"call","time":"1970-01-01T00:00:01.000000005Z","time_ns":1000000005,"pid":1,"comm":null,"abi":"x86_64","name":"f","number":1,"args":{"x":{"a-b":1}},"returned":false,"why":"killed"}
{"version":2,"type":"call","time":"1970-01-01T00:00:01.000000005Z","time_ns":1000000005,"pid":1,"comm":null,"abi":"x86_64","name":"f","number":1,"args":{"x":{"string":"a","length":9}},"returned":false,"why":"killed"}
{"version":2,"type":"call","time":"1970-01-01T00:00:01.000000005Z","time_ns":1000000005,"pid":1,"comm":null,"abi":"x86_64","name":"f","number":1,"args":{"x":{"nothing":"text"}},"returned":false,"why":"killed"}
WRONG
finish
