"""Runs one phase of the benchmark under callgrind and reads the profile.

A profile is a graph: functions with their own instructions, line by line, and calls with their
inclusive costs. For a line that the compiler has inlined elsewhere, it still names the source file.
"""

import collections
import os
import re
import subprocess
import tempfile

# Only what runs inside this function is counted: see Sources/Benchmarks/Work.swift.
WATCHED = "*profiledWork*"
PHASES = ["A", "B", "C", "C2", "D", "E", "F"]
# The phases of objects with collections of 35 elements, which run with a tenth of the objects.
CHILD_PHASES = ["save", "walk", "change"]
# The phases of objects whose values have several columns: the greatest ratio of their instructions to
# those of the same columns without such values, as properties or written by hand. E1 and those of
# child tables, whose last three are compared with hand-written code, are what was measured, with a
# little room.
VALUE_PHASES = {
    "A": 1.05, "B": 1.05, "C": 1.05, "C2": 1.05, "D": 1.055, "E": 1.05, "E1": 2.3, "F": 1.05,
    "save": 0.75, "walk": 1.38, "change": 3.55}

# Where a line costs: the library, the function that it runs in, and the file that it was written in.
Place = collections.namedtuple("Place", "object function file")


class Profile:
    """The costs of one phase of one contestant, for `objects` objects."""

    def __init__(self, objects, lines):
        self.objects = objects
        self.costs = collections.Counter()  # by place
        # The inclusive costs of each function's calls, by place. Callgrind's numbers of calls also
        # include those before the watched part.
        self.calls = collections.defaultdict(collections.Counter)
        self._read(lines)

    @property
    def instructions(self):
        """Instructions per object."""
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
    """The names of a function and its callers."""
    return tuple(name for name in function.split("'") if not name.isdigit())


def run(program, phase, contestant, count):
    """Runs a phase and returns its profile."""
    count = count // 10 if phase in CHILD_PHASES else count
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "profile")
        # With three callers, a function of the runtime is listed once for each of its users.
        options = ["--separate-callers=4", f"--toggle-collect={WATCHED}"]
        result = start(
            [program, "--phase", phase, "--of", contestant, "--count", str(count)], options, path)
        objects = re.search(r"^objects (\d+)$", result.stdout, re.MULTILINE)
        if result.returncode != 0 or not objects:
            raise SystemExit(f"phase {phase} of {contestant}: {result.stdout}{result.stderr}")
        with open(path, encoding="utf-8", errors="replace") as lines:
            return Profile(int(objects[1]), lines)


def start(command, options, path):
    """Runs a program under callgrind, which writes its counts to files whose names begin with `path`."""
    valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={path}", *options]
    # Otherwise each process would hash dictionaries differently.
    environment = dict(
        os.environ, SWIFT_DETERMINISTIC_HASHING="1", TMPDIR=os.path.dirname(path))
    return subprocess.run(valgrind + command, env=environment, capture_output=True, text=True)


def release_build(product="benchmarks"):
    """Builds a program and returns its path."""
    swift = os.environ.get("SWIFT", "swift")
    build = [swift, "build", "-c", "release", "--product", product]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    folder = subprocess.run(build + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return os.path.join(folder.stdout.strip(), product)
