"""Reads exported Parquet files as a stranger does, and prints what they hold as JSON."""

import json
import sys

import pyarrow.parquet as pq

print(json.dumps([pq.read_table(path).to_pylist() for path in sys.argv[1:]]))
