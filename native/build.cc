#include "build.h"

#include <numeric>

#include "rows.h"

namespace grb {

void normalise(Type type, uint8_t *values, uint64_t bytes) {
  if (type == Type::Bool)
    for (uint64_t k = 0; k < bytes; k++) values[k] = values[k] != 0;
}

namespace {

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

/// Where the entries of each line go, given as indices of lines: counts, then sums.
std::vector<uint32_t> places(const std::vector<uint32_t> &lines, uint64_t size, const Check &check) {
  std::vector<uint32_t> next(size + 1, 0);
  strides(lines.size(), check, [&](uint64_t first, uint64_t last) {
    for (uint64_t e = first; e < last; e++) next[lines[e] + 1]++;
  });
  strides(size, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t i = first; i < last; i++) next[i + 1] += next[i];
  });
  return next;
}

/// Entry numbers sorted by (row, col), repeats in input order: two counting sorts, or a comparison sort where the
/// shape is far larger than the number of entries.
Buffer<uint32_t> sortedEntries(const Coordinates &in, const Check &check) {
  const uint64_t count = in.col.size();
  auto byRow = buffer<uint32_t>(count);
  if (in.rows / 16 > count || in.cols / 16 > count) {
    std::iota(byRow.get(), byRow.get() + count, 0u);
    uint64_t compared = 0;
    std::stable_sort(byRow.get(), byRow.get() + count, [&](uint32_t a, uint32_t b) {
      if ((++compared & (STRIDE - 1)) == 0) check();
      return in.row[a] != in.row[b] ? in.row[a] < in.row[b] : in.col[a] < in.col[b];
    });
    return byRow;
  }
  auto byCol = buffer<uint32_t>(count);
  auto next = places(in.col, in.cols, check);
  strides(count, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t e = first; e < last; e++) byCol[next[in.col[e]]++] = (uint32_t)e;
  });
  next = places(in.row, in.rows, check);
  strides(count, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t k = first; k < last; k++) {
      const uint32_t e = byCol[k];
      byRow[next[in.row[e]]++] = e;
    }
  });
  return byRow;
}

/// The pattern alone, for one value everywhere: the pairs themselves are moved, not their numbers.
Ref buildPattern(Coordinates &in, const Check &check) {
  const uint64_t count = in.col.size();
  auto byCol = buffer<uint64_t>(count);
  auto next = places(in.col, in.cols, check);
  strides(count, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t e = first; e < last; e++) byCol[next[in.col[e]]++] = (uint64_t)in.row[e] << 32 | in.col[e];
  });
  const auto begin = places(in.row, in.rows, check);
  next.assign(begin.begin(), begin.end());
  std::vector<uint32_t>().swap(in.row);
  std::vector<uint32_t> sorted = std::move(in.col);
  strides(count, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t k = first; k < last; k++) sorted[next[byCol[k] >> 32]++] = (uint32_t)byCol[k];
  });
  byCol.reset();
  auto offsets = buffer<GrB_Index>(in.rows + 1);
  auto indices = buffer<GrB_Index>(count);
  uint64_t w = 0;
  offsets[0] = 0;
  strides(in.rows, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t i = first; i < last; i++) {
      const uint64_t mine = w;
      for (uint32_t p = begin[i]; p < begin[i + 1]; p++)
        if (w == mine || indices[w - 1] != sorted[p]) indices[w++] = sorted[p];
      offsets[i + 1] = w;
    }
  });
  auto value = buffer<uint8_t>(in.values.size());
  memcpy(value.get(), in.values.data(), in.values.size());
  return packed(in.vector, in.type, in.rows, in.cols, std::move(offsets), std::move(indices), std::move(value), w, w > 0);
}

[[noreturn]] void repeated(bool vector, uint64_t i, uint64_t j) {
  throw Failure(GrB_INVALID_VALUE, "repeated position: " +
                                       (vector ? std::to_string(j) : "(" + std::to_string(i) + ", " + std::to_string(j) + ")") +
                                       "; say how to fold repeats with dup");
}

