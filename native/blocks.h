// Long operations in blocks of lines, so that a stop is heard between them: one call of the library can't be stopped.
#pragma once
#include "rows.h"

namespace grb {

struct Shape {
  bool vector = false;
  Type type = Type::Bool;
  uint64_t rows = 0;
  uint64_t cols = 0;
};

/// An operand with as many lines as the result, and what one of its entries costs, in nanoseconds.
struct Operand {
  Ref object;
  double entry;
};

/// Lines `first`… of the result, from the same lines of the operands, of the mask and of the old result.
using Part = std::function<Ref(const std::vector<Ref> &operands, const Output &out, uint64_t first)>;

/// The whole in one call where that is short, else block by block. Each line of the result must depend on the same
/// line of the operands only; blocks don't change what comes out.
Ref inBlocks(const std::vector<Operand> &operands, const Shape &shape, const Output &out, const Check &check, const Part &part);

/// The same with the blocks' ends given: the last is the number of lines.
Ref inBlocks(const std::vector<uint64_t> &ends, const std::vector<Ref> &operands, const Shape &shape, const Output &out,
             const Check &check, const Part &part);

/// The same, and each thread of the library's computes blocks of its own, which takes half the time where the library
/// would give a block one thread. What `part` reads beside its block must be settled.
Ref inBlocksAtOnce(const std::vector<uint64_t> &ends, const std::vector<Ref> &operands, const Shape &shape, const Output &out,
                   const Check &check, const Part &part);

/// What writing costs: C⟨M⟩ = accum(C, T) reads the mask and the old C.
double writeCost(const Output &out);

/// Ends of blocks of lines of at most a piece each, by the cost of a line.
template <class F> std::vector<uint64_t> endsBy(uint64_t lines, const Check &check, F costOf) {
  std::vector<uint64_t> ends;
  double sum = 0;
  for (uint64_t i = 0; i < lines; i++) {
    if ((i & (STRIDE - 1)) == 0) check();
    const double cost = costOf(i);
    if (sum > 0 && sum + cost > check.piece) {
      ends.push_back(i);
      sum = 0;
    }
    sum += cost;
  }
  ends.push_back(lines);
  return ends;
}

} // namespace grb
