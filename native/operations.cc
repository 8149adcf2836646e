#include "operations.h"

#include "dots.h"

#include <algorithm>

namespace grb {

namespace {

/// Multiplications of one row block, a tenth of a second or less: a stop is heard between blocks. Products below
/// four blocks stay whole; above the greatest number of blocks, blocks grow.
const double BLOCK_WORK = 1e7;
const double MOST_BLOCKS = 256;

GrB_BinaryOp accumulator(const Output &out, Type type) {
  if (out.accum.empty()) return nullptr;
  if (isComparison(out.accum)) throw Failure(GrB_DOMAIN_MISMATCH, "a comparison can't accumulate");
  return binaryOp(out.accum, type);
}

GrB_Matrix matrixMask(const Output &out) { return out.mask ? (GrB_Matrix)out.mask->m : nullptr; }
GrB_Vector vectorMask(const Output &out) { return out.mask ? (GrB_Vector)out.mask->v : nullptr; }

GrB_Descriptor descriptorOf(const Output &out, bool t0 = false, bool t1 = false) {
  return descriptor(out.replace, out.structural, out.complement, t0, t1);
}

void want(bool vector, const Ref &object) {
  if (!object) throw Failure(GrB_NULL_POINTER, "missing operand");
  if (object->vector != vector) throw Failure(GrB_DOMAIN_MISMATCH, vector ? "operand is no vector" : "operand is no matrix");
}

void same(uint64_t left, uint64_t right, const char *what) {
  if (left != right)
    throw Failure(GrB_DIMENSION_MISMATCH,
                  std::string(what) + " differ: " + std::to_string(left) + " and " + std::to_string(right));
}

Scalar scalarOf(Type type, const void *value) {
  Scalar s;
  RUN(GrB_Scalar_new(s.out(), library(type)));
  GrB_Info info = GrB_SUCCESS;
  switch (type) {
  case Type::Bool:
    info = GrB_Scalar_setElement_BOOL(s, *(const uint8_t *)value != 0);
    break;
  case Type::Int32:
    info = GrB_Scalar_setElement_INT32(s, *(const int32_t *)value);
    break;
  case Type::Int64:
    info = GrB_Scalar_setElement_INT64(s, *(const int64_t *)value);
    break;
  case Type::Uint64:
    info = GrB_Scalar_setElement_UINT64(s, *(const uint64_t *)value);
    break;
  case Type::Fp64:
    info = GrB_Scalar_setElement_FP64(s, *(const double *)value);
    break;
  }
  RUN(info);
  return s;
}

std::vector<GrB_Index> widened(const std::vector<uint32_t> &list, uint64_t size) {
  std::vector<GrB_Index> wide(list.begin(), list.end());
  for (GrB_Index index : wide)
    if (index >= size) throw Failure(GrB_INDEX_OUT_OF_BOUNDS, "index out of bounds: " + std::to_string(index));
  wide.reserve(1);
  return wide;
}

/// Multiplications of each row of A·B; an upper bound where a mask leaves some out.
std::vector<double> rowWork(const Object &a, const Object &b, Turned turned, uint64_t rows, uint64_t inner, uint64_t cols) {
  Vector ones, degree, work;
  RUN(GrB_Vector_new(ones.out(), GrB_INT64, cols));
  RUN_V(ones, GrB_Vector_assign_INT64(ones, nullptr, nullptr, 1, GrB_ALL, cols, nullptr));
  RUN(GrB_Vector_new(degree.out(), GrB_INT64, inner));
  RUN_V(degree, GrB_mxv(degree, nullptr, nullptr, GxB_PLUS_PAIR_INT64, b.m, ones, turned.b ? GrB_DESC_T0 : nullptr));
  RUN(GrB_Vector_new(work.out(), GrB_INT64, rows));
  RUN_V(work, GrB_mxv(work, nullptr, nullptr, GxB_PLUS_SECOND_INT64, a.m, degree, turned.a ? GrB_DESC_T0 : nullptr));
  GrB_Index count = 0;
  RUN(GrB_Vector_nvals(&count, work));
  std::vector<GrB_Index> index(count + 1);
  std::vector<int64_t> value(count + 1);
  RUN_V(work, GrB_Vector_extractTuples_INT64(index.data(), value.data(), &count, work));
  std::vector<double> list(rows, 0);
  for (GrB_Index k = 0; k < count; k++) list[index[k]] = (double)value[k];
  return list;
}

Matrix rowBlock(GrB_Matrix a, GrB_Type type, uint64_t first, uint64_t last, uint64_t cols, bool turned) {
  Matrix block;
  RUN(GrB_Matrix_new(block.out(), type, last - first, cols));
  const GrB_Index range[2] = {first, last - 1};
  RUN_M(block, GrB_Matrix_extract(block, nullptr, nullptr, a, range, GxB_RANGE, GrB_ALL, cols, turned ? GrB_DESC_T0 : nullptr));
  return block;
}

/// T⟨M⟩ = A·B, a block of rows at a time with a look at the cancel flag between them.
Matrix inBlocks(const Object &a, const Object &b, GrB_Semiring ring, Type type, Turned turned, const Output &out,
                const std::vector<double> &work, double total, uint64_t cols, const Check &check) {
  const uint64_t rows = work.size();
  const double share = std::max(BLOCK_WORK, total / MOST_BLOCKS);
  const uint64_t inner = turned.a ? a.rows : a.cols;
  // Dots under a mask read B's rows as they are; the other methods would turn B round again in every block.
  Matrix upright;
  if (turned.b && (!out.mask || out.complement)) {
    RUN(GrB_Matrix_new(upright.out(), library(b.type), b.cols, b.rows));
    RUN_M(upright, GrB_transpose(upright, nullptr, nullptr, b.m, nullptr));
  }
  const bool t1 = turned.b && !(GrB_Matrix)upright;
  const GrB_Matrix right = (GrB_Matrix)upright ? (GrB_Matrix)upright : (GrB_Matrix)b.m;
  std::vector<Matrix> blocks;
  std::vector<GrB_Matrix> tiles;
  for (uint64_t first = 0; first < rows;) {
    check();
    uint64_t last = first;
    for (double sum = 0; last < rows && (last == first || sum + work[last] <= share); last++) sum += work[last];
    Matrix part = rowBlock(a.m, library(a.type), first, last, inner, turned.a);
    Matrix mask;
    if (out.mask) mask = rowBlock(out.mask->m, library(out.mask->type), first, last, cols, false);
    Matrix block;
    RUN(GrB_Matrix_new(block.out(), library(type), last - first, cols));
    RUN_M(block, GrB_mxm(block, mask, nullptr, ring, part, right, descriptor(false, out.structural, out.complement, false, t1)));
    RUN_M(block, GrB_Matrix_wait(block, GrB_MATERIALIZE));
    tiles.push_back(block);
    blocks.push_back(std::move(block));
    first = last;
  }
  Matrix whole;
  RUN(GrB_Matrix_new(whole.out(), library(type), rows, cols));
  RUN_M(whole, GxB_Matrix_concat(whole, tiles.data(), tiles.size(), 1, nullptr));
  return whole;
}

/// C⟨M⟩ = accum(C, nothing). Where an operand is empty the library isn't asked: 7.4 takes a matrix without columns
/// for a full one, and multiplies it.
Ref writeNothing(const Ref &made, const Output &out) {
  if (!out.into) return settled(made);
  const GrB_BinaryOp accum = accumulator(out, made->type);
  const GrB_UnaryOp identity = unaryOp("identity", made->type);
  const Ref nothing = target(made->vector, made->type, made->rows, made->cols, {});
  if (made->vector) {
    const GrB_Vector w = made->v;
    RUN_V(w, GrB_Vector_apply(w, vectorMask(out), accum, identity, nothing->v, descriptorOf(out)));
  } else {
    const GrB_Matrix c = made->m;
    RUN_M(c, GrB_Matrix_apply(c, matrixMask(out), accum, identity, nothing->m, descriptorOf(out)));
  }
  return settled(made);
}

bool nothingIn(const Ref &a, const Ref &b) { return a->nvals == 0 || b->nvals == 0; }

Ref multiply(const Ref &a, const Ref &b, const std::string &name, Turned turned, const Output &out, const Check &check) {
  const uint64_t rows = turned.a ? a->cols : a->rows;
  const uint64_t inner = turned.a ? a->rows : a->cols;
  const uint64_t cols = turned.b ? b->rows : b->cols;
  same(inner, turned.b ? b->cols : b->rows, "inner dimensions");
  const Type type = productType(name, a->type, b->type);
  const GrB_Semiring ring = semiring(name, type);
  auto made = target(false, type, rows, cols, out);
  const GrB_BinaryOp accum = accumulator(out, type);
  if (nothingIn(a, b)) return writeNothing(made, out);
  const auto finish = [&](Matrix whole) {
    check();
    if (!out.into) {
      made->m = std::move(whole);
    } else {
      const GrB_Matrix c = made->m;
      RUN_M(c, GrB_Matrix_apply(c, matrixMask(out), accum, unaryOp("identity", type), whole, descriptorOf(out)));
    }
    return settled(made);
  };
  if (turned.b && !turned.a && hasDots(name, type, out)) return finish(maskedDots(*a, *b, name, type, out, check));
  if (rows > 1 && (double)a->nvals + (double)b->nvals > 1e6) {
    const auto work = rowWork(*a, *b, turned, rows, inner, cols);
    double sum = 0;
    for (double w : work) sum += w;
    if (sum > 4 * BLOCK_WORK) {
      return finish(inBlocks(*a, *b, ring, type, turned, out, work, sum, cols, check));
    }
  }
  const GrB_Matrix c = made->m;
  RUN_M(c, GrB_mxm(c, matrixMask(out), accum, ring, a->m, b->m, descriptorOf(out, turned.a, turned.b)));
  return settled(made);
}

} // namespace

Ref product(Product kind, const Ref &a, const Ref &b, const std::string &name, Turned turned, const Output &out,
            const Check &check) {
  want(kind == Product::Vxm, a);
  want(kind == Product::Mxv, b);
  if (kind == Product::Mxm) return multiply(a, b, name, turned, out, check);
  const Type type = productType(name, a->type, b->type);
  const GrB_Semiring ring = semiring(name, type);
  if (kind == Product::Vxm) {
    same(a->cols, turned.b ? b->cols : b->rows, "inner dimensions");
    auto made = target(true, type, 1, turned.b ? b->rows : b->cols, out);
    if (nothingIn(a, b)) return writeNothing(made, out);
    const GrB_Vector w = made->v;
    RUN_V(w, GrB_vxm(w, vectorMask(out), accumulator(out, type), ring, a->v, b->m, descriptorOf(out, false, turned.b)));
    return settled(made);
  }
  same(turned.a ? a->rows : a->cols, b->cols, "inner dimensions");
  auto made = target(true, type, 1, turned.a ? a->cols : a->rows, out);
  if (nothingIn(a, b)) return writeNothing(made, out);
  const GrB_Vector w = made->v;
  RUN_V(w, GrB_mxv(w, vectorMask(out), accumulator(out, type), ring, a->m, b->v, descriptorOf(out, turned.a, false)));
  return settled(made);
}

Ref eWise(bool add, const Ref &a, const Ref &b, const std::string &name, Turned turned, const Output &out) {
  want(a && a->vector, a);
  want(a->vector, b);
  if (a->type != b->type) throw Failure(GrB_DOMAIN_MISMATCH, "dtypes differ");
  if (add && isComparison(name)) throw Failure(GrB_DOMAIN_MISMATCH, "a comparison has no union form");
  const GrB_BinaryOp op = binaryOp(name, a->type);
  const Type type = isComparison(name) ? Type::Bool : a->type;
  if (a->vector) {
    same(a->cols, b->cols, "sizes");
    auto made = target(true, type, 1, a->cols, out);
    const GrB_Vector w = made->v;
    const auto call = add ? GrB_Vector_eWiseAdd_BinaryOp : GrB_Vector_eWiseMult_BinaryOp;
    RUN_V(w, call(w, vectorMask(out), accumulator(out, type), op, a->v, b->v, descriptorOf(out)));
    return settled(made);
  }
  const uint64_t rows = turned.a ? a->cols : a->rows;
  const uint64_t cols = turned.a ? a->rows : a->cols;
  same(rows, turned.b ? b->cols : b->rows, "rows");
  same(cols, turned.b ? b->rows : b->cols, "columns");
  auto made = target(false, type, rows, cols, out);
  const GrB_Matrix c = made->m;
  const auto call = add ? GrB_Matrix_eWiseAdd_BinaryOp : GrB_Matrix_eWiseMult_BinaryOp;
  RUN_M(c, call(c, matrixMask(out), accumulator(out, type), op, a->m, b->m, descriptorOf(out, turned.a, turned.b)));
  return settled(made);
}

Ref applyUnary(const Ref &a, const std::string &name, const Output &out) {
  want(a && a->vector, a);
  const GrB_UnaryOp op = unaryOp(name, a->type);
  auto made = target(a->vector, a->type, a->rows, a->cols, out);
  const GrB_BinaryOp accum = accumulator(out, a->type);
  if (a->vector) RUN_V(made->v, GrB_Vector_apply(made->v, vectorMask(out), accum, op, a->v, descriptorOf(out)));
  else RUN_M(made->m, GrB_Matrix_apply(made->m, matrixMask(out), accum, op, a->m, descriptorOf(out)));
  return settled(made);
}

Ref castTo(const Ref &a, Type type, const Output &out) {
  want(a && a->vector, a);
  const GrB_UnaryOp op = unaryOp("identity", type);
  auto made = target(a->vector, type, a->rows, a->cols, out);
  const GrB_BinaryOp accum = accumulator(out, type);
  if (a->vector) RUN_V(made->v, GrB_Vector_apply(made->v, vectorMask(out), accum, op, a->v, descriptorOf(out)));
  else RUN_M(made->m, GrB_Matrix_apply(made->m, matrixMask(out), accum, op, a->m, descriptorOf(out)));
  return settled(made);
}

Ref applyBound(const Ref &a, const std::string &name, bool left, const void *scalar, const Output &out) {
  want(a && a->vector, a);
  const GrB_BinaryOp op = binaryOp(name, a->type);
  const Type type = isComparison(name) ? Type::Bool : a->type;
  auto made = target(a->vector, type, a->rows, a->cols, out);
  const GrB_BinaryOp accum = accumulator(out, type);
  const Scalar s = scalarOf(a->type, scalar);
  const GrB_Descriptor d = descriptorOf(out);
  if (a->vector) {
    const GrB_Vector w = made->v;
    if (left) RUN_V(w, GrB_Vector_apply_BinaryOp1st_Scalar(w, vectorMask(out), accum, op, s, a->v, d));
    else RUN_V(w, GrB_Vector_apply_BinaryOp2nd_Scalar(w, vectorMask(out), accum, op, a->v, s, d));
  } else {
    const GrB_Matrix c = made->m;
    if (left) RUN_M(c, GrB_Matrix_apply_BinaryOp1st_Scalar(c, matrixMask(out), accum, op, s, a->m, d));
    else RUN_M(c, GrB_Matrix_apply_BinaryOp2nd_Scalar(c, matrixMask(out), accum, op, a->m, s, d));
  }
  return settled(made);
}

Ref positions(const Ref &a, bool row, int64_t plus, const Output &out) {
  want(a && a->vector, a);
  auto made = target(a->vector, Type::Int64, a->rows, a->cols, out);
  const GrB_BinaryOp accum = accumulator(out, Type::Int64);
  const GrB_Descriptor d = descriptorOf(out);
  if (a->vector) {
    RUN_V(made->v, GrB_Vector_apply_IndexOp_INT64(made->v, vectorMask(out), accum, GrB_ROWINDEX_INT64, a->v, plus, d));
  } else {
    const GrB_IndexUnaryOp op = row ? GrB_ROWINDEX_INT64 : GrB_COLINDEX_INT64;
    RUN_M(made->m, GrB_Matrix_apply_IndexOp_INT64(made->m, matrixMask(out), accum, op, a->m, plus, d));
  }
  return settled(made);
}

namespace {

Ref selectBy(const Ref &a, GrB_IndexUnaryOp test, GrB_Scalar thunk, const Output &out) {
  auto made = target(a->vector, a->type, a->rows, a->cols, out);
  const GrB_BinaryOp accum = accumulator(out, a->type);
  if (a->vector)
    RUN_V(made->v, GrB_Vector_select_Scalar(made->v, vectorMask(out), accum, test, a->v, thunk, descriptorOf(out)));
  else
    RUN_M(made->m, GrB_Matrix_select_Scalar(made->m, matrixMask(out), accum, test, a->m, thunk, descriptorOf(out)));
  return settled(made);
}

} // namespace

Ref selectPosition(const Ref &a, const std::string &test, int64_t k, const Output &out) {
  want(a && a->vector, a);
  if (a->vector && test != "rowle" && test != "rowgt") throw Failure(GrB_INVALID_VALUE, "a vector has no " + test);
  return selectBy(a, positionTest(test), scalarOf(Type::Int64, &k), out);
}

Ref selectValue(const Ref &a, const std::string &test, const void *value, const Output &out) {
  want(a && a->vector, a);
  return selectBy(a, valueTest(test, a->type), scalarOf(a->type, value), out);
}

Ref extract(const Ref &a, const std::vector<uint32_t> *rows, const std::vector<uint32_t> *cols, const Output &out) {
  want(a && a->vector, a);
  std::vector<GrB_Index> i, j;
  if (rows) i = widened(*rows, a->rows);
  if (cols) j = widened(*cols, a->cols);
  const uint64_t width = cols ? j.size() : a->cols;
  if (a->vector) {
    auto made = target(true, a->type, 1, width, out);
    const GrB_Vector w = made->v;
    RUN_V(w, GrB_Vector_extract(w, vectorMask(out), accumulator(out, a->type), a->v, cols ? j.data() : GrB_ALL, width, descriptorOf(out)));
    return settled(made);
  }
  const uint64_t height = rows ? i.size() : a->rows;
  auto made = target(false, a->type, height, width, out);
  const GrB_Matrix c = made->m;
  RUN_M(c, GrB_Matrix_extract(c, matrixMask(out), accumulator(out, a->type), a->m, rows ? i.data() : GrB_ALL, height,
                              cols ? j.data() : GrB_ALL, width, descriptorOf(out)));
  return settled(made);
}

Ref extractRow(const Ref &a, uint64_t row, bool transposed, const Output &out) {
  want(false, a);
  const uint64_t lines = transposed ? a->cols : a->rows;
  const uint64_t size = transposed ? a->rows : a->cols;
  if (row >= lines) throw Failure(GrB_INDEX_OUT_OF_BOUNDS, "row out of bounds: " + std::to_string(row));
  auto made = target(true, a->type, 1, size, out);
  const GrB_Vector w = made->v;
  RUN_V(w, GrB_Col_extract(w, vectorMask(out), accumulator(out, a->type), a->m, GrB_ALL, size, row, descriptorOf(out, !transposed)));
  return settled(made);
}

Ref reduceRows(const Ref &a, const std::string &name, bool transposed, const Output &out) {
  want(false, a);
  const GrB_Monoid fold = monoid(name, a->type);
  auto made = target(true, a->type, 1, transposed ? a->cols : a->rows, out);
  if (a->nvals == 0) return writeNothing(made, out);
  const GrB_Vector w = made->v;
  RUN_V(w, GrB_Matrix_reduce_Monoid(w, vectorMask(out), accumulator(out, a->type), fold, a->m, descriptorOf(out, transposed)));
  return settled(made);
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

Ref transposed(const Ref &a, const Output &out) {
  want(false, a);
  auto made = target(false, a->type, a->cols, a->rows, out);
  const GrB_Matrix c = made->m;
  RUN_M(c, GrB_transpose(c, matrixMask(out), accumulator(out, a->type), a->m, descriptorOf(out)));
  return settled(made);
}

Ref diagMatrix(const Ref &v, int64_t k) {
  want(true, v);
  auto made = std::make_shared<Object>();
  made->type = v->type;
  made->rows = made->cols = v->cols + (uint64_t)std::llabs(k);
  RUN(GrB_Matrix_new(made->m.out(), library(v->type), made->rows, made->cols));
  RUN_M(made->m, GxB_Matrix_diag(made->m, v->v, k, nullptr));
  return settled(made);
}

Ref diagVector(const Ref &a, int64_t k) {
  want(false, a);
  const int64_t rows = (int64_t)a->rows, cols = (int64_t)a->cols;
  const int64_t size = k >= 0 ? std::min(rows, cols - k) : std::min(rows + k, cols);
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
