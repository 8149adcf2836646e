"""Reads a GraphAr folder as a stranger does: from its YAML alone to vertices and edges, printed as JSON."""

import json
import struct
import sys
from pathlib import Path

import pyarrow.parquet as pq
import yaml

ROOT = Path(sys.argv[1])


def described(name):
    return yaml.safe_load((ROOT / name).read_text())


def count(path):
    return struct.unpack("<q", path.read_bytes())[0]


def chunks(folder, rows, size):
    """Rows of a folder of chunks, each of them full but the last."""
    out = []
    for at in range(-(-rows // size)):
        table = pq.read_table(folder / f"chunk{at}").to_pylist()
        assert len(table) == min(size, rows - at * size), (folder, at, len(table))
        out.extend(table)
    return out


def vertices(info):
    base = ROOT / info["prefix"]
    rows = count(base / "vertex_count")
    merged = [{} for _ in range(rows)]
    for group in info["property_groups"]:
        for row, more in zip(merged, chunks(base / group["prefix"], rows, info["chunk_size"])):
            row.update(more)
    return [{k: v for k, v in row.items() if k != "_graphArVertexIndex"} for row in merged]


def edges(info, sources):
    base = ROOT / info["prefix"]
    out = []
    for listing in info["adj_lists"]:
        place = base / listing["prefix"]
        for part in range(-(-sources // info["src_chunk_size"])):
            rows = count(place / f"edge_count{part}")
            ends = chunks(place / f"adj_list/part{part}", rows, info["chunk_size"])
            merged = [dict(row) for row in ends]
            for group in info.get("property_groups", []):
                more = chunks(place / group["prefix"] / f"part{part}", rows, info["chunk_size"])
                for row, extra in zip(merged, more):
                    row.update(extra)
            offsets = [
                row["_graphArOffset"] for row in pq.read_table(place / f"offset/chunk{part}").to_pylist()
            ]
            first = part * info["src_chunk_size"]
            for at, row in enumerate(merged):
                local = row["_graphArSrcIndex"] - first
                assert offsets[local] <= at < offsets[local + 1], (place, part, at)
            out.extend(merged)
    return out


graph = described(next(path.name for path in ROOT.glob("*.graph.yml")))
nodes = [vertices(described(name)) for name in graph["vertices"]]
links = {}
for name in graph["edges"]:
    info = described(name)
    links[info["edge_type"]] = edges(info, len(nodes[0]))
print(json.dumps({"nodes": nodes[0], "edges": links}))
