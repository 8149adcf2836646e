#include "operations.h"
#include "output.h"

namespace grb {

namespace {

/// Nanoseconds an entry: of rows copied, of columns looked up, of lines folded along and across the rows.
const double COPIED = 4, LOOKED_UP = 10, FOLDED = 1, FOLDED_ACROSS = 6;
/// One of the moves that make a transpose.
const double TURNED = 10;

std::vector<GrB_Index> widened(const std::vector<uint32_t> &list, uint64_t size) {
  std::vector<GrB_Index> wide(list.begin(), list.end());
  for (GrB_Index index : wide)
    if (index >= size) throw Failure(GrB_INDEX_OUT_OF_BOUNDS, "index out of bounds: " + std::to_string(index));
  wide.reserve(1);
  return wide;
}

/// Some of the positions asked for, or all where `all`.
struct Wanted {
  const GrB_Index *list = GrB_ALL;
  uint64_t count = 0;
};

Ref extractPart(const Ref &a, Wanted rows, Wanted cols, const Output &out) {
  if (a->vector) {
    auto made = target(true, a->type, 1, cols.count, out);
    const GrB_Vector w = made->v;
    RUN_V(w, GrB_Vector_extract(w, vectorMask(out), accumulator(out, a->type), a->v, cols.list, cols.count, descriptorOf(out)));
    return settled(made);
  }
  auto made = target(false, a->type, rows.count, cols.count, out);
  const GrB_Matrix c = made->m;
  RUN_M(c, GrB_Matrix_extract(c, matrixMask(out), accumulator(out, a->type), a->m, rows.list, rows.count, cols.list, cols.count,
                              descriptorOf(out)));
  return settled(made);
}

/// A long one with its lines listed: the blocks are of the list.
Ref extractListed(const Ref &a, const std::vector<GrB_Index> &lines, Wanted cols, double each, const Output &out, const Check &check) {
  std::vector<uint64_t> ends;
  if (a->vector) {
    ends = endsBy(lines.size(), check, [&](uint64_t) { return each; });
  } else {
    const Rows rows(*a);
    ends = endsBy(lines.size(), check,
                  [&](uint64_t k) { return each * (double)(1 + rows.offsets[lines[k] + 1] - rows.offsets[lines[k]]); });
  }
  const Shape shape = {a->vector, a->type, a->vector ? 1 : lines.size(), a->vector ? lines.size() : cols.count};
  fitting(shape.vector, shape.type, shape.rows, shape.cols, out);
  uint64_t begin = 0;
  size_t block = 0;
  return inBlocks(ends, {}, shape, out, check, [&](const std::vector<Ref> &, const Output &here, uint64_t first) {
    const Wanted some = {lines.data() + first, ends[block++] - begin};
    begin += some.count;
    return a->vector ? extractPart(a, {}, some, here) : extractPart(a, some, cols, here);
  });
}

} // namespace

Ref extract(const Ref &a, const std::vector<uint32_t> *rows, const std::vector<uint32_t> *cols, const Output &out,
            const Check &check) {
  want(a && a->vector, a);
  std::vector<GrB_Index> i, j;
  if (rows && !a->vector) i = widened(*rows, a->rows);
  if (cols) j = widened(*cols, a->cols);
  const Wanted high = rows ? Wanted{i.data(), i.size()} : Wanted{GrB_ALL, a->rows};
  const Wanted wide = cols ? Wanted{j.data(), j.size()} : Wanted{GrB_ALL, a->cols};
  const double each = cols ? LOOKED_UP : COPIED;
  const std::vector<GrB_Index> *lines = a->vector ? (cols ? &j : nullptr) : (rows ? &i : nullptr);
  if (lines) {
    // Repeated rows may be more than the matrix has.
    const double perLine = a->vector ? 1 : 1 + (double)a->nvals / (double)(a->rows + 1);
    if (lines->size() > 1 && check.isLong(each * perLine * (double)lines->size() + writeCost(out)))
      return extractListed(a, *lines, wide, each, out, check);
    return extractPart(a, high, wide, out);
  }
  return inBlocks({{a, each}}, {a->vector, a->type, a->rows, a->vector ? a->cols : wide.count}, out, check,
                  [&](const std::vector<Ref> &parts, const Output &here, uint64_t) {
                    const Ref &part = parts[0];
                    return part->vector ? extractPart(part, {}, {GrB_ALL, part->cols}, here)
                                        : extractPart(part, {GrB_ALL, part->rows}, wide, here);
                  });
}

namespace {

/// A row as it lies: the library's way through its general extraction takes ten times as long.
Ref copiedRow(const Ref &a, uint64_t row) {
  Entries some;
  {
    const Rows rows(*a);
    some = copied(rows, a->type, rows.offsets[row], rows.offsets[row + 1]);
  }
  return packed(true, a->type, 1, a->cols, {}, std::move(some.indices), std::move(some.values), some.count, some.iso);
}

} // namespace

Ref extractRow(const Ref &a, uint64_t row, bool transposed, const Output &out) {
  want(false, a);
  const uint64_t lines = transposed ? a->cols : a->rows;
  const uint64_t size = transposed ? a->rows : a->cols;
  if (row >= lines) throw Failure(GrB_INDEX_OUT_OF_BOUNDS, "row out of bounds: " + std::to_string(row));
  if (!transposed && !out.mask && !out.into && isCompressed(a->m)) return copiedRow(a, row);
  auto made = target(true, a->type, 1, size, out);
  const GrB_Vector w = made->v;
  RUN_V(w, GrB_Col_extract(w, vectorMask(out), accumulator(out, a->type), a->m, GrB_ALL, size, row, descriptorOf(out, !transposed)));
  return settled(made);
}

namespace {

/// Columns folded a block of rows at a time, each added to what the earlier ones gave.
Ref reduceAcross(const Ref &a, const std::string &name, const Output &out, const Check &check) {
  const GrB_Monoid fold = monoid(name, a->type);
  if (!check.isLong(FOLDED_ACROSS * (double)a->nvals)) {
    auto made = target(true, a->type, 1, a->cols, out);
    const GrB_Vector w = made->v;
    RUN_V(w, GrB_Matrix_reduce_Monoid(w, vectorMask(out), accumulator(out, a->type), fold, a->m, descriptorOf(out, true)));
    return settled(made);
  }
  auto sums = target(true, a->type, 1, a->cols, {});
  std::vector<uint64_t> ends;
  {
    const Rows rows(*a);
    ends = endsBy(a->rows, check, [&](uint64_t i) { return FOLDED_ACROSS * (double)(rows.offsets[i + 1] - rows.offsets[i]); });
  }
  uint64_t first = 0;
  for (const uint64_t last : ends) {
    check();
    check.reached(first, a->rows);
    const Ref part = slice(a, first, last);
    if (part->nvals > 0)
      RUN_V(sums->v, GrB_Matrix_reduce_Monoid(sums->v, nullptr, binaryOp(name, a->type), fold, part->m, GrB_DESC_T0));
    first = last;
  }
  return written(settled(sums), out, check);
}

} // namespace

Ref reduceRows(const Ref &a, const std::string &name, bool transposed, const Output &out, const Check &check) {
  want(false, a);
  const GrB_Monoid fold = monoid(name, a->type);
  const uint64_t size = transposed ? a->cols : a->rows;
  fitting(true, a->type, 1, size, out);
  if (a->nvals == 0) return writeNothing(target(true, a->type, 1, size, out), out);
  if (transposed) return reduceAcross(a, name, out, check);
  return inBlocks({{a, FOLDED}}, {true, a->type, 1, a->rows}, out, check,
                  [&](const std::vector<Ref> &parts, const Output &here, uint64_t) {
                    auto made = target(true, a->type, 1, parts[0]->rows, here);
                    if (parts[0]->nvals == 0) return writeNothing(made, here);
                    const GrB_Vector w = made->v;
                    RUN_V(w, GrB_Matrix_reduce_Monoid(w, vectorMask(here), accumulator(here, a->type), fold, parts[0]->m,
                                                      descriptorOf(here)));
                    return settled(made);
                  });
}

bool reduce(const Ref &a, const std::string &name, void *value) {
  want(a && a->vector, a);
  const GrB_Monoid fold = monoid(name, a->type);
  if (a->nvals == 0) return false;
  GrB_Info info = GrB_SUCCESS;
#define REDUCE(TYPE, type)                                                                         \
  info = a->vector ? GrB_Vector_reduce_##TYPE((type *)value, nullptr, fold, a->v, nullptr)         \
                   : GrB_Matrix_reduce_##TYPE((type *)value, nullptr, fold, a->m, nullptr)
  switch (a->type) {
  case Type::Bool:
    REDUCE(BOOL, bool);
    break;
  case Type::Int32:
    REDUCE(INT32, int32_t);
    break;
  case Type::Int64:
    REDUCE(INT64, int64_t);
    break;
  case Type::Uint64:
    REDUCE(UINT64, uint64_t);
    break;
  case Type::Fp64:
    REDUCE(FP64, double);
    break;
  }
#undef REDUCE
  RUN(info);
  return true;
}

Ref transposed(const Ref &a, const Output &out, const Check &check) {
  want(false, a);
  fitting(false, a->type, a->cols, a->rows, out);
  const bool wide = (double)std::max(a->rows, a->cols) > 16 * ((double)a->nvals + 1);
  if (!wide && check.isLong(TURNED * (double)a->nvals + writeCost(out))) return written(turnedRound(a, check), out, check);
  auto made = target(false, a->type, a->cols, a->rows, out);
  const GrB_Matrix c = made->m;
  RUN_M(c, GrB_transpose(c, matrixMask(out), accumulator(out, a->type), a->m, descriptorOf(out)));
  return settled(made);
}

/// Rows of more entries are halved in search of one; lines more than so many times the entries are not written out.
const uint64_t SCANNED = 16;

namespace {

/// Entries as they lie on a diagonal: the rows are counted in one pass, where the library builds and sorts.
Ref onDiagonal(Object &v, int64_t k, uint64_t size) {
  Entries some;
  {
    const Rows rows(v);
    some = copied(rows, v.type, 0, rows.count);
  }
  const uint64_t down = k < 0 ? (uint64_t)-k : 0, right = k > 0 ? (uint64_t)k : 0;
  auto offsets = buffer<GrB_Index>(size + 1);
  GrB_Index *const begin = offsets.get(), *const at = some.indices.get();
  uint64_t p = 0;
  for (uint64_t i = 0; i <= size; i++) {
    begin[i] = p;
    if (p < some.count && at[p] + down == i) at[p++] += right;
  }
  return packed(false, v.type, size, size, std::move(offsets), std::move(some.indices), std::move(some.values), some.count, some.iso);
}

} // namespace

Ref diagMatrix(const Ref &v, int64_t k) {
  want(true, v);
  const uint64_t size = v->cols + (uint64_t)std::llabs(k);
  if (size <= SCANNED * v->nvals && isCompressed(v->v)) return onDiagonal(*v, k, size);
  auto made = std::make_shared<Object>();
  made->type = v->type;
  made->rows = made->cols = size;
  RUN(GrB_Matrix_new(made->m.out(), library(v->type), made->rows, made->cols));
  RUN_M(made->m, GxB_Matrix_diag(made->m, v->v, k, nullptr));
  return settled(made);
}

namespace {

/// A diagonal out of rows as they lie: each is looked at once, where the library goes through all entries.
Ref diagonalOf(Object &a, int64_t k, uint64_t size, const Check &check) {
  std::vector<uint64_t> at, where;
  Entries some;
  const Rows rows(a);
  strides(size, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t d = first; d < last; d++) {
      const uint64_t i = d + (uint64_t)std::max<int64_t>(0, -k), j = d + (uint64_t)std::max<int64_t>(0, k);
      const GrB_Index *begin = rows.indices + rows.offsets[i], *end = rows.indices + rows.offsets[i + 1];
      const GrB_Index *p = begin;
      if (rows.offsets[i + 1] - rows.offsets[i] > SCANNED) p = std::lower_bound(begin, end, j);
      else
        while (p < end && *p < j) p++;
      if (p == end || *p != j) continue;
      at.push_back(d);
      where.push_back((uint64_t)(p - rows.indices));
    }
  });
  const size_t each = width(a.type);
  some.count = at.size();
  some.iso = rows.iso && some.count > 0;
  some.indices = buffer<GrB_Index>(some.count);
  some.values = buffer<uint8_t>((some.iso ? 1 : some.count) * each);
  std::copy(at.begin(), at.end(), some.indices.get());
  for (uint64_t p = 0; p < (some.iso ? 1 : some.count); p++)
    memcpy(some.values.get() + p * each, (const uint8_t *)rows.values + (some.iso ? 0 : where[p] * each), each);
  return packed(true, a.type, 1, size, {}, std::move(some.indices), std::move(some.values), some.count, some.iso);
}

} // namespace

