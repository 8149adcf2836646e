// Immutable matrices and vectors, shared between JavaScript handles and the jobs that read them.
#pragma once
#include <memory>

#include "operators.h"

namespace grb {

/// Greatest number of rows or columns.
const uint64_t MAX_DIMENSION = 1ull << 28;

/// A handle's hold on an object; boundary.cc has it.
struct Holder;

struct Object {
  bool vector = false;
  Type type = Type::Bool;
  /// A vector has one row and `cols` positions.
  uint64_t rows = 0;
  uint64_t cols = 0;
  uint64_t nvals = 0;
  /// What it holds, for the garbage collector's accounts.
  size_t bytes = 0;
  Matrix m;
  Vector v;
  /// Pattern with every value ~0, for BOR.BAND; made by the job thread on first use.
  std::shared_ptr<Object> ones;
  /// Of the handle while there is one; for the JavaScript thread alone.
  Holder *holder = nullptr;
};

using Ref = std::shared_ptr<Object>;

/// Where a result goes: C⟨M, replace⟩ = accum(C, T), `into` being the old C.
struct Output {
  Ref mask;
  bool structural = false;
  bool complement = false;
  std::string accum;
  Ref into;
  bool replace = false;
};

/// Refuses a mask or an old result that doesn't fit the new one.
void fitting(bool vector, Type type, uint64_t rows, uint64_t cols, const Output &out);

/// An empty object, or a copy of `into` after checking that it fits.
Ref target(bool vector, Type type, uint64_t rows, uint64_t cols, const Output &out);

/// Every position has an entry, and all have one value, which is kept once.
bool isFullOfOne(const Object &object);

/// Finishes pending work and counts: after it an object is safe to share.
Ref settled(Ref object);

} // namespace grb
