#include "rows.h"

#include "threads.h"

namespace grb {

Rows::Rows(Object &object) : object_(object) {
  if (object.vector) {
    RUN_V(object.v, GxB_Vector_unpack_CSC(object.v, &indices, &values, &indexBytes_, &valueBytes_, &iso, &count, nullptr, nullptr));
    ends_[1] = count;
    offsets = ends_;
  } else {
    RUN_M(object.m, GxB_Matrix_unpack_CSR(object.m, &offsets, &indices, &values, &offsetBytes_, &indexBytes_, &valueBytes_, &iso,
                                          nullptr, nullptr));
    count = offsets[object.rows];
  }
}

Rows::~Rows() {
  if (object_.vector)
    GxB_Vector_pack_CSC(object_.v, &indices, &values, indexBytes_, valueBytes_, iso, count, false, nullptr);
  else
    GxB_Matrix_pack_CSR(object_.m, &offsets, &indices, &values, offsetBytes_, indexBytes_, valueBytes_, iso, false, nullptr);
}

bool Rows::truthy(uint64_t p) const {
  switch (object_.type) {
  case Type::Bool:
    return value<uint8_t>(p) != 0;
  case Type::Int32:
    return value<int32_t>(p) != 0;
  case Type::Fp64:
    return value<double>(p) != 0;
  default:
    return value<uint64_t>(p) != 0;
  }
}

uint64_t Rows::begin(uint64_t line) const {
  return object_.vector ? (uint64_t)(std::lower_bound(indices, indices + count, line) - indices) : offsets[line];
}

Ref packed(bool vector, Type type, uint64_t rows, uint64_t cols, Buffer<GrB_Index> offsets, Buffer<GrB_Index> indices,
           Buffer<uint8_t> values, uint64_t count, bool iso) {
  auto made = target(vector, type, rows, cols, {});
  GrB_Index *p = offsets.get();
  GrB_Index *j = indices.get();
  void *x = values.get();
  const GrB_Index valueBytes = heldBytes((iso ? 1 : count) * width(type));
  if (vector) {
    RUN_V(made->v, GxB_Vector_pack_CSC(made->v, &j, &x, heldBytes(count * 8), valueBytes, iso, count, false, nullptr));
  } else {
    RUN_M(made->m, GxB_Matrix_pack_CSR(made->m, &p, &j, &x, (rows + 1) * 8, heldBytes(count * 8), valueBytes, iso, false, nullptr));
    offsets.release();
  }
  indices.release();
  values.release();
  return settled(made);
}

Entries copied(const Rows &rows, Type type, uint64_t begin, uint64_t end) {
  const size_t each = width(type);
  Entries some;
  some.count = end - begin;
  some.iso = rows.iso && some.count > 0;
  some.indices = buffer<GrB_Index>(some.count);
  some.values = buffer<uint8_t>((some.iso ? 1 : some.count) * each);
  if (some.count > 0) {
    memcpy(some.indices.get(), rows.indices + begin, some.count * 8);
    memcpy(some.values.get(), (const uint8_t *)rows.values + (some.iso ? 0 : begin * each), (some.iso ? 1 : some.count) * each);
  }
  return some;
}

Ref slice(const Ref &object, uint64_t first, uint64_t last) {
  Buffer<GrB_Index> offsets;
  Entries some;
  {
    const Rows rows(*object);
    const uint64_t begin = rows.begin(first);
    some = copied(rows, object->type, begin, rows.begin(last));
    if (object->vector) {
      for (uint64_t k = 0; k < some.count; k++) some.indices[k] -= first;
    } else {
      offsets = buffer<GrB_Index>(last - first + 1);
      for (uint64_t i = first; i <= last; i++) offsets[i - first] = rows.offsets[i] - begin;
    }
  }
  const uint64_t lines = last - first;
  return packed(object->vector, object->type, object->vector ? 1 : lines, object->vector ? lines : object->cols,
                std::move(offsets), std::move(some.indices), std::move(some.values), some.count, some.iso);
}

namespace {

/// Fewest entries that are worth a thread.
const uint64_t THREAD_WORK = 1 << 18;

/// Whether one value will do for all blocks, and which.
bool isIso(std::vector<Ref> &blocks, size_t each, uint8_t *value) {
  bool any = false;
  for (const Ref &block : blocks) {
    if (block->nvals == 0) continue;
    const Rows rows(*block);
    if (!rows.iso || (any && memcmp(value, rows.values, each) != 0)) return false;
    memcpy(value, rows.values, each);
    any = true;
  }
  return any;
}

} // namespace

Ref joined(std::vector<Ref> &blocks, bool vector, Type type, uint64_t rows, uint64_t cols, const Check &check) {
  const size_t each = width(type);
  // Where each block's entries and lines go.
  std::vector<uint64_t> entry = {0}, line = {0};
  for (const Ref &block : blocks) {
    entry.push_back(entry.back() + block->nvals);
    line.push_back(line.back() + linesOf(*block));
  }
  const uint64_t count = entry.back();
  if (count > UINT32_MAX) throw Failure(GrB_INSUFFICIENT_SPACE, "more than 4294967295 entries");
  uint8_t value[8];
  const bool iso = isIso(blocks, each, value);
  auto offsets = buffer<GrB_Index>(vector ? 0 : rows + 1);
  auto indices = buffer<GrB_Index>(count);
  auto values = buffer<uint8_t>((iso ? 1 : count) * each);
  if (!vector) offsets[0] = 0;
  if (iso) memcpy(values.get(), value, each);
  const uint64_t threadCount = std::max<uint64_t>(1, std::min<uint64_t>((uint64_t)threads(), count / THREAD_WORK));
  dealt(blocks.size(), threadCount, [&](uint64_t b) {
    check();
    {
      const Rows part(*blocks[b]);
      GrB_Index *to = indices.get() + entry[b];
      if (vector) {
        for (uint64_t k = 0; k < part.count; k++) to[k] = part.indices[k] + line[b];
      } else {
        if (part.count > 0) memcpy(to, part.indices, part.count * 8);
        GrB_Index *ends = offsets.get() + line[b];
        for (uint64_t i = 1; i <= linesOf(*blocks[b]); i++) ends[i] = entry[b] + part.offsets[i];
      }
      uint8_t *into = values.get() + entry[b] * each;
      if (!iso && !part.iso && part.count > 0) memcpy(into, part.values, part.count * each);
      if (!iso && part.iso)
        for (uint64_t k = 0; k < part.count; k++) memcpy(into + k * each, part.values, each);
    }
    blocks[b].reset();
  });
  return packed(vector, type, rows, cols, std::move(offsets), std::move(indices), std::move(values), count, iso);
}

namespace {

template <class T>
void scatter(const Rows &rows, uint64_t first, uint64_t last, std::vector<uint32_t> &next, GrB_Index *indices, T *values) {
  for (uint64_t i = first; i < last; i++)
    for (uint64_t p = rows.offsets[i]; p < rows.offsets[i + 1]; p++) {
      const uint32_t at = next[rows.indices[p]]++;
      indices[at] = i;
      if (!rows.iso) values[at] = ((const T *)rows.values)[p];
    }
}

/// Rows of equal numbers of entries.
std::vector<uint64_t> shares(const Rows &rows, uint64_t lines, uint64_t count) {
  std::vector<uint64_t> ends;
  for (uint64_t k = 0; k <= count; k++)
    ends.push_back(k == count ? lines
                              : (uint64_t)(std::lower_bound(rows.offsets, rows.offsets + lines, rows.count / count * k) - rows.offsets));
  return ends;
}

} // namespace

Ref turnedRound(const Ref &object, const Check &check) {
  const uint64_t cols = object->cols, count = object->nvals;
  const size_t each = width(object->type);
  auto offsets = buffer<GrB_Index>(cols + 1);
  auto indices = buffer<GrB_Index>(count);
  bool iso = false;
  Buffer<uint8_t> values;
  {
    const Rows rows(*object);
    iso = rows.iso && count > 0;
    values = buffer<uint8_t>((iso ? 1 : count) * each);
    if (iso) memcpy(values.get(), rows.values, each);
    // Each thread has rows of its own, and in each column a place of its own, in the order of the rows.
    const uint64_t threadCount = std::max<uint64_t>(1, std::min<uint64_t>((uint64_t)threads(), count / THREAD_WORK));
    const auto ends = shares(rows, object->rows, threadCount);
    std::vector<std::vector<uint32_t>> next(threadCount);
    // The same strides for counting and for moving: first..last of a thread's rows in each round.
    const auto rounds = [&](auto work) {
      std::vector<uint64_t> at(ends.begin(), ends.end() - 1);
      for (bool more = true; more;) {
        check();
        more = false;
        std::vector<uint64_t> stop(at);
        for (uint64_t t = 0; t < threadCount; t++) {
          const uint64_t limit = rows.offsets[at[t]] + STRIDE;
          while (stop[t] < ends[t + 1] && (stop[t] == at[t] || rows.offsets[stop[t] + 1] <= limit)) stop[t]++;
          more = more || stop[t] < ends[t + 1];
        }
        together(threadCount, [&](uint64_t t) { work(t, at[t], stop[t]); });
        at = stop;
      }
    };
    for (auto &list : next) list.assign(cols + 1, 0);
    rounds([&](uint64_t t, uint64_t first, uint64_t last) {
      uint32_t *mine = next[t].data();
      for (uint64_t p = rows.offsets[first]; p < rows.offsets[last]; p++) mine[rows.indices[p]]++;
    });
    uint64_t sum = 0;
    for (uint64_t j = 0; j < cols; j++) {
      offsets[j] = sum;
      for (auto &list : next) {
        const uint32_t mine = list[j];
        list[j] = (uint32_t)sum;
        sum += mine;
      }
    }
    offsets[cols] = sum;
    rounds([&](uint64_t t, uint64_t first, uint64_t last) {
      if (each == 1) scatter<uint8_t>(rows, first, last, next[t], indices.get(), values.get());
      else if (each == 4) scatter<uint32_t>(rows, first, last, next[t], indices.get(), (uint32_t *)values.get());
      else scatter<uint64_t>(rows, first, last, next[t], indices.get(), (uint64_t *)values.get());
    });
  }
  return packed(false, object->type, cols, object->rows, std::move(offsets), std::move(indices), std::move(values), count, iso);
}

} // namespace grb
