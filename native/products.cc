#include "output.h"
#include "dots.h"
#include "operations.h"

#include <optional>

namespace grb {

namespace {

/// A multiplication of mxm; one of a vector with a matrix's rows, which are read from memory in no order; one entry
/// of a matrix read in order. Nanoseconds.
const double MULTIPLICATION = 40;
const double PUSHED = 10, PUSHED_PAIR = 4;
/// A piece of a pushed product is longer than others by so much: each is added to all that the earlier ones gave.
const double PUSHED_PIECE = 2.5;
const double PULLED = 6;
/// Fewest entries whose multiplications are worth counting.
const uint64_t COUNTED = 10'000;

bool nothingIn(const Ref &a, const Ref &b) { return a->nvals == 0 || b->nvals == 0; }

bool isPair(const std::string &semiring) { return semiring.find("_pair") != std::string::npos; }

/// The operator of the semiring's monoid. Whichever of two patterns `any` takes is true.
GrB_BinaryOp addition(const std::string &semiring, Type type) {
  const std::string name = semiring.substr(0, semiring.find('_'));
  return name == "any" ? GrB_FIRST_BOOL : binaryOp(name, type);
}

/// What was computed under the mask, written where there is an old result.
Ref finished(const Ref &t, const Output &out, const Check &check) { return out.into ? written(t, out, check) : t; }

/// Entries first..last of a vector, in a vector of its size.
Ref entriesOf(const Ref &u, uint64_t first, uint64_t last) {
  Entries some;
  {
    const Rows rows(*u);
    some = copied(rows, u->type, first, last);
  }
  return packed(true, u->type, 1, u->cols, {}, std::move(some.indices), std::move(some.values), some.count, some.iso);
}

/// w⟨M⟩ = accum(w, u·A), or A·u where `column`.
void vectorProduct(GrB_Vector w, bool column, const Object &u, const Object &a, GrB_Semiring ring, bool turned, GrB_BinaryOp accum,
                   const Output &out) {
  if (column) RUN_V(w, GrB_mxv(w, vectorMask(out), accum, ring, a.m, u.v, descriptorOf(out, turned, false)));
  else RUN_V(w, GrB_vxm(w, vectorMask(out), accum, ring, u.v, a.m, descriptorOf(out, false, turned)));
}

/// Where a single entry leads: the pattern of the row that it names. The library takes ten times as long to find out.
Ref step(const Ref &u, const Ref &a) {
  Entries some;
  {
    const Rows from(*u), rows(*a);
    const uint64_t i = from.indices[0];
    some = copied(rows, a->type, rows.offsets[i], rows.offsets[i + 1]);
  }
  some.values = buffer<uint8_t>(1);
  some.values[0] = 1;
  return packed(true, Type::Bool, 1, a->cols, {}, std::move(some.indices), std::move(some.values), some.count, some.count > 0);
}

/// Along the rows of A that u names. A long one goes by parts of u, each added to what the earlier ones gave.
Ref push(bool column, const Ref &u, const Ref &a, const std::string &name, Type type, uint64_t size, const Output &out,
         const Check &check) {
  if (u->nvals == 1 && name == "any_pair" && !out.mask && !out.into && isCompressed(u->v) && isCompressed(a->m)) return step(u, a);
  const GrB_Semiring ring = semiring(name, type);
  const GrB_BinaryOp accum = accumulator(out, type);
  const double each = isPair(name) ? PUSHED_PAIR : PUSHED;
  std::vector<uint64_t> ends = {u->nvals};
  if (check.isLong(each * (double)a->nvals)) {
    const Rows from(*u), rows(*a);
    ends = endsBy(from.count, check, [&](uint64_t k) {
      const uint64_t i = from.indices[k];
      return each / PUSHED_PIECE * (double)(1 + rows.offsets[i + 1] - rows.offsets[i]);
    });
  }
  if (ends.size() == 1) {
    auto made = target(true, type, 1, size, out);
    vectorProduct(made->v, column, *u, *a, ring, column, accum, out);
    return settled(made);
  }
  fitting(true, type, 1, size, out);
  const Output only = masked(out);
  auto made = target(true, type, 1, size, only);
  uint64_t first = 0;
  for (const uint64_t last : ends) {
    check();
    check.reached(first, u->nvals);
    vectorProduct(made->v, column, *entriesOf(u, first, last), *a, ring, column, addition(name, type), only);
    RUN_V(made->v, GrB_Vector_wait(made->v, GrB_MATERIALIZE));
    first = last;
  }
  return finished(settled(made), out, check);
}

/// By dots of u with the rows of A.
Ref pull(bool column, const Ref &u, const Ref &a, const std::string &name, Type type, const Output &out, const Check &check) {
  const GrB_Semiring ring = semiring(name, type);
  return inBlocks({{a, PULLED}}, {true, type, 1, a->rows}, out, check,
                  [&](const std::vector<Ref> &parts, const Output &here, uint64_t) {
                    auto made = target(true, type, 1, parts[0]->rows, here);
                    if (nothingIn(parts[0], u)) return writeNothing(made, here);
                    vectorProduct(made->v, column, *u, *parts[0], ring, !column, accumulator(here, type), here);
                    return settled(made);
                  });
}

/// Lengths of the lines of B that the multiplications run along: those of its rows are read off, of its columns counted.
class Lengths {
public:
  /// `loaned`: the rows of B where A lends them already, since they can be lent once only.
  Lengths(const Ref &b, bool turned, const Rows *loaned, const Check &check) : rows_(loaned) {
    if (!rows_) {
      own_.emplace(*b);
      rows_ = &*own_;
    }
    if (!turned) return;
    counted_.assign(b->cols, 0);
    strides(rows_->count, check, [&](uint64_t first, uint64_t last) {
      for (uint64_t p = first; p < last; p++) counted_[rows_->indices[p]]++;
    });
    columns_ = counted_.data();
  }
  double operator[](uint64_t k) const {
    return columns_ ? (double)columns_[k] : (double)(rows_->offsets[k + 1] - rows_->offsets[k]);
  }

private:
  std::optional<Rows> own_;
  const Rows *rows_;
  std::vector<uint32_t> counted_;
  const uint32_t *columns_ = nullptr;
};

/// Multiplications of A·B, A as it lies.
double multiplications(const Rows &rows, uint64_t lines, bool turned, const Lengths &length, const Check &check) {
  double sum = 0;
  if (turned) {
    for (uint64_t k = 0; k < lines; k++) sum += (double)(rows.offsets[k + 1] - rows.offsets[k]) * length[k];
    return sum;
  }
  strides(rows.count, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t p = first; p < last; p++) sum += length[rows.indices[p]];
  });
  return sum;
}

