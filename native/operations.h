// The operations of the C API that the door offers, each to a new object.
#pragma once
#include "build.h"

namespace grb {

enum class Product { Mxm, Mxv, Vxm };

struct Turned {
  bool a = false;
  bool b = false;
};

Ref product(Product kind, const Ref &a, const Ref &b, const std::string &semiring, Turned turned, const Output &out,
            const Check &check);
Ref eWise(bool add, const Ref &a, const Ref &b, const std::string &op, Turned turned, const Output &out);
Ref applyUnary(const Ref &a, const std::string &op, const Output &out);
/// `scalar` points to a value of a's type.
Ref applyBound(const Ref &a, const std::string &op, bool left, const void *scalar, const Output &out);
Ref castTo(const Ref &a, Type type, const Output &out);
Ref positions(const Ref &a, bool row, int64_t plus, const Output &out);
Ref selectPosition(const Ref &a, const std::string &test, int64_t k, const Output &out);
Ref selectValue(const Ref &a, const std::string &test, const void *value, const Output &out);
/// `nullptr` = all.
Ref extract(const Ref &a, const std::vector<uint32_t> *rows, const std::vector<uint32_t> *cols, const Output &out);
Ref extractRow(const Ref &a, uint64_t row, bool transposed, const Output &out);
Ref reduceRows(const Ref &a, const std::string &monoid, bool transposed, const Output &out);
/// Writes one value of a's type; false when there is no entry.
bool reduce(const Ref &a, const std::string &monoid, void *value);
Ref transposed(const Ref &a, const Output &out);
Ref diagMatrix(const Ref &v, int64_t k);
Ref diagVector(const Ref &a, int64_t k);
bool element(const Ref &a, uint64_t row, uint64_t col, void *value);

} // namespace grb
