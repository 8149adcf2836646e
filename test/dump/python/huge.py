"""Writes a node file of over 2 GiB, most of it a hole, whose last batch lies past the mark."""

import os
import sys

import pyarrow as pa

FOLDER, BATCHES, LONG = sys.argv[1], 5, 2**29


class Sparse:
    """A file that leaves holes where it is given many zeros."""

    def __init__(self, path):
        self._file = open(path, "wb")
        self.closed = False

    def write(self, data):
        view = memoryview(data)
        if len(view) > 2**20 and not any(view[at] for at in range(0, len(view), 2**16)):
            self._file.seek(len(view), os.SEEK_CUR)
        else:
            self._file.write(view)
        return len(view)

    def flush(self):
        self._file.flush()

    def tell(self):
        return self._file.tell()

    def close(self):
        self._file.close()
        self.closed = True


META = {b"mimir.schema": b"1", b"mimir.producer": b"huge/1", b"mimir.unit": b"huge", b"mimir.fidelity": b"typed"}
NODES = pa.schema([("id", pa.string()), ("kind", pa.string()), ("name", pa.string()), ("ty", pa.large_string())], META)
EDGES = pa.schema([("src", pa.string()), ("dst", pa.string()), ("kind", pa.string()), ("count", pa.uint32())], META)


def identity(at):
    return f"mimir npm huge 1.0.0 f{at}()."


os.makedirs(FOLDER)
zeros = pa.py_buffer(bytes(LONG))
with pa.ipc.new_file(pa.PythonFile(Sparse(f"{FOLDER}/huge.nodes.arrow"), "w"), NODES) as writer:
    for at in range(BATCHES):
        offsets = pa.array([0, LONG], pa.int64()).buffers()[1]
        long = pa.Array.from_buffers(pa.large_string(), 1, [None, offsets, zeros])
        writer.write_batch(pa.record_batch([[identity(at)], ["fn"], [f"f{at}"], long], schema=NODES))
with pa.OSFile(f"{FOLDER}/huge.edges.arrow", "wb") as file, pa.ipc.new_file(file, EDGES) as writer:
    last = identity(BATCHES - 1)
    writer.write_batch(pa.record_batch([[identity(0), last], [last, identity(0)], ["CALLS"] * 2, [2, 3]], schema=EDGES))