/// Whether A·B is worth splitting.
bool isLongProduct(const Ref &a, const Ref &b, Turned turned, const Output &out, const Check &check) {
  const Rows rows(*a);
  const Lengths length(b, turned.b, a == b ? &rows : nullptr, check);
  return check.isLong(MULTIPLICATION * multiplications(rows, a->rows, turned.a, length, check) + writeCost(out));
}

/// Ends of blocks of rows of A by what they cost to multiply.
std::vector<uint64_t> endsOfProduct(const Ref &a, const Ref &b, bool turned, const Check &check) {
  const Rows rows(*a);
  const Lengths length(b, turned, a == b ? &rows : nullptr, check);
  return endsBy(a->rows, check, [&](uint64_t i) {
    double cost = 0;
    for (uint64_t p = rows.offsets[i]; p < rows.offsets[i + 1]; p++) cost += MULTIPLICATION * length[rows.indices[p]];
    return cost;
  });
}

Ref product(const Ref &a, const Ref &b, GrB_Semiring ring, Type type, Turned turned, const Output &out) {
  auto made = target(false, type, turned.a ? a->cols : a->rows, turned.b ? b->rows : b->cols, out);
  if (nothingIn(a, b)) return writeNothing(made, out);
  const GrB_Matrix c = made->m;
  RUN_M(c, GrB_mxm(c, matrixMask(out), accumulator(out, type), ring, a->m, b->m, descriptorOf(out, turned.a, turned.b)));
  return settled(made);
}

Ref multiply(Ref a, Ref b, const std::string &name, Turned turned, const Output &out, const Check &check) {
  const uint64_t rows = turned.a ? a->cols : a->rows;
  const uint64_t inner = turned.a ? a->rows : a->cols;
  const uint64_t cols = turned.b ? b->rows : b->cols;
  same(inner, turned.b ? b->cols : b->rows, "inner dimensions");
  const Type type = productType(name, a->type, b->type);
  const GrB_Semiring ring = semiring(name, type);
  fitting(false, type, rows, cols, out);
  accumulator(out, type);
  if (nothingIn(a, b)) return writeNothing(target(false, type, rows, cols, out), out);
  if (turned.b && !turned.a && hasDots(name, type, out)) return finished(maskedDots(a, b, name, type, out, check), out, check);
  const double entries = (double)a->nvals + (double)b->nvals;
  const bool wide = (double)std::max({rows, inner, cols}) > 16 * (entries + 1);
  if (rows < 2 || wide || (entries < COUNTED && !check.isLong(MULTIPLICATION * entries))) return product(a, b, ring, type, turned, out);
  if (!isLongProduct(a, b, turned, out, check)) return product(a, b, ring, type, turned, out);
  if (turned.a) a = turnedRound(a, check);
  // Dots under a mask read B's rows as they are; the other methods would turn B round again in every block.
  if (turned.b && (!out.mask || out.complement)) {
    b = turnedRound(b, check);
    turned.b = false;
  }
  const auto ends = endsOfProduct(a, b, turned.b, check);
  return inBlocksAtOnce(ends, {a}, {false, type, rows, cols}, out, check,
                        [&](const std::vector<Ref> &parts, const Output &here, uint64_t) {
                          return product(parts[0], b, ring, type, {false, turned.b}, here);
                        });
}

} // namespace

Ref product(Product kind, const Ref &a, const Ref &b, const std::string &name, Turned turned, const Output &out,
            const Check &check) {
  want(kind == Product::Vxm, a);
  want(kind == Product::Mxv, b);
  if (kind == Product::Mxm) return multiply(a, b, name, turned, out, check);
  const bool column = kind == Product::Mxv;
  const Ref &u = column ? b : a, &m = column ? a : b;
  const bool along = column ? turned.a : !turned.b;
  same(u->cols, along ? m->rows : m->cols, "inner dimensions");
  const Type type = productType(name, a->type, b->type);
  semiring(name, type);
  const uint64_t size = along ? m->cols : m->rows;
  if (nothingIn(a, b)) return writeNothing(target(true, type, 1, size, out), out);
  return along ? push(column, u, m, name, type, size, out, check) : pull(column, u, m, name, type, out, check);
}

} // namespace grb
