// Masked products of a transpose by dots over compressed rows: on graphs with hubs about ten times as quick as the
// library's own (bench/grb).
#pragma once
#include "build.h"

namespace grb {

/// Whether `masked` serves this product: pair and first-operand semirings over integers, mask not complemented.
bool hasDots(const std::string &semiring, Type type, const Output &out);

/// T⟨M⟩ = A ⊗.⊕ Bᵀ: row i of A is marked, then each row j of B with (i, j) in M is met. Same T as GrB_mxm with T1.
Ref maskedDots(const Ref &a, const Ref &b, const std::string &semiring, Type type, const Output &out, const Check &check);

} // namespace grb
