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
Ref eWise(bool add, Ref a, Ref b, const std::string &op, Turned turned, const Output &out, const Check &check);
Ref applyUnary(const Ref &a, const std::string &op, const Output &out, const Check &check);
/// `scalar` points to a value of a's type.
Ref applyBound(const Ref &a, const std::string &op, bool left, const void *scalar, const Output &out, const Check &check);
Ref castTo(const Ref &a, Type type, const Output &out, const Check &check);
Ref positions(const Ref &a, bool row, int64_t plus, const Output &out, const Check &check);
Ref selectPosition(const Ref &a, const std::string &test, int64_t k, const Output &out, const Check &check);
Ref selectValue(const Ref &a, const std::string &test, const void *value, const Output &out, const Check &check);
/// `nullptr` = all.
Ref extract(const Ref &a, const std::vector<uint32_t> *rows, const std::vector<uint32_t> *cols, const Output &out, const Check &check);
Ref extractRow(const Ref &a, uint64_t row, bool transposed, const Output &out);
Ref reduceRows(const Ref &a, const std::string &monoid, bool transposed, const Output &out, const Check &check);
/// Writes one value of a's type; false when there is no entry.
bool reduce(const Ref &a, const std::string &monoid, void *value);
Ref transposed(const Ref &a, const Output &out, const Check &check);
Ref diagMatrix(const Ref &v, int64_t k);
Ref diagVector(const Ref &a, int64_t k, const Check &check);
bool element(const Ref &a, uint64_t row, uint64_t col, void *value);

} // namespace grb
