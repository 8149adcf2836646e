#include "blocks.h"

#include <cmath>

namespace grb {

namespace {

/// An entry of the mask or of the old result, merged into the new.
const double WRITE = 20;

/// Cuts that leave no block more than 1/pieces of the object's entries, a line that alone holds more excepted.
void cutsOf(Object &object, uint64_t pieces, std::vector<uint64_t> &cuts) {
  const uint64_t lines = linesOf(object);
  const Rows rows(object);
  for (uint64_t k = 1; k < pieces; k++) {
    const uint64_t at = (uint64_t)((double)rows.count / (double)pieces * (double)k);
    if (at >= rows.count) break;
    cuts.push_back(object.vector ? rows.indices[at]
                                 : (uint64_t)(std::lower_bound(rows.offsets, rows.offsets + lines, at) - rows.offsets));
  }
}

} // namespace

double writeCost(const Output &out) {
  return WRITE * ((out.mask ? (double)out.mask->nvals : 0) + (out.into ? (double)out.into->nvals : 0));
}

Ref inBlocks(const std::vector<Operand> &operands, const Shape &shape, const Output &out, const Check &check, const Part &part) {
  fitting(shape.vector, shape.type, shape.rows, shape.cols, out);
  std::vector<Ref> objects;
  double cost = writeCost(out), entries = 0;
  for (const Operand &operand : operands) {
    objects.push_back(operand.object);
    cost += operand.entry * (double)operand.object->nvals;
    entries += (double)operand.object->nvals;
  }
  const uint64_t lines = shape.vector ? shape.cols : shape.rows;
  // Offsets of far more rows than entries would cost more than the operation.
  if (!check.isLong(cost) || lines < 2 || (!shape.vector && (double)lines > 16 * (entries + 1))) return part(objects, out, 0);
  check();
  std::vector<uint64_t> ends;
  const auto pieces = (uint64_t)std::ceil(cost / check.piece);
  for (const Operand &operand : operands) cutsOf(*operand.object, pieces, ends);
  if (out.mask) cutsOf(*out.mask, pieces, ends);
  if (out.into) cutsOf(*out.into, pieces, ends);
  ends.push_back(lines);
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  if (ends.front() == 0) ends.erase(ends.begin());
  return inBlocks(ends, objects, shape, out, check, part);
}

Ref inBlocks(const std::vector<uint64_t> &ends, const std::vector<Ref> &operands, const Shape &shape, const Output &out,
             const Check &check, const Part &part) {
  std::vector<Ref> blocks;
  uint64_t first = 0;
  for (const uint64_t last : ends) {
    check();
    check.reached(blocks.size(), ends.size());
    // An operand that is met twice is cut once.
    std::vector<Ref> slices;
    const auto sliced = [&](const Ref &whole) -> Ref {
      if (!whole) return nullptr;
      for (size_t k = 0; k < slices.size(); k++)
        if (operands[k] == whole) return slices[k];
      return slice(whole, first, last);
    };
    for (const Ref &operand : operands) slices.push_back(sliced(operand));
    Output here = out;
    here.mask = sliced(out.mask);
    here.into = sliced(out.into);
    blocks.push_back(part(slices, here, first));
    first = last;
  }
  return joined(blocks, shape.vector, shape.type, shape.rows, shape.cols, check);
}

} // namespace grb
