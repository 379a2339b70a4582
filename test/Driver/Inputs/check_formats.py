"""check_formats.py <sarif> [<json>]: is the SARIF valid, do its references hold, does the JSON say the same?

FULLGRAPH_SARIF_SCHEMA names a copy of OASIS's own schema (sarif-schema-2.1.0.json) to check against as well. It is not
kept here: its licence lets it be passed on only as part of the standard.
"""
import json
import os
import pathlib
import sys
import urllib.parse

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    log = json.load(file)
schemas = [pathlib.Path(__file__).with_name("sarif.schema.json")]
if os.environ.get("FULLGRAPH_SARIF_SCHEMA"):
    schemas.append(pathlib.Path(os.environ["FULLGRAPH_SARIF_SCHEMA"]))
for path in schemas:
    schema = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(log)

run = log["runs"][0]
rules = run["tool"]["driver"]["rules"]
assert len({rule["id"] for rule in rules}) == len(rules), "two rules with one id"


def regions(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("region", "deletedRegion"):
                yield inner
            yield from regions(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from regions(inner)


for region in regions(run):
    start, end = ((region[f"{at}Line"], region[f"{at}Column"]) for at in ("start", "end"))
    assert start <= end, region
for result in run["results"]:
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"], result
    locations = result.get("locations", []) + result.get("relatedLocations", [])
    ids = {location["id"] for location in locations}
    assert len(ids) == len(locations), "two locations with one id"
    for location in locations:
        assert all(link["target"] in ids for link in location.get("relationships", [])), location
    for flow in result.get("codeFlows", []):
        last = flow["threadFlows"][0]["locations"][-1]["location"]
        assert last["physicalLocation"] == result["locations"][0]["physicalLocation"], flow
    for place in locations:
        if "physicalLocation" in place:
            uri = urllib.parse.urlparse(place["physicalLocation"]["artifactLocation"]["uri"])
            assert pathlib.Path(urllib.parse.unquote(uri.path)).exists(), uri
failed = any(result["level"] == "error" for result in run["results"])
assert run["invocations"][0]["executionSuccessful"] != failed


def region_of(entry):
    if "file" not in entry:
        return None
    return (entry["line"], entry.get("charColumn", entry["column"]),
            entry["endLine"], entry.get("endCharColumn", entry["endColumn"]))


def region_in(location):
    if "physicalLocation" not in location:
        return None
    region = location["physicalLocation"]["region"]
    return tuple(region[key] for key in ("startLine", "startColumn", "endLine", "endColumn"))


def fixes_of(entry):
    return [(region_of(fix), fix["replacement"]) for part in [entry] + entry.get("notes", [])
            for fix in part.get("fixIts", [])]


if len(sys.argv) > 2:
    with open(sys.argv[2], encoding="utf-8") as file:
        entries = json.load(file)
    assert len(entries) == len(run["results"])
    for entry, result in zip(entries, run["results"]):
        if "id" in entry:
            assert entry["id"] == result["ruleId"]
            assert rules[result["ruleIndex"]]["name"] == entry["slug"]
        level = {"remark": "note", "fatal": "error"}.get(entry["level"], entry["level"])
        assert level == result["level"], (entry, result)
        assert entry["message"].startswith(result["message"]["text"]), (entry, result)
        notes = entry.get("notes", [])
        related = result.get("relatedLocations", [])
        assert [note["message"] for note in notes] == [place["message"]["text"] for place in related]
        assert [region_of(note) for note in notes] == [region_in(place) for place in related]
        if "locations" in result:
            assert region_of(entry) == region_in(result["locations"][0])
        replaced = [(region_in({"physicalLocation": {"region": one["deletedRegion"]}}), one["insertedContent"]["text"])
                    for fix in result.get("fixes", []) for change in fix["artifactChanges"]
                    for one in change["replacements"]]
        assert fixes_of(entry) == replaced, (fixes_of(entry), replaced)
