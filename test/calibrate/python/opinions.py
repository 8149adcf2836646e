"""What scikit-learn and datasketch say of the same numbers: JSON in, JSON out."""

import json
import sys

from datasketch.lsh import _optimal_param
from sklearn.metrics import average_precision_score, cohen_kappa_score, roc_auc_score, roc_curve

asked = json.load(sys.stdin)
told = {"curves": [], "kappas": [], "bandings": []}
for case in asked.get("curves", []):
    truth, scores = case["positive"], case["scores"]
    false_rate, true_rate, floors = roc_curve(truth, scores, drop_intermediate=False)
    told["curves"].append(
        {
            "area": roc_auc_score(truth, scores),
            "average": average_precision_score(truth, scores),
            # The first point of theirs is the floor above every score.
            "points": [list(row) for row in zip(floors[1:], true_rate[1:], false_rate[1:])],
        }
    )
for case in asked.get("kappas", []):
    told["kappas"].append(cohen_kappa_score(case["first"], case["second"]))
for case in asked.get("bandings", []):
    told["bandings"].append(
        list(map(int, _optimal_param(case["threshold"], case["budget"], case["fp"], case["fn"])))
    )
print(json.dumps(told))
