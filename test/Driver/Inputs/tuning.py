#!/usr/bin/env python3
"""tuning.py <command> ...: makes and checks files of `fullgraph tune`.

  make <file> <kernels.txt> <target> [<knob>=<number>...]   an entry with these knobs for each kernel that the output of
                                                            --emit=halide names
  check <file> <kernels>   is it one that `tune` writes, of so many kernels? What is kept is faster. Prints how many were
                           measured
  interrupt <file> <tool> <arguments...>   ends `tune` by the interrupt key, once it says how far it is
"""
import json
import os
import re
import signal
import subprocess
import sys

FORMAT = "fullgraph tuning 1"


def make(path, printed, target, *knobs):
    names = sorted(set(re.findall(r"^// (fgk_[0-9a-f]{16}\w*):", open(printed).read(), re.M)))
    assert names, "no kernels"
    values = {name: int(value) for name, value in (knob.split("=") for knob in knobs)}
    entry = {"cpu": "", "threads": 1, "knobs": values}
    with open(path, "w") as file:
        json.dump({"format": FORMAT, "kernels": {name: {target: entry} for name in names}}, file)


def check(path, count):
    with open(path) as file:
        text = file.read()
    document = json.loads(text)
    assert document["format"] == FORMAT and document["tool"].startswith("fullgraph "), document
    assert len(document["kernels"]) == int(count), f"{len(document['kernels'])} kernels"
    assert list(document["kernels"]) == sorted(document["kernels"]), "not in order"
    assert os.path.dirname(path) not in text, "names a path"
    measured = 0
    for name, targets in document["kernels"].items():
        assert re.fullmatch(r"fgk_[0-9a-f]{16}(_strict)?", name), name
        for entry in targets.values():
            assert entry["cpu"] and entry["threads"] >= 1 and entry["operators"], entry
            if "not_measured" in entry:
                assert entry["not_measured"] and not entry["knobs"], entry
                continue
            measured += not entry.get("level")  # which is measured beside the lower level
            assert entry["default_ns"] > 0 and entry["shapes"] and entry["candidates"] >= 0, entry
            assert bool(entry["knobs"] or entry.get("level")) == ("tuned_ns" in entry), entry
            if "tuned_ns" in entry:
                assert entry["tuned_ns"] < entry["default_ns"], entry
    print(f"{measured} measured")


def interrupt(path, tool, *arguments):
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen([tool, *arguments], start_new_session=True, text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    said = ""
    while "fullgraph: tuning" not in said:
        said = process.stderr.readline()
        assert said, f"it ended: {process.wait()}"
    assert not os.path.exists(path), "the file is there before the end"
    os.killpg(process.pid, signal.SIGINT)
    out, errors = process.communicate()
    assert process.returncode == 0, f"{process.returncode}: {errors}"
    assert "interrupted" in out, out


globals()[sys.argv[1]](*sys.argv[2:])
