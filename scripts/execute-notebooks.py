"""Executes notebooks in place with the `mimir` kernel, without times and other things that differ from run to run.

usage: execute-notebooks.py OUT NOTEBOOK...   (OUT is a folder; the notebooks are written there)
"""

import pathlib
import sys

import nbformat
from nbclient import NotebookClient


def is_shown(output):
    """Progress that has come and gone leaves an output with nothing in it, or none where a cell was quick."""
    return output.output_type != "display_data" or any(output.data.values())


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
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if is_shown(output)]
    out.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, out / source.name)
