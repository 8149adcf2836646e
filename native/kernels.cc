#include "kernels.h"

#include "operations.h"
#include "rows.h"

namespace grb {

namespace {

const uint64_t ALL_BITS = ~0ull;

/// Entries that a walk passes between two looks at the cancel flag.
const uint64_t WALKED = 1 << 16;

/// Looks at the flag once in so many entries.
class Pace {
public:
  explicit Pace(const Check &check) : check_(check) {}
  void spend(uint64_t entries) {
    work_ += entries;
    if (work_ < WALKED) return;
    work_ = 0;
    check_();
  }

private:
  const Check &check_;
  uint64_t work_ = 0;
};

/// One seed's bit along the rows: a node is entered once. Whether an edge leads to a new one is as good as random, so
/// there is no branch in the loop; a queue has room for one more than it can hold.
void walkOne(const Rows &rows, uint64_t n, uint64_t seed, uint64_t maxHops, const Check &check, uint64_t *words) {
  const uint64_t bits = words[seed];
  auto queue = buffer<uint32_t>(n + 1);
  uint64_t head = 0, tail = 1;
  queue[0] = (uint32_t)seed;
  Pace pace(check);
  for (uint64_t hop = 0; head < tail && hop < maxHops; hop++) {
    for (const uint64_t level = tail; head < level; head++) {
      const uint64_t v = queue[head], end = rows.offsets[v + 1];
      pace.spend(end - rows.offsets[v] + 1);
      for (uint64_t e = rows.offsets[v]; e < end; e++) {
        const uint64_t w = rows.indices[e], known = words[w];
        queue[tail] = (uint32_t)w;
        tail += known == 0;
        words[w] = known | bits;
      }
    }
  }
}

/// The bits of several, a level at a time.
void walkSome(const Rows &rows, uint64_t n, uint64_t maxHops, const Check &check, uint64_t *words) {
  auto now = std::make_unique<uint64_t[]>(n), next = std::make_unique<uint64_t[]>(n);
  auto frontier = buffer<uint32_t>(n), coming = buffer<uint32_t>(n);
  uint64_t count = 0;
  for (uint64_t v = 0; v < n; v++) {
    if (!words[v] || words[v] == ALL_BITS) continue;
    now[v] = words[v];
    frontier[count++] = (uint32_t)v;
  }
  Pace pace(check);
  for (uint64_t hop = 0; count > 0 && hop < maxHops; hop++) {
    uint64_t found = 0;
    for (uint64_t k = 0; k < count; k++) {
      const uint64_t v = frontier[k], bits = now[v], end = rows.offsets[v + 1];
      pace.spend(end - rows.offsets[v] + 1);
      for (uint64_t e = rows.offsets[v]; e < end; e++) {
        const uint64_t w = rows.indices[e], fresh = bits & ~words[w];
        if (!fresh) continue;
        if (!next[w]) coming[found++] = (uint32_t)w;
        next[w] |= fresh;
      }
    }
    for (uint64_t k = 0; k < found; k++) {
      const uint64_t w = coming[k];
      words[w] |= next[w];
      now[w] = next[w];
      next[w] = 0;
    }
    std::swap(frontier, coming);
    count = found;
  }
}

/// Follows the seeds' bits, which `words` has at the seeds, along the rows, and leaves them wherever they lead.
void walk(Object &a, const std::vector<uint32_t> &seeds, const std::vector<uint8_t> &avoid, uint64_t maxHops, const Check &check,
          uint64_t *words) {
  const Rows rows(a);
  // Who has all bits is never entered.
  for (uint64_t v = 0; v < avoid.size(); v++)
    if (avoid[v]) words[v] = ALL_BITS;
  if (seeds.size() > 1) walkSome(rows, a.rows, maxHops, check, words);
  else if (words[seeds[0]] != ALL_BITS) walkOne(rows, a.rows, seeds[0], maxHops, check, words);
  for (uint64_t v = 0; v < avoid.size(); v++)
    if (avoid[v]) words[v] = 0;
}
/// Nanoseconds an edge of a hop. Parts of a hop cost half as much again together, so only graphs of more than ten
/// million edges are split.
const double HOP = 5;

/// The pattern with ~0 everywhere, kept with the matrix.
Ref pattern(Object &a, const Check &check) {
  if (a.ones) return a.ones;
  Buffer<GrB_Index> offsets = buffer<GrB_Index>(a.rows + 1), indices = buffer<GrB_Index>(a.nvals);
  {
    const Rows rows(a);
    memcpy(offsets.get(), rows.offsets, (a.rows + 1) * 8);
    strides(a.nvals, check, [&](uint64_t first, uint64_t last) {
      memcpy(indices.get() + first, rows.indices + first, (last - first) * 8);
    });
  }
  auto values = buffer<uint8_t>(8);
  memcpy(values.get(), &ALL_BITS, 8);
  a.ones = packed(false, Type::Uint64, a.rows, a.cols, std::move(offsets), std::move(indices), std::move(values), a.nvals,
                  a.nvals > 0);
  return a.ones;
}

} // namespace

std::unique_ptr<uint64_t[]> reachWords(const Ref &a, const std::vector<uint32_t> &seeds, const std::vector<uint8_t> &avoid,
                                       uint64_t maxHops, const Check &check) {
  if (!a || a->vector || a->rows != a->cols) throw Failure(GrB_DIMENSION_MISMATCH, "a graph is a square matrix");
  if (seeds.size() > 64) throw Failure(GrB_INVALID_VALUE, "more than 64 seeds a pass");
  const uint64_t n = a->rows;
  if (!avoid.empty() && avoid.size() != n) throw Failure(GrB_DIMENSION_MISMATCH, "avoid has another length than the graph");
  for (uint32_t seed : seeds)
    if (seed >= n) throw Failure(GrB_INDEX_OUT_OF_BOUNDS, "seed out of bounds: " + std::to_string(seed));
  auto words = std::make_unique<uint64_t[]>(n + 1);
  if (n == 0 || seeds.empty()) return words;
  for (size_t s = 0; s < seeds.size(); s++)
    if (avoid.empty() || !avoid[seeds[s]]) words[seeds[s]] |= 1ull << s;
  if (seeds.size() <= FEW_SEEDS) {
    walk(*a, seeds, avoid, maxHops, check, words.get());
    return words;
  }
  const Ref links = pattern(*a, check);
  // Bits not yet seen: full, so that a level is two entrywise passes and one product.
  Vector unseen;
  RUN(GrB_Vector_new(unseen.out(), GrB_UINT64, n));
  const Ref frontier = target(true, Type::Uint64, 1, n, {});
  Ref next = target(true, Type::Uint64, 1, n, {});
  RUN_V(unseen, GrB_Vector_assign_UINT64(unseen, nullptr, nullptr, ALL_BITS, GrB_ALL, n, nullptr));
  for (uint64_t v = 0; v < avoid.size(); v++)
    if (avoid[v]) RUN_V(unseen, GrB_Vector_setElement_UINT64(unseen, 0, v));
  for (uint64_t v = 0; v < n; v++)
    if (words[v]) {
      RUN_V(frontier->v, GrB_Vector_setElement_UINT64(frontier->v, words[v], v));
      words[v] = 0;
    }
  settled(frontier);
  // How far a hop is says nothing of how many there are.
  Check quiet = check;
  quiet.reached = [](uint64_t, uint64_t) {};
  for (uint64_t hop = 0;; hop++) {
    check();
    RUN_V(unseen, GrB_Vector_assign(unseen, nullptr, GrB_BXOR_UINT64, frontier->v, GrB_ALL, n, nullptr));
    if (frontier->nvals == 0 || hop >= maxHops) break;
    if (check.isLong(HOP * (double)a->nvals)) {
      next = product(Product::Vxm, frontier, links, "bor_band", {}, {}, quiet);
    } else {
      RUN_V(next->v, GrB_vxm(next->v, nullptr, nullptr, GxB_BOR_BAND_UINT64, frontier->v, links->m, nullptr));
    }
    const GrB_Vector met = next->v;
    RUN_V(met, GrB_Vector_eWiseMult_BinaryOp(met, nullptr, nullptr, GrB_BAND_UINT64, met, unseen, nullptr));
    RUN_V(frontier->v, GrB_Vector_select_UINT64(frontier->v, nullptr, nullptr, GrB_VALUENE_UINT64, met, 0, nullptr));
    settled(frontier);
  }
  GrB_Index count = n;
  RUN_V(unseen, GrB_Vector_extractTuples_UINT64(nullptr, words.get(), &count, unseen));
  for (uint64_t v = 0; v < n; v++) words[v] = avoid.empty() || !avoid[v] ? ~words[v] : 0;
  return words;
}

} // namespace grb