Ref diagVector(const Ref &a, int64_t k, const Check &check) {
  want(false, a);
  const int64_t rows = (int64_t)a->rows, cols = (int64_t)a->cols;
  const int64_t size = k >= 0 ? std::min(rows, cols - k) : std::min(rows + k, cols);
  if (size > 0 && isCompressed(a->m)) return diagonalOf(*a, k, (uint64_t)size, check);
  auto made = target(true, a->type, 1, (uint64_t)std::max<int64_t>(size, 0), {});
  if (size > 0) RUN_V(made->v, GxB_Vector_diag(made->v, a->m, k, nullptr));
  return settled(made);
}

bool element(const Ref &a, uint64_t row, uint64_t col, void *value) {
  want(a && a->vector, a);
  if (row >= a->rows || col >= a->cols) throw Failure(GrB_INDEX_OUT_OF_BOUNDS, "position out of bounds");
  GrB_Info info = GrB_SUCCESS;
#define ELEMENT(TYPE, type)                                                                        \
  info = a->vector ? GrB_Vector_extractElement_##TYPE((type *)value, a->v, col)                    \
                   : GrB_Matrix_extractElement_##TYPE((type *)value, a->m, row, col)
  switch (a->type) {
  case Type::Bool:
    ELEMENT(BOOL, bool);
    break;
  case Type::Int32:
    ELEMENT(INT32, int32_t);
    break;
  case Type::Int64:
    ELEMENT(INT64, int64_t);
    break;
  case Type::Uint64:
    ELEMENT(UINT64, uint64_t);
    break;
  case Type::Fp64:
    ELEMENT(FP64, double);
    break;
  }
#undef ELEMENT
  RUN(info);
  return info == GrB_SUCCESS;
}

} // namespace grb
