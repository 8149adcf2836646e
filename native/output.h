// What every operation asks of its arguments, and how a result is written: C⟨M, replace⟩ = accum(C, T).
#pragma once
#include "blocks.h"

namespace grb {

/// Refuses comparisons: their result has another type.
GrB_BinaryOp accumulator(const Output &out, Type type);
GrB_Matrix matrixMask(const Output &out);
GrB_Vector vectorMask(const Output &out);
GrB_Descriptor descriptorOf(const Output &out, bool t0 = false, bool t1 = false);

/// A vector where `vector`, else a matrix: anything else is refused.
void want(bool vector, const Ref &object);
void same(uint64_t left, uint64_t right, const char *what);

/// A value of the type as the library's scalar.
Scalar scalarOf(Type type, const void *value);

/// The mask alone: what T is computed under, before it is written.
Output masked(const Output &out);

/// C⟨M, replace⟩ = accum(C, T)
Ref written(const Ref &t, const Output &out, const Check &check);

/// The same for a T without entries.
Ref writeNothing(const Ref &made, const Output &out);

} // namespace grb
