"""Other libraries on the same graph, where they are installed: peers.py FILE N M SEEDS64 SEEDS1000 masked|plain
-> one JSON line."""

import json
import sys
import time
from array import array

path, n, m = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
seeds, many = ([int(s) for s in text.split(",")] for text in sys.argv[4:6])
masked = sys.argv[6] == "masked"
with open(path, "rb") as file:
    ends = array("I")
    ends.fromfile(file, 2 * m)
results = {}


def measure(name, work):
    begin, used = time.perf_counter(), time.process_time()
    check = work()
    ms, cpu = (time.perf_counter() - begin) * 1000, (time.process_time() - used) * 1000
    results[name] = {"ms": ms, "cpu": cpu, "check": int(check)}


try:
    import numpy
    import graphblas as gb

    rows, cols = numpy.array(ends[:m], dtype="u8"), numpy.array(ends[m:], dtype="u8")
    held = {}
    every = gb.Scalar.from_value(numpy.uint64(2**64 - 1), dtype=gb.dtypes.UINT64)

    def build():
        held["a"] = gb.Matrix.from_coo(rows, cols, True, nrows=n, ncols=n)
        return held["a"].nvals

    def bfs():
        q = gb.Vector.from_coo([seeds[0]], [True], size=n)
        seen = q.dup()
        while q.nvals:
            q(~seen.S, replace=True) << q.vxm(held["a"], gb.semiring.any_pair[bool])
            seen << seen.ewise_add(q, gb.binary.lor)
        return seen.nvals

    def reach64():
        unseen = gb.Vector(gb.dtypes.UINT64, n)
        unseen << every
        words = {}
        for s, v in enumerate(seeds):
            words[v] = words.get(v, 0) | (1 << s)
        q = gb.Vector.from_coo(list(words), numpy.array(list(words.values()), dtype="u8"), size=n)
        while q.nvals:
            unseen(gb.binary.bxor) << q
            t = q.vxm(held["ones"], gb.semiring.bor_band).new()
            t << t.ewise_mult(unseen, gb.binary.band)
            q = t.select("!=", 0).new()
        return sum(bin(int(w) ^ (2**64 - 1)).count("1") for w in unseen.to_coo()[1])

    def two_hops():
        f = gb.Matrix.from_coo(range(len(many)), many, True, nrows=len(many), ncols=n)
        for _ in range(2):
            f << f.mxm(held["a"], gb.semiring.any_pair[bool])
        return f.nvals

    def masked_product():
        a = held["a"]
        c = gb.Matrix(gb.dtypes.INT64, n, n)
        c(a.S) << a.mxm(a.T, gb.semiring.plus_pair[gb.dtypes.INT64])
        return c.reduce_scalar(gb.monoid.plus).get(0)

    measure("python-graphblas build", build)
    measure("python-graphblas bfs", bfs)
    held["ones"] = gb.Matrix(gb.dtypes.UINT64, n, n)
    held["ones"](held["a"].S) << every
    measure("python-graphblas reach64", reach64)
    measure("python-graphblas twoHops", two_hops)
    measure("python-graphblas transpose", lambda: held["a"].T.new().nvals)
    if masked:
        measure("python-graphblas masked", masked_product)
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
