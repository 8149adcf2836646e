#include "blocks.h"

#include "threads.h"

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

namespace {

/// The same lines of the operands, of the mask and of the old result.
struct Block {
  std::vector<Ref> operands;
  Output out;
  uint64_t first = 0;
};

Block blockOf(const std::vector<Ref> &operands, const Output &out, uint64_t first, uint64_t last) {
  Block block;
  // An operand that is met twice is cut once.
  const auto sliced = [&](const Ref &whole) -> Ref {
    if (!whole) return nullptr;
    for (size_t k = 0; k < block.operands.size(); k++)
      if (operands[k] == whole) return block.operands[k];
    return slice(whole, first, last);
  };
  for (const Ref &operand : operands) block.operands.push_back(sliced(operand));
  block.out = out;
  block.out.mask = sliced(out.mask);
  block.out.into = sliced(out.into);
  block.first = first;
  return block;
}

/// Blocks that are cut together, for each thread: no thread waits long at their end, and no more of the operands lies
/// there twice.
const uint64_t CUT = 16;

} // namespace

Ref inBlocks(const std::vector<uint64_t> &ends, const std::vector<Ref> &operands, const Shape &shape, const Output &out,
             const Check &check, const Part &part) {
  std::vector<Ref> parts;
  uint64_t first = 0;
  for (const uint64_t last : ends) {
    check();
    check.reached(parts.size(), ends.size());
    const Block block = blockOf(operands, out, first, last);
    parts.push_back(part(block.operands, block.out, block.first));
    first = last;
  }
  return joined(parts, shape.vector, shape.type, shape.rows, shape.cols, check);
}

Ref inBlocksAtOnce(const std::vector<uint64_t> &ends, const std::vector<Ref> &operands, const Shape &shape, const Output &out,
                   const Check &check, const Part &part) {
  const auto threadCount = (uint64_t)threads();
  if (threadCount < 2 || ends.size() < 2) return inBlocks(ends, operands, shape, out, check, part);
  const OneThreadEach here;
  std::vector<Ref> parts(ends.size());
  for (uint64_t begin = 0; begin < ends.size(); begin += CUT * threadCount) {
    std::vector<Block> blocks;
    for (uint64_t k = begin; k < std::min<uint64_t>(ends.size(), begin + CUT * threadCount); k++) {
      check();
      blocks.push_back(blockOf(operands, out, k == 0 ? 0 : ends[k - 1], ends[k]));
    }
    dealt(blocks.size(), threadCount, [&](uint64_t k) {
      check();
      check.reached(begin + k, ends.size());
      const Block block = std::move(blocks[k]);
      parts[begin + k] = part(block.operands, block.out, block.first);
    });
  }
  return joined(parts, shape.vector, shape.type, shape.rows, shape.cols, check);
}

} // namespace grb
