"""Executes notebooks in place with the `mimir` kernel, without times and other things that differ from run to run.

usage: execute-notebooks.py OUT NOTEBOOK...   (OUT is a folder; the notebooks are written there)
"""

import pathlib
import sys

import nbformat
from nbclient import NotebookClient

out = pathlib.Path(sys.argv[1])
for name in sys.argv[2:]:
    source = pathlib.Path(name)
    notebook = nbformat.read(source, as_version=4)
    client = NotebookClient(
        notebook,
        kernel_name="mimir",
        timeout=120,
        startup_timeout=120,
        record_timing=False,
        resources={"metadata": {"path": str(source.parent)}},
    )
    client.execute()
    out.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, out / source.name)
