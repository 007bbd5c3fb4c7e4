# SPDX-License-Identifier: MIT
"""What was measured, as a table, as JSON and as a plot."""
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
    """The ratios are those within each round; least: of the two least times, which load disturbs least."""
    values, base = [s.value for s in samples], [s.value for s in base]
    ratios = [value / other for value, other in zip(values, base)]
    return {"samples": values, "cpu": [s.cpu for s in samples],
            "least_cpu": min(s.cpu for s in samples), "median": statistics.median(values), "least": min(values),
            "ratio": {"least": min(values) / min(base), "median": statistics.median(ratios),
                      "from": min(ratios), "to": max(ratios)}}


def table(result):
    lines = ["%s: %s" % (result["case"], result["title"]),
             "  %-22s %10s %10s %10s   %s" % ("", "least", "median", "CPU, " + result["unit"],
                                              "times %s: of the least, median (from to)"
                                              % result["base"])]
    for name, way in result["ways"].items():
        ratio = way["ratio"]
        lines.append("  %-22s %10.3f %10.3f %10.3f   %7.2f %7.2f (%.2f %.2f)" % (
            name, way["least"], way["median"], way["least_cpu"], ratio["least"], ratio["median"], ratio["from"],
            ratio["to"]))
    return "\n".join(lines) + "\n"


def machine():
    """Enough to compare runs; nothing that names the machine."""
    return {"cpus": os.cpu_count(), "kernel": ".".join(platform.release().split(".")[:2]),
            "architecture": platform.machine(), "load": os.getloadavg()[0]}


def colour(name):
    return next((COLOURS[word] for word in COLOURS if name.startswith(word)), "#888")


def bars(result, top):
    """The bars of one case, from top on; each as long as the logarithm of its ratio, with the spread."""
    ways = result["ways"]
    most = max(way["ratio"]["to"] for way in ways.values())
    least = min(1.0, *(way["ratio"]["from"] for way in ways.values()))
    span = math.log(max(most / least, 1.01))

    def x(ratio):
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(max(ratio / least, 1.0)) / span

    yield text(8, top, result["title"], "bold")
    for row, (name, way) in enumerate(ways.items(), 1):
        y, ratio = top + row * ROW, way["ratio"]
        yield text(LEFT - 6, y, name, "normal", "end")
        yield rect(LEFT, y - 10, max(x(ratio["median"]) - LEFT, 1), 10, colour(name))
        yield rect(x(ratio["from"]), y - 6, max(x(ratio["to"]) - x(ratio["from"]), 1), 2, "#000")
        yield text(WIDTH - RIGHT + 8, y, "%.3g %s, x %.3g" % (way["median"], result["unit"],
                                                           ratio["median"]))


def text(x, y, words, weight="normal", anchor="start"):
    return '<text x="%.1f" y="%.1f" font-weight="%s" text-anchor="%s">%s</text>' % (
        x, y, weight, anchor, escape(words))


def rect(x, y, width, height, fill):
    return '<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>' % (
        x, y, width, height, fill)


def plot(run):
    lines, top = [], 20
    for result in run.results:
        lines += bars(result, top)
        top += (len(result["ways"]) + 2) * ROW
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
