"""Other libraries on the same graph, where they are installed: peers.py FILE N M SEED64,... -> one JSON line."""

import json
import sys
import time
from array import array

path, n, m, seeds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), [int(s) for s in sys.argv[4].split(",")]
with open(path, "rb") as file:
    ends = array("I")
    ends.fromfile(file, 2 * m)
results = {}


def measure(name, work):
    begin = time.perf_counter()
    check = work()
    results[name] = {"ms": (time.perf_counter() - begin) * 1000, "check": int(check)}


try:
    import numpy
    import graphblas as gb

    rows, cols = numpy.array(ends[:m], dtype="u8"), numpy.array(ends[m:], dtype="u8")
    held = {}

    def build():
        held["a"] = gb.Matrix.from_coo(rows, cols, True, nrows=n, ncols=n, dup_op=gb.binary.lor)
        return held["a"].nvals

    def bfs():
        q = gb.Vector.from_coo([seeds[0]], [True], size=n)
        seen = q.dup()
        while q.nvals:
            q(~seen.S, replace=True) << q.vxm(held["a"], gb.semiring.any_pair[bool])
            seen << seen.ewise_add(q, gb.binary.lor)
        return seen.nvals

    measure("python-graphblas build", build)
    measure("python-graphblas bfs", bfs)
except ImportError:
    pass

try:
    import igraph

    held_i = {}

    def build_igraph():
        held_i["g"] = igraph.Graph(n=n, edges=list(zip(ends[:m], ends[m:])), directed=True)
        return held_i["g"].ecount()

    measure("igraph build", build_igraph)
    measure("igraph bfs", lambda: len(held_i["g"].subcomponent(seeds[0], mode="out")))
except ImportError:
    pass

try:
    import networkx

    if m <= 2_000_000:
        held_n = {}

        def build_networkx():
            held_n["g"] = networkx.DiGraph()
            held_n["g"].add_nodes_from(range(n))
            held_n["g"].add_edges_from(zip(ends[:m], ends[m:]))
            return held_n["g"].number_of_edges()

        measure("networkx build", build_networkx)
        measure("networkx bfs", lambda: len(networkx.descendants(held_n["g"], seeds[0])) + 1)
except ImportError:
    pass

print(json.dumps(results))
