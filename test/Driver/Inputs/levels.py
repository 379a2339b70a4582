"""levels.py <json> <sarif>: the level and the kind of each diagnostic, one a line; both files must have the same."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    entries = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    run = json.load(file)["runs"][0]
rules = {rule["id"]: rule["name"] for rule in run["tool"]["driver"]["rules"]}
assert len(entries) == len(run["results"])
for entry, result in zip(entries, run["results"]):
    level = "note" if entry["level"] == "remark" else entry["level"]
    assert (level, entry["slug"]) == (result["level"], rules[result["ruleId"]]), (entry, result)
    print(entry["level"], entry["slug"])
print("end")
