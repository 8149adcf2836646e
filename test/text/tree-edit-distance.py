"""Edit distances by zss: reads pairs of trees as JSON lines, [label, child, ...], and prints one distance a line."""

import json
import sys

import zss


def tree(nested):
    node = zss.Node(str(nested[0]))
    for child in nested[1:]:
        node.addkid(tree(child))
    return node


for line in sys.stdin:
    left, right = json.loads(line)
    print(int(zss.simple_distance(tree(left), tree(right))))
