# SPDX-License-Identifier: MIT
"""Writes the results as a table, as JSON and as a plot."""
import json
import math
import os
import platform
import statistics
from html import escape

ROW = 16  # pixels
WIDTH, LEFT, RIGHT = 900, 190, 170
COLOURS = {"native": "#999", "scry": "#1b7", "floor": "#bbb", "strace": "#c63", "perf": "#69c"}


class Run:
    """All results of one run of the harness."""

    def __init__(self, rounds, quick):
        self.rounds = rounds
        self.quick = quick
        self.results = []

    def add(self, case, samples):
        first = next(iter(samples))
        self.results.append({
            "case": case.name, "title": case.title, "unit": case.unit, "base": first,
            "ways": {name: summary(values, samples[first]) for name, values in samples.items()}})


def summary(samples, base):
    """Summarizes the samples of a way. Ratios are within each round; "minimum" is the ratio of the minimum times."""
    values, base = [s.value for s in samples], [s.value for s in base]
    ratios = [value / other for value, other in zip(values, base)]
    return {"samples": values, "cpu": [s.cpu for s in samples],
            "minimum_cpu": min(s.cpu for s in samples), "median": statistics.median(values), "minimum": min(values),
            "ratio": {"minimum": min(values) / min(base), "median": statistics.median(ratios),
                      "from": min(ratios), "to": max(ratios)}}


def table(result):
    lines = ["%s: %s" % (result["case"], result["title"]),
             "  %-22s %10s %10s %10s   %s" % ("", "minimum", "median", "CPU, " + result["unit"],
                                              "ratio to %s: minimum, median (from to)"
                                              % result["base"])]
    for name, way in result["ways"].items():
        ratio = way["ratio"]
        lines.append("  %-22s %10.3f %10.3f %10.3f   %7.2f %7.2f (%.2f %.2f)" % (
            name, way["minimum"], way["median"], way["minimum_cpu"], ratio["minimum"], ratio["median"], ratio["from"],
            ratio["to"]))
    return "\n".join(lines) + "\n"


def machine():
    """Data to compare runs, without the name of the machine."""
    return {"cpus": os.cpu_count(), "kernel": ".".join(platform.release().split(".")[:2]),
            "architecture": platform.machine(), "load": os.getloadavg()[0]}


def colour(name):
    return next((COLOURS[word] for word in COLOURS if name.startswith(word)), "#888")


def number(value):
    return "%.3g" % value if value < 1000 else format(round(value), ",")


def places(run):
    """Returns a function from ratios to positions, on a logarithmic scale from 1 for all cases."""
    largest = max((way["ratio"]["to"] for result in run.results for way in result["ways"].values()), default=1)
    span = math.log(max(largest, 10))
    return lambda ratio: LEFT + (WIDTH - LEFT - RIGHT) * math.log(max(ratio, 1.0)) / span


def grid(result, top, place):
    """Draws the lines for 1x, 10x, 100x."""
    bottom, ratio = top + len(result["ways"]) * ROW, 1
    while place(ratio) <= WIDTH - RIGHT:
        yield rect(place(ratio), top + 4, 0.5, bottom - top, "#ccc")
        yield text(place(ratio), bottom + 14, "%d\u00d7" % ratio, "normal", "middle", "#888")
        ratio *= 10


def bars(result, top, place):
    """Draws the bars of one case with the range of the ratios. The scale of memory is linear and begins at 0."""
    ways = result["ways"]
    unit = result["unit"].replace("us", "\u00b5s")
    is_memory = unit == "KiB"
    largest = max(way["median"] for way in ways.values())

    yield text(8, top, result["title"], "bold")
    if not is_memory:
        yield from grid(result, top, place)
    for row, (name, way) in enumerate(ways.items(), 1):
        y, ratio = top + row * ROW, way["ratio"]
        end = LEFT + (WIDTH - LEFT - RIGHT) * way["median"] / largest if is_memory else place(ratio["median"])
        yield text(LEFT - 6, y, name, "normal", "end")
        yield rect(LEFT, y - 10, max(end - LEFT, 1), 10, colour(name))
        if not is_memory:
            yield rect(place(ratio["from"]), y - 6, max(place(ratio["to"]) - place(ratio["from"]), 1), 2, "#000")
        yield text(WIDTH - RIGHT + 8, y, "%s %s, %s\u00d7" % (number(way["median"]), unit, number(ratio["median"])))


def text(x, y, words, weight="normal", anchor="start", fill="#000"):
    return '<text x="%.1f" y="%.1f" font-weight="%s" text-anchor="%s" fill="%s">%s</text>' % (
        x, y, weight, anchor, fill, escape(words))


def rect(x, y, width, height, fill):
    return '<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>' % (
        x, y, width, height, fill)


def plot(run):
    place, top = places(run), 44
    lines = [text(8, 20, "Medians, and ratios to the first way: bars on a logarithmic scale; black: minimum and "
                  "maximum of a round. Memory: linear from 0.", "normal", "start", "#555")]
    for result in run.results:
        lines += bars(result, top, place)
        top += (len(result["ways"]) + 3) * ROW
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
            'font-family="sans-serif" font-size="11">\n<rect width="100%%" height="100%%" '
            'fill="#fff"/>\n%s\n</svg>\n' % (WIDTH, top, "\n".join(lines)))


def write(run, directory):
    whole = {"machine": machine(), "rounds": run.rounds, "quick": run.quick,
             "results": run.results}
    for name, content in (("results.json", json.dumps(whole, indent=1) + "\n"),
                          ("results.txt", "\n".join(map(table, run.results))),
                          ("results.svg", plot(run))):
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(content)
