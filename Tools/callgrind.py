"""Runs one phase of the benchmark under callgrind, and reads what it counted.

A profile is a graph: functions with the instructions of their own, line by line, and calls with all
that happened inside of them. A line knows the file it was written in, even where the compiler has
put it into another function.
"""

import collections
import os
import re
import subprocess
import tempfile

# Everything inside this function is counted: see Sources/Benchmarks/Phases/ProfiledPhase.swift.
WATCHED = "*profiledWork*"
PHASES = ["A", "B", "C", "C2", "D", "E", "F"]
# The phases of objects with collections of 35 elements; a tenth of the objects is enough for them.
CHILD_PHASES = ["save", "walk", "change"]

# The place where a line's cost arises: `file` is where it was written, `function` where it runs.
Place = collections.namedtuple("Place", "object function file")


class Profile:
    """What one phase of one contestant costs, for `objects` objects."""

    def __init__(self, objects, lines):
        self.objects = objects
        self.costs = collections.Counter()  # by place
        # The inclusive costs of each function's calls, by place. Callgrind's numbers of calls also
        # include those before the watched part.
        self.calls = collections.defaultdict(collections.Counter)
        self._read(lines)

    @property
    def instructions(self):
        """Per object."""
        return sum(self.costs.values()) / self.objects

    def _read(self, lines):
        names = {"ob": {}, "fn": {}, "fl": {}}
        current = {"ob": "", "fn": "", "fl": ""}
        called = {}
        is_call = False
        for line in lines:
            header = re.match(r"(c?)(ob|fn|fl|fi|fe)=\((\d+)\)(?: (.*))?$", line)
            if header:
                is_called, kind, number, name = header.groups()
                kind = "fl" if kind in ("fi", "fe") else kind
                if name:
                    names[kind][number] = name
                (called if is_called else current)[kind] = names[kind][number]
            elif line.startswith("calls="):
                is_call = True
            elif re.match(r"[-+*\d]", line):
                cost = int(line.split()[1])
                place = Place(current["ob"], current["fn"], current["fl"])
                if is_call:
                    self.calls[called.get("ob", current["ob"]), called["fn"]][place] += cost
                    called, is_call = {}, False
                else:
                    self.costs[place] += cost


def own_name(function):
    """The name of a function without its callers and the depth of its recursion."""
    return function.split("'")[0]


def chain(function):
    """The name of a function, and those of its callers."""
    return tuple(name for name in function.split("'") if not name.isdigit())


def run(program, phase, contestant, count):
    """The profile of a phase."""
    count = count // 10 if phase in CHILD_PHASES else count
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "profile")
        # The last three callers show the costs of a function of the runtime for each user.
        options = ["--separate-callers=4", f"--toggle-collect={WATCHED}"]
        result = start(
            [program, "--phase", phase, "--of", contestant, "--count", str(count)], options, path)
        objects = re.search(r"^objects (\d+)$", result.stdout, re.MULTILINE)
        if result.returncode != 0 or not objects:
            raise SystemExit(f"phase {phase} of {contestant}: {result.stdout}{result.stderr}")
        with open(path, encoding="utf-8", errors="replace") as lines:
            return Profile(int(objects[1]), lines)


def start(command, options, path):
    """Runs a program under callgrind, which writes what it counts to files with this path."""
    valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={path}", *options]
    # Otherwise dictionaries would be arranged differently in each process.
    environment = dict(
        os.environ, SWIFT_DETERMINISTIC_HASHING="1", TMPDIR=os.path.dirname(path))
    return subprocess.run(valgrind + command, env=environment, capture_output=True, text=True)


def release_build(product="benchmarks"):
    """The path of a program, newly built."""
    swift = os.environ.get("SWIFT", "swift")
    build = [swift, "build", "-c", "release", "--product", product]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    folder = subprocess.run(build + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return os.path.join(folder.stdout.strip(), product)
