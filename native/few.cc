#include "few.h"

#include "boundary.h"
#include "build.h"
#include "rows.h"

namespace grb {

namespace {

/// Entries a row may have at most to be copied while JavaScript waits.
const uint64_t MOST = 1 << 10;

/// A row's length, or nothing; what is read goes into the columns.
bool readInto(Object &a, uint64_t row, const Column &indices, const Column &values, uint64_t &count) {
  if (row >= a.rows || !(a.vector ? isCompressed(a.v) : isCompressed(a.m))) return false;
  const Rows rows(a);
  const uint64_t begin = rows.offsets[row];
  count = rows.offsets[row + 1] - begin;
  if (count > std::min<uint64_t>({indices.length, values.length, MOST})) return false;
  const size_t each = width(a.type);
  auto *to = (uint32_t *)indices.data;
  auto *into = (uint8_t *)values.data;
  for (uint64_t k = 0; k < count; k++) {
    to[k] = (uint32_t)rows.indices[begin + k];
    memcpy(into + k * each, (const uint8_t *)rows.values + (rows.iso ? 0 : (begin + k) * each), each);
  }
  return true;
}

} // namespace

Napi::Value readFew(Info info) {
  return guarded(info, [&]() -> Napi::Value {
    const Ref a = refOf(info[0]);
    const uint64_t row = sizeOf(info[1], "row", UINT64_MAX);
    const Column indices = roomOf(info[2], "indices", napi_uint32_array);
    const Column values = roomOf(info[3], "values", columnType(a->type));
    uint64_t count = 0;
    const auto idle = whileIdle();
    if (!idle.owns_lock() || !readInto(*a, row, indices, values, count)) return info.Env().Null();
    return Napi::Number::New(info.Env(), (double)count);
  });
}

Napi::Value fewOf(Info info) {
  return guarded(info, [&]() -> Napi::Value {
    const Type type = typeNamed(textOf(info[0], "dtype"));
    const uint64_t size = sizeOf(info[1], "size", UINT64_MAX);
    const std::vector<uint32_t> given = indicesOf(info[2], "indices");
    uint64_t bytes = 0;
    auto values = columnBufferOf(info[3], type, bytes);
    const uint64_t count = given.size();
    if (bytes != count * width(type)) throw Failure(GrB_DIMENSION_MISMATCH, "indices and values differ in length");
    normalise(type, values.get(), bytes);
    auto indices = buffer<GrB_Index>(count);
    for (uint64_t k = 0; k < count; k++) {
      if (given[k] >= size) throw Failure(GrB_INDEX_OUT_OF_BOUNDS, "index out of bounds: " + std::to_string(given[k]));
      if (k > 0 && given[k] <= given[k - 1]) throw Failure(GrB_INVALID_INDEX, "indices don't ascend");
      indices[k] = given[k];
    }
    // No job has it: a new object may be made beside one that runs.
    return handleOf(info.Env(), packed(true, type, 1, size, {}, std::move(indices), std::move(values), count, false));
  });
}

} // namespace grb
