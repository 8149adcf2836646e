#include "build.h"

#include <algorithm>
#include <numeric>

namespace grb {

namespace {

/// The library keeps small blocks for reuse and takes every one for at least this long.
const size_t LEAST_BYTES = 8;

size_t heldBytes(size_t bytes) { return std::max(bytes, LEAST_BYTES); }

template <class T> T *allocated(size_t count) {
  T *p = (T *)malloc(heldBytes(count * sizeof(T)));
  if (!p) throw std::bad_alloc();
  return p;
}

struct Freed {
  void operator()(void *p) const { free(p); }
};
template <class T> using Buffer = std::unique_ptr<T[], Freed>;
template <class T> Buffer<T> buffer(size_t count) { return Buffer<T>(allocated<T>(count)); }

[[noreturn]] void outOfBounds(const char *what, uint64_t size, uint64_t index, uint64_t at) {
  throw Failure(GrB_INDEX_OUT_OF_BOUNDS, std::string(what) + " outside 0.." + std::to_string((int64_t)size - 1) + ": " +
                                             std::to_string(index) + " at " + std::to_string(at));
}

template <class T> struct Wrapping {
  using Unsigned = T;
};
template <> struct Wrapping<int32_t> {
  using Unsigned = uint32_t;
};
template <> struct Wrapping<int64_t> {
  using Unsigned = uint64_t;
};

enum class Fold { None, First, Second, Pair, Plus, Minus, Times, Min, Max, Or, And, Xor };

Fold foldNamed(const std::string &name, Type type) {
  if (name.empty()) return Fold::None;
  binaryOp(name, type);
  if (name == "first") return Fold::First;
  if (name == "second") return Fold::Second;
  if (name == "pair") return Fold::Pair;
  if (name == "plus") return Fold::Plus;
  if (name == "minus") return Fold::Minus;
  if (name == "times") return Fold::Times;
  if (name == "min") return Fold::Min;
  if (name == "max") return Fold::Max;
  if (name == "lor" || name == "bor") return Fold::Or;
  if (name == "land" || name == "band") return Fold::And;
  if (name == "lxor" || name == "bxor") return Fold::Xor;
  throw Failure(GrB_INVALID_VALUE, "operator " + name + " folds nothing");
}

template <class T> T bits(Fold fold, T x, T y) {
  return fold == Fold::Or ? (T)(x | y) : fold == Fold::And ? (T)(x & y) : (T)(x ^ y);
}
template <> double bits(Fold, double x, double) { return x; }

template <class T> T folded(Fold fold, T x, T y) {
  using U = typename Wrapping<T>::Unsigned;
  switch (fold) {
  case Fold::Second:
    return y;
  case Fold::Pair:
    return (T)1;
  case Fold::Plus:
    return (T)((U)x + (U)y);
  case Fold::Minus:
    return (T)((U)x - (U)y);
  case Fold::Times:
    return (T)((U)x * (U)y);
  case Fold::Min:
    return y < x ? y : x;
  case Fold::Max:
    return y > x ? y : x;
  case Fold::Or:
  case Fold::And:
  case Fold::Xor:
    return bits<T>(fold, x, y);
  default:
    return x;
  }
}

Ref packed(bool vector, Type type, uint64_t rows, uint64_t cols, Buffer<GrB_Index> offsets, Buffer<GrB_Index> indices,
           Buffer<uint8_t> values, uint64_t count, bool iso) {
  auto made = target(vector, type, rows, cols, {});
  GrB_Index *p = offsets.get();
  GrB_Index *j = indices.get();
  void *x = values.get();
  const GrB_Index valueBytes = heldBytes((iso ? 1 : count) * width(type));
  if (vector) {
    RUN_V(made->v, GxB_Vector_pack_CSC(made->v, &j, &x, heldBytes(count * 8), valueBytes, iso, count, false,
                                       nullptr));
  } else {
    RUN_M(made->m, GxB_Matrix_pack_CSR(made->m, &p, &j, &x, (rows + 1) * 8, heldBytes(count * 8), valueBytes,
                                       iso, false, nullptr));
    offsets.release();
  }
  indices.release();
  values.release();
  return settled(made);
}

/// Entry numbers sorted by (row, col), repeats in input order: two counting sorts, or a comparison sort where the
/// shape is far larger than the number of entries.
Buffer<uint32_t> sortedEntries(const Coordinates &in, const Check &check) {
  const uint64_t count = in.col.size();
  auto byRow = buffer<uint32_t>(count);
  if (in.rows / 16 > count || in.cols / 16 > count) {
    std::iota(byRow.get(), byRow.get() + count, 0u);
    std::stable_sort(byRow.get(), byRow.get() + count, [&](uint32_t a, uint32_t b) {
      return in.row[a] != in.row[b] ? in.row[a] < in.row[b] : in.col[a] < in.col[b];
    });
    return byRow;
  }
  auto byCol = buffer<uint32_t>(count);
  std::vector<uint32_t> next(in.cols + 1, 0);
  for (uint64_t e = 0; e < count; e++) next[in.col[e] + 1]++;
  for (uint64_t j = 0; j < in.cols; j++) next[j + 1] += next[j];
  for (uint64_t e = 0; e < count; e++) byCol[next[in.col[e]]++] = (uint32_t)e;
  check();
  next.assign(in.rows + 1, 0);
  for (uint64_t e = 0; e < count; e++) next[in.row[e] + 1]++;
  for (uint64_t i = 0; i < in.rows; i++) next[i + 1] += next[i];
  for (uint64_t k = 0; k < count; k++) {
    const uint32_t e = byCol[k];
    byRow[next[in.row[e]]++] = e;
  }
  check();
  return byRow;
}

/// The pattern alone, for one value everywhere: the pairs themselves are moved, not their numbers.
Ref buildPattern(Coordinates &in, const Check &check) {
  const uint64_t count = in.col.size();
  auto byCol = buffer<uint64_t>(count);
  std::vector<uint32_t> next(in.cols + 1, 0);
  for (uint64_t e = 0; e < count; e++) next[in.col[e] + 1]++;
  for (uint64_t j = 0; j < in.cols; j++) next[j + 1] += next[j];
  for (uint64_t e = 0; e < count; e++) byCol[next[in.col[e]]++] = (uint64_t)in.row[e] << 32 | in.col[e];
  check();
  std::vector<uint32_t> begin(in.rows + 1, 0);
  for (uint64_t e = 0; e < count; e++) begin[in.row[e] + 1]++;
  for (uint64_t i = 0; i < in.rows; i++) begin[i + 1] += begin[i];
  next.assign(begin.begin(), begin.end());
  std::vector<uint32_t>().swap(in.row);
  std::vector<uint32_t> sorted = std::move(in.col);
  for (uint64_t k = 0; k < count; k++) sorted[next[byCol[k] >> 32]++] = (uint32_t)byCol[k];
  check();
  byCol.reset();
  auto offsets = buffer<GrB_Index>(in.rows + 1);
  auto indices = buffer<GrB_Index>(count);
  uint64_t w = 0;
  offsets[0] = 0;
  for (uint64_t i = 0; i < in.rows; i++) {
    const uint64_t mine = w;
    for (uint32_t p = begin[i]; p < begin[i + 1]; p++)
      if (w == mine || indices[w - 1] != sorted[p]) indices[w++] = sorted[p];
    offsets[i + 1] = w;
  }
  auto value = buffer<uint8_t>(in.values.size());
  memcpy(value.get(), in.values.data(), in.values.size());
  return packed(in.vector, in.type, in.rows, in.cols, std::move(offsets), std::move(indices), std::move(value), w, w > 0);
}

template <class T> Ref build(Coordinates &in, const Check &check) {
  const uint64_t count = in.col.size();
  const Fold fold = foldNamed(in.dup, in.type);
  const T *values = (const T *)in.values.data();
  // Folding changes an iso value only where it is no projection.
  const bool spread = !in.iso || (fold != Fold::None && fold != Fold::First && fold != Fold::Second);
  if (!spread && !in.vector && in.rows / 16 <= count && in.cols / 16 <= count) return buildPattern(in, check);
  auto order = sortedEntries(in, check);
  auto indices = buffer<GrB_Index>(count);
  auto x = buffer<uint8_t>((spread ? count : 1) * sizeof(T));
  T *out = (T *)x.get();
  const bool hyper = !in.vector && in.rows / 16 > count;
  auto offsets = buffer<GrB_Index>(in.vector || hyper ? 1 : in.rows + 1);
  auto rowsOut = buffer<GrB_Index>(hyper ? count : 0);
  if (!spread && count > 0) out[0] = values[0];
  uint64_t w = 0;
  uint64_t row = 0;
  if (!in.vector && !hyper) offsets[0] = 0;
  int64_t lastRow = -1;
  for (uint64_t k = 0; k < count; k++) {
    if ((k & 0xfffff) == 0) check();
    const uint32_t e = order[k];
    const uint32_t i = in.row[e];
    const uint32_t j = in.col[e];
    const T value = values[in.iso ? 0 : e];
    if (lastRow == (int64_t)i && indices[w - 1] == j) {
      if (fold != Fold::None) {
        if (spread) out[w - 1] = folded<T>(fold, out[w - 1], value);
      } else if (!in.iso) {
        throw Failure(GrB_INVALID_VALUE, "repeated position: " +
                                             (in.vector ? std::to_string(j)
                                                        : "(" + std::to_string(i) + ", " + std::to_string(j) + ")") +
                                             "; say how to fold repeats with dup");
      }
      continue;
    }
    if (!in.vector && !hyper)
      while (row < i) offsets[++row] = w;
    lastRow = i;
    if (hyper) rowsOut[w] = i;
    indices[w] = j;
    if (spread) out[w] = value;
    w++;
  }
  if (hyper) {
    auto made = target(false, in.type, in.rows, in.cols, {});
    if (w == 0) return settled(made);
    GrB_Info info = GrB_SUCCESS;
    auto all = buffer<T>(w);
    for (uint64_t k = 0; k < w; k++) all[k] = out[spread ? k : 0];
    switch (in.type) {
    case Type::Bool:
      info = GrB_Matrix_build_BOOL(made->m, rowsOut.get(), indices.get(), (bool *)all.get(), w, GrB_FIRST_BOOL);
      break;
    case Type::Int32:
      info = GrB_Matrix_build_INT32(made->m, rowsOut.get(), indices.get(), (int32_t *)all.get(), w, GrB_FIRST_INT32);
      break;
    case Type::Int64:
      info = GrB_Matrix_build_INT64(made->m, rowsOut.get(), indices.get(), (int64_t *)all.get(), w, GrB_FIRST_INT64);
      break;
    case Type::Uint64:
      info = GrB_Matrix_build_UINT64(made->m, rowsOut.get(), indices.get(), (uint64_t *)all.get(), w, GrB_FIRST_UINT64);
      break;
    case Type::Fp64:
      info = GrB_Matrix_build_FP64(made->m, rowsOut.get(), indices.get(), (double *)all.get(), w, GrB_FIRST_FP64);
      break;
    }
    RUN_M(made->m, info);
    return settled(made);
  }
  if (!in.vector)
    while (row < in.rows) offsets[++row] = w;
  return packed(in.vector, in.type, in.rows, in.cols, std::move(offsets), std::move(indices), std::move(x), w, !spread && w > 0);
}

/// Values as the library wants them: bool is 0 or 1.
void normalise(Type type, std::vector<uint8_t> &values) {
  if (type == Type::Bool)
    for (uint8_t &b : values) b = b != 0;
}

void expectValues(Type type, const std::vector<uint8_t> &values, bool iso, uint64_t count) {
  if (values.size() != (iso ? 1 : count) * width(type))
    throw Failure(GrB_DIMENSION_MISMATCH, "values and positions differ in number");
}

} // namespace

Ref fromCoordinates(Coordinates &in, const Check &check) {
  const uint64_t count = in.col.size();
  if (in.row.empty() && in.vector) in.row.assign(count, 0);
  if (in.row.size() != count) throw Failure(GrB_DIMENSION_MISMATCH, "rows and columns differ in number");
  if (count > UINT32_MAX) throw Failure(GrB_INSUFFICIENT_SPACE, "more than 4294967295 entries");
  if (in.vector && in.rows != 1) throw Failure(GrB_INVALID_VALUE, "a vector has one row");
  expectValues(in.type, in.values, in.iso, count);
  for (uint64_t e = 0; e < count; e++) {
    if (in.row[e] >= in.rows) outOfBounds("row", in.rows, in.row[e], e);
    if (in.col[e] >= in.cols) outOfBounds(in.vector ? "index" : "column", in.cols, in.col[e], e);
  }
  normalise(in.type, in.values);
  switch (in.type) {
  case Type::Bool:
    return build<uint8_t>(in, check);
  case Type::Int32:
    return build<int32_t>(in, check);
  case Type::Int64:
    return build<int64_t>(in, check);
  case Type::Uint64:
    return build<uint64_t>(in, check);
  case Type::Fp64:
    return build<double>(in, check);
  }
  throw Failure(GrB_PANIC, "unknown dtype");
}

Ref fromCompressed(Compressed &in, const Check &check) {
  const uint64_t count = in.indices.size();
  if (in.offsets.size() != in.rows + 1) throw Failure(GrB_DIMENSION_MISMATCH, "offsets are not one more than rows");
  if (in.offsets[0] != 0 || in.offsets[in.rows] != count)
    throw Failure(GrB_INVALID_VALUE, "offsets don't run from 0 to the number of indices");
  expectValues(in.type, in.values, in.iso, count);
  normalise(in.type, in.values);
  auto offsets = buffer<GrB_Index>(in.rows + 1);
  auto indices = buffer<GrB_Index>(count);
  offsets[0] = 0;
  for (uint64_t i = 0; i < in.rows; i++) {
    if ((i & 0xfffff) == 0) check();
    const uint64_t begin = in.offsets[i];
    const uint64_t end = in.offsets[i + 1];
    if (end < begin || end > count) throw Failure(GrB_INVALID_VALUE, "offsets fall at row " + std::to_string(i));
    for (uint64_t p = begin; p < end; p++) {
      const uint32_t j = in.indices[p];
      if (j >= in.cols) outOfBounds("index", in.cols, j, p);
      if (p > begin && j <= in.indices[p - 1])
        throw Failure(GrB_INVALID_VALUE, "indices don't ascend in row " + std::to_string(i));
      indices[p] = j;
    }
    offsets[i + 1] = end;
  }
  auto values = buffer<uint8_t>(in.values.size());
  if (!in.values.empty()) memcpy(values.get(), in.values.data(), in.values.size());
  return packed(false, in.type, in.rows, in.cols, std::move(offsets), std::move(indices), std::move(values), count, in.iso && count > 0);
}

Ref fullVector(Type type, uint64_t size, const void *value) {
  auto made = target(true, type, 1, size, {});
  GrB_Info info = GrB_SUCCESS;
  switch (type) {
  case Type::Bool:
    info = GrB_Vector_assign_BOOL(made->v, nullptr, nullptr, *(const uint8_t *)value != 0, GrB_ALL, size, nullptr);
    break;
  case Type::Int32:
    info = GrB_Vector_assign_INT32(made->v, nullptr, nullptr, *(const int32_t *)value, GrB_ALL, size, nullptr);
    break;
  case Type::Int64:
    info = GrB_Vector_assign_INT64(made->v, nullptr, nullptr, *(const int64_t *)value, GrB_ALL, size, nullptr);
    break;
  case Type::Uint64:
    info = GrB_Vector_assign_UINT64(made->v, nullptr, nullptr, *(const uint64_t *)value, GrB_ALL, size, nullptr);
    break;
  case Type::Fp64:
    info = GrB_Vector_assign_FP64(made->v, nullptr, nullptr, *(const double *)value, GrB_ALL, size, nullptr);
    break;
  }
  RUN_V(made->v, info);
  return settled(made);
}

Arrays::~Arrays() {
  free(offsets);
  free(indices);
  free(values);
}

std::shared_ptr<Arrays> toCompressed(Object &object) {
  auto out = std::make_shared<Arrays>();
  out->rows = object.rows;
  GrB_Index *p = nullptr, *j = nullptr, pBytes = 0, jBytes = 0, xBytes = 0, count = 0;
  void *x = nullptr;
  bool iso = false;
  if (object.vector)
    RUN_V(object.v, GxB_Vector_unpack_CSC(object.v, &j, &x, &jBytes, &xBytes, &iso, &count, nullptr, nullptr));
  else
    RUN_M(object.m, GxB_Matrix_unpack_CSR(object.m, &p, &j, &x, &pBytes, &jBytes, &xBytes, &iso, nullptr, nullptr));
  if (!object.vector) count = p[object.rows];
  out->count = count;
  out->iso = iso;
  const size_t valueBytes = (iso ? 1 : count) * width(object.type);
  out->offsets = (uint32_t *)malloc((object.rows + 1) * 4);
  out->indices = (uint32_t *)malloc(std::max<size_t>(count, 1) * 4);
  out->values = malloc(std::max<size_t>(valueBytes, 8));
  const bool enough = out->offsets && out->indices && out->values;
  if (enough) {
    if (object.vector) {
      out->offsets[0] = 0;
      out->offsets[1] = (uint32_t)count;
    } else {
      for (uint64_t i = 0; i <= object.rows; i++) out->offsets[i] = (uint32_t)p[i];
    }
    for (uint64_t k = 0; k < count; k++) out->indices[k] = (uint32_t)j[k];
    if (valueBytes && x) memcpy(out->values, x, valueBytes);
    else memset(out->values, 0, 8);
  }
  if (object.vector)
    RUN_V(object.v, GxB_Vector_pack_CSC(object.v, &j, &x, jBytes, xBytes, iso, count, false, nullptr));
  else
    RUN_M(object.m, GxB_Matrix_pack_CSR(object.m, &p, &j, &x, pBytes, jBytes, xBytes, iso, false, nullptr));
  if (!enough) throw std::bad_alloc();
  return out;
}

} // namespace grb
