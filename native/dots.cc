#include "dots.h"

#include "rows.h"
#include "threads.h"

namespace grb {

namespace {

/// Entries met by all threads between two looks at the cancel flag.
const uint64_t WORK = 4'000'000;

struct Task {
  const Rows &a, &b, &m;
  bool structural;
  uint64_t cols;
};

/// How many entries meet.
struct Count {
  static constexpr bool reads = false;
  template <class T> static T of(uint64_t met) { return (T)met; }
};

/// That one meets.
struct Any {
  static constexpr bool reads = false;
  template <class T> static T of(uint64_t) { return 1; }
};

/// The sum of A's values where one meets, wrapping.
template <class T, class U> struct SumFirst {
  static constexpr bool reads = true;
  const Rows &a;
  void operator()(uint64_t p, T &sum) const { sum = (T)((U)sum + (U)a.template value<T>(p)); }
};

/// Rows first..last: writes row i's results from m.offsets[i] on and their number to `found`.
template <class T, class F>
void dots(const Task &task, uint64_t first, uint64_t last, std::vector<uint32_t> &mark, std::vector<uint64_t> &at,
          GrB_Index *column, T *result, GrB_Index *found, F fold) {
  constexpr bool reads = F::reads;
  for (uint64_t i = first; i < last; i++) {
    found[i] = 0;
    const uint64_t begin = task.m.offsets[i], end = task.m.offsets[i + 1];
    if (begin == end) continue;
    const uint32_t stamp = (uint32_t)i + 1;
    for (uint64_t p = task.a.offsets[i]; p < task.a.offsets[i + 1]; p++) {
      mark[task.a.indices[p]] = stamp;
      if constexpr (reads) at[task.a.indices[p]] = p;
    }
    uint64_t w = begin;
    for (uint64_t e = begin; e < end; e++) {
      if (!task.structural && !task.m.truthy(e)) continue;
      const uint64_t j = task.m.indices[e];
      T sum = 0;
      uint64_t met = 0;
      const GrB_Index *q = task.b.indices + task.b.offsets[j], *stop = task.b.indices + task.b.offsets[j + 1];
      if constexpr (reads) {
        for (; q < stop; q++) {
          if (mark[*q] != stamp) continue;
          met++;
          fold(at[*q], sum);
        }
      } else {
        // Without a branch in it: whether an entry meets is as good as random.
        for (; q < stop; q++) met += mark[*q] == stamp;
        sum = F::template of<T>(met);
      }
      if (met == 0) continue;
      column[w] = j;
      result[w++] = sum;
    }
    found[i] = w - begin;
  }
}

template <class T, class F, class Make>
Ref run(Object &a, Object &b, Object &m, Type type, bool structural, const Check &check, Make foldOf) {
  const Rows ra(a);
  std::unique_ptr<Rows> ownB = &b == &a ? nullptr : std::make_unique<Rows>(b);
  const Rows &rb = ownB ? *ownB : ra;
  std::unique_ptr<Rows> ownM = &m == &a || &m == &b ? nullptr : std::make_unique<Rows>(m);
  const Rows &rm = ownM ? *ownM : (&m == &a ? ra : rb);
  const Task task{ra, rb, rm, structural, a.cols};
  const uint64_t rows = m.rows, most = rm.offsets[rows];
  auto column = buffer<GrB_Index>(most);
  auto values = buffer<uint8_t>(most * sizeof(T));
  T *result = (T *)values.get();
  auto found = buffer<GrB_Index>(rows + 1);
  const F fold = foldOf(ra);
  // A row of B costs its length; the average will do to share the rows out.
  const uint64_t degree = 1 + (b.rows > 0 ? rb.offsets[b.rows] / b.rows : 0);
  const uint64_t threadCount = std::max(1, threads());
  std::vector<std::vector<uint32_t>> marks(threadCount, std::vector<uint32_t>(a.cols, 0));
  std::vector<std::vector<uint64_t>> places(threadCount, std::vector<uint64_t>(a.cols, 0));
  for (uint64_t first = 0; first < rows;) {
    check();
    check.reached(first, rows);
    std::vector<std::pair<uint64_t, uint64_t>> shares;
    for (uint64_t t = 0; t < threadCount && first < rows; t++) {
      uint64_t last = first, work = 0;
      for (; last < rows && work < WORK / threadCount; last++) work += 1 + degree * (rm.offsets[last + 1] - rm.offsets[last]);
      shares.emplace_back(first, last);
      first = last;
    }
    const auto share = [&](uint64_t t) {
      dots<T>(task, shares[t].first, shares[t].second, marks[t], places[t], column.get(), result, found.get(), fold);
    };
    together(shares.size(), share);
  }
  // Rows close up to the left, in place.
  auto offsets = buffer<GrB_Index>(rows + 1);
  uint64_t w = 0;
  strides(rows, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t i = first; i < last; i++) {
      offsets[i] = w;
      const uint64_t begin = rm.offsets[i];
      for (uint64_t k = 0; k < found[i]; k++, w++) {
        column[w] = column[begin + k];
        result[w] = result[begin + k];
      }
    }
  });
  offsets[rows] = w;
  return packed(false, type, rows, m.cols, std::move(offsets), std::move(column), std::move(values), w, false);
}

} // namespace

bool hasDots(const std::string &semiring, Type type, const Output &out) {
  if (!out.mask || out.complement) return false;
  if (semiring == "any_pair" || semiring == "plus_pair" || semiring == "plus_pair_int32") return true;
  return semiring == "plus_first" && (type == Type::Int64 || type == Type::Int32);
}

Ref maskedDots(const Ref &first, const Ref &second, const std::string &semiring, Type type, const Output &out, const Check &check) {
  Object &a = *first, &b = *second, &m = *out.mask;
  const bool s = out.structural;
  const auto count = [](const Rows &) { return Count(); };
  if (semiring == "any_pair") return run<uint8_t, Any>(a, b, m, type, s, check, [](const Rows &) { return Any(); });
  if (semiring == "plus_pair") return run<int64_t, Count>(a, b, m, type, s, check, count);
  if (semiring == "plus_pair_int32") return run<int32_t, Count>(a, b, m, type, s, check, count);
  if (type == Type::Int32) {
    using Sum = SumFirst<int32_t, uint32_t>;
    return run<int32_t, Sum>(a, b, m, type, s, check, [](const Rows &rows) { return Sum{rows}; });
  }
  using Sum = SumFirst<int64_t, uint64_t>;
  return run<int64_t, Sum>(a, b, m, type, s, check, [](const Rows &rows) { return Sum{rows}; });
}

} // namespace grb