/// Rows that have entries, where there are far more rows than entries.
Ref packedFew(const Coordinates &in, Buffer<GrB_Index> offsets, Buffer<GrB_Index> lines, uint64_t lineCount,
              Buffer<GrB_Index> indices, Buffer<uint8_t> values, uint64_t count, bool iso) {
  auto made = target(false, in.type, in.rows, in.cols, {});
  GrB_Index *p = offsets.get(), *h = lines.get(), *j = indices.get();
  void *x = values.get();
  RUN_M(made->m, GxB_Matrix_pack_HyperCSR(made->m, &p, &h, &j, &x, (lineCount + 1) * 8, heldBytes(lineCount * 8),
                                          heldBytes(count * 8), heldBytes((iso ? 1 : count) * width(in.type)), iso, lineCount,
                                          false, nullptr));
  offsets.release();
  lines.release();
  indices.release();
  values.release();
  return settled(made);
}

template <class T> Ref build(Coordinates &in, const Check &check) {
  const uint64_t count = in.col.size();
  const Fold fold = foldNamed(in.dup, in.type);
  const T *values = (const T *)in.values.data();
  // Folding changes an iso value only where it is no projection.
  const bool spread = !in.iso || (fold != Fold::None && fold != Fold::First && fold != Fold::Second);
  const bool few = !in.vector && in.rows / 16 > count;
  if (!spread && !in.vector && !few && in.cols / 16 <= count) return buildPattern(in, check);
  auto order = sortedEntries(in, check);
  auto indices = buffer<GrB_Index>(count);
  auto x = buffer<uint8_t>((spread ? count : 1) * sizeof(T));
  T *out = (T *)x.get();
  auto offsets = buffer<GrB_Index>(in.vector ? 1 : few ? count + 1 : in.rows + 1);
  auto lines = buffer<GrB_Index>(few ? count : 0);
  if (!spread && count > 0) out[0] = values[0];
  uint64_t w = 0, row = 0, lineCount = 0;
  int64_t lastRow = -1;
  offsets[0] = 0;
  strides(count, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t k = first; k < last; k++) {
      const uint32_t e = order[k];
      const uint32_t i = in.row[e];
      const uint32_t j = in.col[e];
      const T value = values[in.iso ? 0 : e];
      if (lastRow == (int64_t)i && indices[w - 1] == j) {
        if (fold == Fold::None && !in.iso) repeated(in.vector, i, j);
        if (fold != Fold::None && spread) out[w - 1] = folded<T>(fold, out[w - 1], value);
        continue;
      }
      if (few) {
        if (lastRow != (int64_t)i) {
          lines[lineCount] = i;
          offsets[lineCount++] = w;
        }
      } else if (!in.vector) {
        while (row < i) offsets[++row] = w;
      }
      lastRow = i;
      indices[w] = j;
      if (spread) out[w] = value;
      w++;
    }
  });
  const bool iso = !spread && w > 0;
  if (few) {
    offsets[lineCount] = w;
    return packedFew(in, std::move(offsets), std::move(lines), lineCount, std::move(indices), std::move(x), w, iso);
  }
  if (!in.vector)
    while (row < in.rows) offsets[++row] = w;
  return packed(in.vector, in.type, in.rows, in.cols, std::move(offsets), std::move(indices), std::move(x), w, iso);
}

void expectValues(Type type, uint64_t bytes, bool iso, uint64_t count) {
  if (bytes != (iso ? 1 : count) * width(type))
    throw Failure(GrB_DIMENSION_MISMATCH, "values and positions differ in number");
}

} // namespace

Ref fromCoordinates(Coordinates &in, const Check &check) {
  const uint64_t count = in.col.size();
  if (in.row.empty() && in.vector) in.row.assign(count, 0);
  if (in.row.size() != count) throw Failure(GrB_DIMENSION_MISMATCH, "rows and columns differ in number");
  if (count > UINT32_MAX) throw Failure(GrB_INSUFFICIENT_SPACE, "more than 4294967295 entries");
  if (in.vector && in.rows != 1) throw Failure(GrB_INVALID_VALUE, "a vector has one row");
  expectValues(in.type, in.values.size(), in.iso, count);
  strides(count, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t e = first; e < last; e++) {
      if (in.row[e] >= in.rows) outOfBounds("row", in.rows, in.row[e], e);
      if (in.col[e] >= in.cols) outOfBounds(in.vector ? "index" : "column", in.cols, in.col[e], e);
    }
  });
  normalise(in.type, in.values.data(), in.values.size());
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

