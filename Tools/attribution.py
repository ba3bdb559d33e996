"""Attributes the instructions that callgrind has counted to parts of the package.

Each instruction belongs to one group, so the shares of a phase add up to 100 %. If its source line is
in a file of GROUPS, that group has it, even if the compiler has inlined the line into another
function. Otherwise the group of its function has it: the one that a pattern of GROUPS matches, or the
one that most of the function's other lines belong to. The rest, such as malloc, Swift's reference
counting and Foundation's Data, is divided among the callers, in proportion to the costs of their calls.
"""

import collections
import functools
import re

import callgrind

# The first pattern that matches decides. Costs that neither a group nor its calls account for are
# the program's.
GROUPS = [
    ("SQLite", "object", r"libsqlite3"),
    ("SQLite", "file", r"Sources/CSQLite/"),
    ("codecs", "file", r"Sources/Engine/Driver/Cells/String\+Stored\."),
    ("driver", "file", r"Sources/(SQLite|Engine/(Driver|Connections))/"),
    ("codecs", "file", r"Sources/(Codecs|Engine/Codec|Engine/Objects/Model/(Rows|Properties))/"),
    ("collections", "file", r"Sources/Engine/Objects/Model/(Collections|ChildRows)/"),
    ("identity map", "file", r"Sources/Engine/Objects/Model/Entities/(IdentityMap|EntityContext)\."),
    ("unit of work", "file", r"Sources/Engine/Objects/Session/(Saving|Deleting|Transactions)/"),
    ("objects", "file", r"Sources/Engine/Objects/Model/(Objects|Relations)/"),
    ("sessions", "file", r"Sources/(Engine|PersistentObjects)/"),
    # Generic types, whose specialized functions have no line numbers of their own.
    ("codecs", "function", r"^\$s2[23]PersistentObjects(Engine|Codec)\d+(_Row(Reader|Writer)V|ValueCodec|CodecFunctions)"),
    # Generated code: `_store(into:)`; all initializers, `deinit` and accessors.
    ("codecs", "function", r"^\$s10benchmarks\d\w+C6_store4into"),
    ("objects", "function", r"^\$s10benchmarks(6Person|5Album|5Genre)C(8_loading|\w*f[CcDd]$)"),
    ("objects", "file", r"@__swiftmacro_"),
    ("program", "file", r"Sources/Benchmarks/"),
    ("program", "function", r"^\$s10benchmarks1[0-9](Engine|Raw|profiled)"),
]
UNKNOWN = {"program": 1}
NAMES = list(dict.fromkeys(group for group, _, _ in GROUPS))


class Attribution:
    """The shares of the groups in a profile."""

    def __init__(self, profile):
        self.profile = profile
        self.homes = self._homes()
        self.inherited = {}
        self._inherit()

    def shares(self):
        """Instructions per object by group."""
        total = collections.Counter()
        for place, cost in self.profile.costs.items():
            for group, share in (self._groups(place) or UNKNOWN).items():
                total[group] += cost * share / self.profile.objects
        return total

    def callers(self, pattern):
        """Instructions per object inside functions whose names match, by their closest callers."""
        total = collections.Counter()
        for (_, function), callers in self.profile.calls.items():
            if re.search(pattern, callgrind.own_name(function)):
                for place, cost in callers.items():
                    total[callgrind.chain(place.function)] += cost / self.profile.objects
        return total

    def functions(self):
        """Instructions per object by group, library and function."""
        total = collections.Counter()
        for place, cost in self.profile.costs.items():
            for group, share in (self._groups(place) or UNKNOWN).items():
                key = (group, place.object, callgrind.own_name(place.function))
                total[key] += cost * share / self.profile.objects
        return total

    def _groups(self, place):
        """The groups that share a place, with their shares; empty if not yet known."""
        group = claim(*place) or self.homes.get((place.object, callgrind.own_name(place.function)))
        return {group: 1} if group else self.inherited.get((place.object, place.function), {})

    def _homes(self):
        """For each function, the group of most of its claimed lines."""
        lines = collections.defaultdict(collections.Counter)
        for place, cost in self.profile.costs.items():
            group = claim(*place)
            if group:
                lines[place.object, callgrind.own_name(place.function)][group] += cost
        return {function: groups.most_common(1)[0][0] for function, groups in lines.items()}

    def _inherit(self):
        """Gives each unclaimed function the groups of its callers. Callers may be unclaimed, too, and
        recursive, so this is repeated until nothing changes."""
        change = 1
        while change > 1e-4:
            change = 0
            for function in self.profile.calls:
                before = self.inherited.get(function, {})
                shares = self._shares_of_callers(function)
                change = max([change] + [abs(shares[g] - before.get(g, 0)) for g in shares])
                self.inherited[function] = shares

    def _shares_of_callers(self, function):
        groups = collections.Counter()
        for place, cost in self.profile.calls[function].items():
            for group, share in self._groups(place).items():
                groups[group] += cost * share
        total = sum(groups.values())
        return {group: cost / total for group, cost in groups.items()} if total else {}


@functools.cache
def claim(library, function, file):
    """The group that claims a line; None if there is none."""
    texts = {"object": library, "function": callgrind.own_name(function), "file": file}
    return next((group for group, kind, pattern in GROUPS if re.search(pattern, texts[kind])), None)
