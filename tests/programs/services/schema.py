# SPDX-License-Identifier: MIT
# schema.py DIRECTORY PROFILE...: checks profiles with the schema of the OCI runtime specification in the directory, and
# that the schema refuses a profile with an unknown action. Prints what is wrong.
import json
import sys
import warnings

warnings.simplefilter("ignore")
from jsonschema import Draft4Validator, RefResolver

path = sys.argv[1] + "/config-linux.json"
linux = json.load(open(path))
resolver = RefResolver("file://" + path, linux)
part = linux.get("linux", linux)["properties"]["seccomp"]
validator = Draft4Validator(part, resolver=resolver)
for name in sys.argv[2:]:
    profile = json.load(open(name))
    for error in validator.iter_errors(profile):
        print(name + ": " + error.message)
    profile["defaultAction"] = "SCMP_ACT_SING"
    if validator.is_valid(profile):
        print(name + ": an unknown action is not refused")
