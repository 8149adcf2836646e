"""A producer of dumps, written from docs/dump-format.md alone: the functions of Python files, and who calls whom."""

import ast
import pathlib
import sys

import pyarrow as pa

METADATA = {
    "mimir.schema": "6",
    "mimir.producer": "python-sketch/1",
    "mimir.fidelity": "references",
}
SITE = pa.struct([("file", pa.string()), ("line", pa.int32()), ("col", pa.int32())])
SIMPLE = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-$")


def quoted(name):
    if name and set(name) <= SIMPLE:
        return name
    return "`" + name.replace("`", "``") + "`"


class Unit:
    def __init__(self, package):
        self.package = package
        self.prefix = f"python pip {package} . "
        self.nodes = []
        self.edges = {}
        self.functions = {}
        self.calls = {"calls": 0, "resolved": 0, "external": 0, "by_value": 0, "dispatch": 0, "unresolved": 0}

    def node(self, id, kind, name, **rest):
        self.nodes.append({"id": id, "kind": kind, "name": name, "crate": self.package, "origin": "local", **rest})

    def edge(self, kind, src, dst, site=None):
        sites = self.edges.setdefault((kind, src, dst), [])
        sites.append(site)


def declare(unit, root):
    package = unit.prefix
    unit.node(package, "package", unit.package)
    trees = []
    for path in sorted(root.rglob("*.py")):
        file = path.relative_to(root).as_posix()
        module = package + quoted(file) + "/"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        unit.node(module, "module", file, file=file)
        unit.edge("CONTAINS", package, module)
        trees.append((tree, module, file))
        for item in tree.body:
            if isinstance(item, ast.ClassDef):
                owner = module + quoted(item.name) + "#"
                unit.node(owner, "class", item.name, file=file, line=item.lineno, end_line=item.end_lineno,
                          has_doc=ast.get_docstring(item) is not None)
                unit.edge("CONTAINS", module, owner)
                for member in item.body:
                    function(unit, member, owner, "method", file)
            function(unit, item, module, "fn", file)
    return trees


def function(unit, item, owner, kind, file):
    if not isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return
    id = owner + quoted(item.name) + "()."
    unit.functions.setdefault(item.name, []).append(id)
    item.mimir_id = id
    unit.node(id, kind, item.name, file=file, line=item.lineno, end_line=item.end_lineno,
              has_doc=ast.get_docstring(item) is not None, is_test=item.name.startswith("test_"))
    unit.edge("CONTAINS", owner, id)
    for argument in item.args.args:
        parameter = f"{id}({quoted(argument.arg)})"
        unit.node(parameter, "param", argument.arg)
        unit.edge("CONTAINS", id, parameter)


def call_edges(unit, trees):
    for tree, _, _ in trees:
        for item in ast.walk(tree):
            if not hasattr(item, "mimir_id"):
                continue
            for call in ast.walk(item):
                if not isinstance(call, ast.Call):
                    continue
                name = getattr(call.func, "id", getattr(call.func, "attr", None))
                unit.calls["calls"] += 1
                targets = unit.functions.get(name, [])
                if name is None:
                    unit.calls["by_value"] += 1
                elif len(targets) == 1:
                    unit.calls["resolved"] += 1
                    unit.edge("CALLS", item.mimir_id, targets[0], {"file": None, "line": call.lineno, "col": call.col_offset + 1})
                elif targets:
                    unit.calls["unresolved"] += 1
                else:
                    unit.calls["external"] += 1
                    unit.edge("CALLS", item.mimir_id, f"python . builtins . {quoted(name)}().",
                              {"file": None, "line": call.lineno, "col": call.col_offset + 1})


def write(unit, out, compressed=True):
    import json

    metadata = {**METADATA, "mimir.unit": unit.package, "mimir.quality": json.dumps(unit.calls)}
    columns = [
        ("id", pa.string()), ("kind", pa.dictionary(pa.int8(), pa.string())), ("name", pa.large_string()),
        ("crate", pa.string()), ("origin", pa.string()), ("file", pa.string()), ("line", pa.uint64()),
        ("end_line", pa.int16()), ("has_doc", pa.bool_()), ("is_test", pa.bool_()),
    ]
    nodes = pa.table({name: pa.array([node.get(name) for node in unit.nodes], pa.string() if name == "kind" else kind)
                      for name, kind in columns})
    nodes = nodes.set_column(1, "kind", nodes["kind"].dictionary_encode())
    rows = list(unit.edges.items())
    edges = pa.table({
        "kind": pa.array([kind for (kind, _, _), _ in rows], pa.string()),
        "src": pa.array([src for (_, src, _), _ in rows], pa.string()).dictionary_encode(),
        "dst": pa.array([dst for (_, _, dst), _ in rows], pa.string()),
        "count": pa.array([len(sites) for _, sites in rows], pa.uint8()),
        "sites": pa.array([[site for site in sites if site] for _, sites in rows], pa.list_(SITE)),
    })
    out.mkdir(parents=True, exist_ok=True)
    for table, name, compression in ((nodes, "nodes", "zstd"), (edges, "edges", "lz4")):
        table = table.replace_schema_metadata(metadata)
        aside = out / f"{unit.package}.{name}.arrow.tmp"
        options = pa.ipc.IpcWriteOptions(compression=compression if compressed else None)
        with pa.OSFile(str(aside), "wb") as sink:
            make = pa.ipc.new_file if name == "nodes" else pa.ipc.new_stream
            with make(sink, table.schema, options=options) as writer:
                writer.write_table(table, max_chunksize=64)
        aside.rename(out / f"{unit.package}.{name}.arrow")


if __name__ == "__main__":
    root, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    unit = Unit(root.name)
    call_edges(unit, declare(unit, root))
    write(unit, out, compressed="--uncompressed" not in sys.argv)