namespace {

/// Indices that are looked at together: few enough to stay in the nearest cache.
const uint64_t NEAR = 1 << 12;

struct Seen {
  uint32_t top = 0;
  /// Indices that aren't greater than the one before, the first of all compared with 0.
  uint64_t falls = 0;
};

Seen widen(const uint32_t *from, uint64_t count, const std::function<void()> &look, GrB_Index *to) {
  Seen seen;
  uint32_t block[NEAR + 1] = {0};
  for (uint64_t first = 0; first < count; first += NEAR) {
    if ((first & (STRIDE - 1)) == 0) look();
    const uint64_t some = std::min(NEAR, count - first);
    memcpy(block + 1, from + first, some * sizeof(uint32_t));
    uint32_t top = seen.top, falls = 0;
    for (uint64_t k = 0; k < some; k++) to[first + k] = block[k + 1];
    for (uint64_t k = 1; k <= some; k++) {
      top = std::max(top, block[k]);
      falls += block[k] <= block[k - 1];
    }
    block[0] = block[some];
    seen.top = top;
    seen.falls += falls;
  }
  return seen;
}

/// Offsets run from 0 to the number of indices and never fall.
void checkOffsets(const GrB_Index *offsets, uint64_t rows, uint64_t count) {
  if (offsets[0] != 0 || offsets[rows] != count)
    throw Failure(GrB_INVALID_VALUE, "offsets don't run from 0 to the number of indices, " + std::to_string(count) + ": " +
                                         std::to_string(offsets[0]) + ".." + std::to_string(offsets[rows]));
  for (uint64_t i = 0; i < rows; i++)
    if (offsets[i + 1] < offsets[i])
      throw Failure(GrB_INVALID_VALUE, "offsets fall at row " + std::to_string(i) + ": " + std::to_string(offsets[i]) + " then " +
                                           std::to_string(offsets[i + 1]));
}

void checkDimension(const char *what, uint64_t size) {
  if (size > MAX_DIMENSION)
    throw Failure(GrB_INVALID_VALUE, std::string(what) + " outside 0.." + std::to_string(MAX_DIMENSION) + ": " + std::to_string(size));
}

/// Falls where a row begins, which are none of the row's.
uint64_t fallsBetweenRows(const GrB_Index *offsets, uint64_t rows, const GrB_Index *indices) {
  uint64_t falls = 0;
  for (uint64_t i = 0; i < rows; i++) {
    const uint64_t begin = offsets[i];
    if (begin < offsets[i + 1]) falls += indices[begin] <= (begin == 0 ? 0 : indices[begin - 1]);
  }
  return falls;
}

} // namespace

bool widenedRows(const NarrowRows &from, uint64_t cols, const std::function<void()> &look, Compressed &to) {
  if (from.offsetCount == 0) throw Failure(GrB_INVALID_VALUE, "no offsets");
  if (from.count > UINT32_MAX) throw Failure(GrB_INSUFFICIENT_SPACE, "more than 4294967295 entries");
  to.rows = from.offsetCount - 1;
  checkDimension("rows", to.rows);
  to.count = from.count;
  to.offsets = buffer<GrB_Index>(from.offsetCount);
  to.indices = buffer<GrB_Index>(from.count);
  widen(from.offsets, from.offsetCount, look, to.offsets.get());
  checkOffsets(to.offsets.get(), to.rows, to.count);
  const Seen seen = widen(from.indices, from.count, look, to.indices.get());
  const uint64_t needed = from.count == 0 ? 0 : (uint64_t)seen.top + 1;
  to.cols = cols == COLUMNS_AS_NEEDED ? needed : cols;
  checkDimension("columns", to.cols);
  if (needed > to.cols)
    for (uint64_t p = 0; p < to.count; p++)
      if (to.indices[p] >= to.cols) outOfBounds("index", to.cols, to.indices[p], p);
  return seen.falls == fallsBetweenRows(to.offsets.get(), to.rows, to.indices.get());
}

Ref fromCompressed(Compressed &in) {
  expectValues(in.type, in.valueBytes, in.iso, in.count);
  normalise(in.type, in.values.get(), in.valueBytes);
  return packed(false, in.type, in.rows, in.cols, std::move(in.offsets), std::move(in.indices), std::move(in.values), in.count,
                in.iso && in.count > 0);
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

} // namespace grb
