// What plain C++ needs for the same work: against GraphBLAS, and by hand over CSR arrays.
// floor FILE N M SEEDS64 SEEDS1000 -> one JSON line of milliseconds and check sums.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>
extern "C" {
#include <GraphBLAS.h>
}

using u32 = uint32_t;
using u64 = uint64_t;

#define CALL(x)                                                                                    \
  do {                                                                                             \
    if ((int)(x) < 0) {                                                                            \
      fprintf(stderr, "failed: %s\n", #x);                                                         \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

static double now() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

/// Processor time of all threads: what a loaded machine does not change.
static double cpu() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

/// Processor milliseconds below which the first run is a warm-up, as on the other sides.
static const double BRIEF = 100;

static bool first = true;
static void measure(const char *name, const std::function<u64()> &work) {
  double ms = 0, spent = 0;
  u64 check = 0;
  for (int run = 0; run < 2 && (run == 0 || spent < BRIEF); run++) {
    const double begin = now(), used = cpu();
    check = work();
    ms = now() - begin;
    spent = cpu() - used;
  }
  printf("%s\"%s\":{\"ms\":%.3f,\"cpu\":%.3f,\"check\":%llu}", first ? "{" : ",", name, ms, spent, (unsigned long long)check);
  first = false;
}

struct Csr {
  u64 n;
  std::vector<u32> offsets, targets;
};

static Csr counted(u64 n, const std::vector<u32> &row, const std::vector<u32> &col) {
  const size_t m = row.size();
  std::vector<u32> next(n + 1, 0), tr(m), tc(m);
  for (u32 c : col) next[c + 1]++;
  for (u64 v = 0; v < n; v++) next[v + 1] += next[v];
  for (size_t e = 0; e < m; e++) {
    const u32 p = next[col[e]]++;
    tr[p] = row[e];
    tc[p] = col[e];
  }
  Csr a{n, std::vector<u32>(n + 1, 0), std::vector<u32>(m)};
  for (u32 r : row) a.offsets[r + 1]++;
  for (u64 v = 0; v < n; v++) a.offsets[v + 1] += a.offsets[v];
  std::vector<u32> at(a.offsets.begin(), a.offsets.end() - 1);
  for (size_t e = 0; e < m; e++) a.targets[at[tr[e]]++] = tc[e];
  u32 w = 0, begin = 0;
  for (u64 v = 0; v < n; v++) {
    const u32 end = a.offsets[v + 1], mine = w;
    for (u32 p = begin; p < end; p++)
      if (w == mine || a.targets[w - 1] != a.targets[p]) a.targets[w++] = a.targets[p];
    begin = end;
    a.offsets[v + 1] = w;
  }
  a.targets.resize(w);
  return a;
}

static GrB_Matrix packed(const Csr &a, GrB_Type type, const void *one, size_t width) {
  GrB_Matrix m = nullptr;
  CALL(GrB_Matrix_new(&m, type, a.n, a.n));
  auto *p = (GrB_Index *)malloc((a.n + 1) * 8);
  auto *j = (GrB_Index *)malloc(a.targets.size() * 8 + 8);
  void *x = malloc(8);
  memcpy(x, one, width);
  for (u64 v = 0; v <= a.n; v++) p[v] = a.offsets[v];
  for (size_t e = 0; e < a.targets.size(); e++) j[e] = a.targets[e];
  CALL(GxB_Matrix_pack_CSR(m, &p, &j, &x, (a.n + 1) * 8, a.targets.size() * 8 + 8, 8, true, false, nullptr));
  return m;
}

static u64 nvals(GrB_Matrix m) {
  GrB_Index count = 0;
  CALL(GrB_Matrix_wait(m, GrB_MATERIALIZE));
  CALL(GrB_Matrix_nvals(&count, m));
  return count;
}

static u64 bfs(GrB_Matrix a, u64 n, u32 seed) {
  GrB_Vector seen = nullptr, q = nullptr;
  CALL(GrB_Vector_new(&seen, GrB_BOOL, n));
  CALL(GrB_Vector_new(&q, GrB_BOOL, n));
  CALL(GrB_Vector_setElement_BOOL(q, true, seed));
  GrB_Index live = 1, total = 0;
  while (live > 0) {
    CALL(GrB_Vector_assign_BOOL(seen, q, nullptr, true, GrB_ALL, n, GrB_DESC_S));
    total += live;
    CALL(GrB_vxm(q, seen, nullptr, GxB_ANY_PAIR_BOOL, q, a, GrB_DESC_RSC));
    CALL(GrB_Vector_nvals(&live, q));
  }
  GrB_Vector_free(&seen);
  GrB_Vector_free(&q);
  return total;
}

static u64 reach64(GrB_Matrix a, u64 n, const std::vector<u32> &seeds) {
  GrB_Vector unseen = nullptr, q = nullptr, t = nullptr;
  CALL(GrB_Vector_new(&unseen, GrB_UINT64, n));
  CALL(GrB_Vector_new(&q, GrB_UINT64, n));
  CALL(GrB_Vector_new(&t, GrB_UINT64, n));
  CALL(GrB_Vector_assign_UINT64(unseen, nullptr, nullptr, ~0ull, GrB_ALL, n, nullptr));
  for (size_t s = 0; s < seeds.size(); s++) {
    uint64_t old = 0;
    GrB_Vector_extractElement_UINT64(&old, q, seeds[s]);
    CALL(GrB_Vector_setElement_UINT64(q, old | (1ull << s), seeds[s]));
  }
  GrB_Index live = 1;
  for (;;) {
    CALL(GrB_Vector_assign(unseen, nullptr, GrB_BXOR_UINT64, q, GrB_ALL, n, nullptr));
    if (live == 0) break;
    CALL(GrB_vxm(t, nullptr, nullptr, GxB_BOR_BAND_UINT64, q, a, nullptr));
    CALL(GrB_Vector_eWiseMult_BinaryOp(t, nullptr, nullptr, GrB_BAND_UINT64, t, unseen, nullptr));
    CALL(GrB_Vector_select_UINT64(q, nullptr, nullptr, GrB_VALUENE_UINT64, t, 0, nullptr));
    CALL(GrB_Vector_nvals(&live, q));
  }
  std::vector<uint64_t> words(n);
  GrB_Index count = n;
  CALL(GrB_Vector_extractTuples_UINT64(nullptr, words.data(), &count, unseen));
  u64 total = 0;
  for (uint64_t word : words) total += __builtin_popcountll(~word);
  GrB_Vector_free(&unseen);
  GrB_Vector_free(&q);
  GrB_Vector_free(&t);
  return total;
}

static u64 twoHops(GrB_Matrix a, u64 n, const std::vector<u32> &seeds) {
  GrB_Matrix f = nullptr;
  CALL(GrB_Matrix_new(&f, GrB_BOOL, seeds.size(), n));
  for (size_t s = 0; s < seeds.size(); s++) CALL(GrB_Matrix_setElement_BOOL(f, true, s, seeds[s]));
  for (int hop = 0; hop < 2; hop++) CALL(GrB_mxm(f, nullptr, nullptr, GxB_ANY_PAIR_BOOL, f, a, nullptr));
  const u64 count = nvals(f);
  GrB_Matrix_free(&f);
  return count;
}

static u64 handBfs(const Csr &a, u32 seed) {
  std::vector<u32> queue(a.n);
  std::vector<uint8_t> seen(a.n, 0);
  u64 head = 0, tail = 0;
  queue[tail++] = seed;
  seen[seed] = 1;
  while (head < tail) {
    const u32 v = queue[head++];
    for (u32 e = a.offsets[v]; e < a.offsets[v + 1]; e++)
      if (!seen[a.targets[e]]) {
        seen[a.targets[e]] = 1;
        queue[tail++] = a.targets[e];
      }
  }
  return tail;
}

static u64 handReach64(const Csr &a, const std::vector<u32> &seeds) {
  std::vector<u64> seen(a.n, 0), now(a.n, 0), next(a.n, 0);
  std::vector<u32> front, coming;
  for (size_t s = 0; s < seeds.size(); s++) {
    if (!now[seeds[s]]) front.push_back(seeds[s]);
    now[seeds[s]] |= 1ull << s;
  }
  for (u32 v : front) seen[v] = now[v];
  while (!front.empty()) {
    coming.clear();
    for (u32 v : front) {
      const u64 word = now[v];
      now[v] = 0;
      for (u32 e = a.offsets[v]; e < a.offsets[v + 1]; e++) {
        const u32 w = a.targets[e];
        const u64 fresh = word & ~seen[w];
        if (!fresh) continue;
        if (!next[w]) coming.push_back(w);
        next[w] |= fresh;
      }
    }
    for (u32 w : coming) {
      seen[w] |= next[w];
      now[w] = next[w];
      next[w] = 0;
    }
    front.swap(coming);
  }
  u64 total = 0;
  for (u64 word : seen) total += __builtin_popcountll(word);
  return total;
}

static u64 handTwoHops(const Csr &a, const std::vector<u32> &seeds) {
  std::vector<u32> mark(a.n, 0);
  u64 total = 0;
  u32 stamp = 0;
  for (u32 seed : seeds) {
    stamp++;
    for (u32 e = a.offsets[seed]; e < a.offsets[seed + 1]; e++)
      for (u32 f = a.offsets[a.targets[e]]; f < a.offsets[a.targets[e] + 1]; f++)
        if (mark[a.targets[f]] != stamp) {
          mark[a.targets[f]] = stamp;
          total++;
        }
  }
  return total;
}

static u64 handMasked(const Csr &a) {
  std::vector<u32> mark(a.n, 0);
  u64 total = 0;
  for (u64 v = 0; v < a.n; v++) {
    for (u32 e = a.offsets[v]; e < a.offsets[v + 1]; e++) mark[a.targets[e]] = (u32)v + 1;
    for (u32 e = a.offsets[v]; e < a.offsets[v + 1]; e++) {
      const u32 w = a.targets[e];
      for (u32 f = a.offsets[w]; f < a.offsets[w + 1]; f++) total += mark[a.targets[f]] == (u32)v + 1;
    }
  }
  return total;
}

static std::vector<u32> listed(const char *text) {
  std::vector<u32> list;
  for (const char *p = text; *p;) {
    char *end = nullptr;
    list.push_back((u32)strtoul(p, &end, 10));
    p = *end ? end + 1 : end;
  }
  return list;
}

int main(int count, char **words) {
  if (count < 7) return 1;
  const u64 n = strtoull(words[2], nullptr, 10);
  const size_t m = strtoull(words[3], nullptr, 10);
  const auto seeds64 = listed(words[4]), seeds1000 = listed(words[5]);
  const bool masked = strcmp(words[6], "masked") == 0;
  std::vector<u32> row(m), col(m);
  FILE *file = fopen(words[1], "rb");
  if (!file || fread(row.data(), 4, m, file) != m || fread(col.data(), 4, m, file) != m) return 1;
  fclose(file);
  CALL(GrB_init(GrB_NONBLOCKING));
  const bool yes = true;
  const u64 bits = ~0ull;
  GrB_Matrix a = nullptr, ones = nullptr;
  Csr csr;
  measure("build", [&] {
    GrB_Matrix_free(&a);
    csr = counted(n, row, col);
    a = packed(csr, GrB_BOOL, &yes, 1);
    return nvals(a);
  });
  ones = packed(csr, GrB_UINT64, &bits, 8);
  measure("bfs", [&] { return bfs(a, n, seeds64[0]); });
  measure("reach64", [&] { return reach64(ones, n, seeds64); });
  measure("twoHops", [&] { return twoHops(a, n, seeds1000); });
  measure("transpose", [&] {
    GrB_Matrix t = nullptr;
    CALL(GrB_Matrix_new(&t, GrB_BOOL, n, n));
    CALL(GrB_transpose(t, nullptr, nullptr, a, nullptr));
    const u64 got = nvals(t);
    GrB_Matrix_free(&t);
    return got;
  });
  if (masked)
    measure("masked", [&] {
      GrB_Matrix c = nullptr;
      CALL(GrB_Matrix_new(&c, GrB_INT64, n, n));
      CALL(GrB_mxm(c, a, nullptr, GxB_PLUS_PAIR_INT64, a, a, GrB_DESC_ST1));
      int64_t sum = 0;
      CALL(GrB_Matrix_reduce_INT64(&sum, nullptr, GrB_PLUS_MONOID_INT64, c, nullptr));
      GrB_Matrix_free(&c);
      return (u64)sum;
    });
  measure("hand bfs", [&] { return handBfs(csr, seeds64[0]); });
  measure("hand reach64", [&] { return handReach64(csr, seeds64); });
  measure("hand twoHops", [&] { return handTwoHops(csr, seeds1000); });
  if (masked) measure("hand masked", [&] { return handMasked(csr); });
  printf("}\n");
}
