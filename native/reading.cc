// Objects to columns: rows that are lent for a moment, copied narrower.
#include "boundary.h"
#include "build.h"
#include "reading.h"
#include "rows.h"

namespace grb {

namespace {

void beginnings(const Rows &rows, uint64_t count, uint32_t *to, const Check &check) {
  strides(count, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t i = first; i < last; i++) to[i] = (uint32_t)rows.offsets[i];
  });
}

void rowOfEach(const Rows &rows, uint64_t lines, uint32_t *to, const Check &check) {
  strides(lines, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t i = first; i < last; i++) std::fill(to + rows.offsets[i], to + rows.offsets[i + 1], (uint32_t)i);
  });
}

/// Columns that are filled.
struct Room {
  uint32_t *lines;
  uint32_t *indices;
  uint8_t *values;
};

/// All but the value of iso rows.
void copyOut(const Rows &rows, const Object &object, bool spread, const Room &to, const Check &check) {
  const size_t each = width(object.type);
  const auto *from = (const uint8_t *)rows.values;
  if (spread) rowOfEach(rows, object.rows, to.lines, check);
  else beginnings(rows, object.rows + 1, to.lines, check);
  strides(rows.count, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t k = first; k < last; k++) to.indices[k] = (uint32_t)rows.indices[k];
    if (!rows.iso) memcpy(to.values + first * each, from + first * each, (last - first) * each);
  });
}

template <class T> void repeat(const Rows &rows, uint8_t *to) { std::fill_n((T *)to, rows.count, *(const T *)rows.values); }

void repeatedValue(const Rows &rows, size_t each, uint8_t *to) {
  if (rows.count == 0) return;
  if (each == 1) repeat<uint8_t>(rows, to);
  else if (each == 4) repeat<uint32_t>(rows, to);
  else repeat<uint64_t>(rows, to);
}

} // namespace

std::shared_ptr<Columns> toColumns(Object &object, bool spread, const Check &check) {
  const Rows rows(object);
  auto out = std::make_shared<Columns>();
  out->count = rows.count;
  out->iso = rows.iso;
  out->lineCount = spread ? rows.count : object.rows + 1;
  const size_t valueBytes = (rows.iso ? 1 : rows.count) * width(object.type);
  out->lines = buffer<uint32_t>(out->lineCount);
  out->indices = buffer<uint32_t>(rows.count);
  out->values = buffer<uint8_t>(valueBytes);
  memset(out->values.get(), 0, LEAST_BYTES);
  if (rows.iso) memcpy(out->values.get(), rows.values, valueBytes);
  copyOut(rows, object, spread, {out->lines.get(), out->indices.get(), out->values.get()}, check);
  return out;
}

Napi::Value readColumns(Info info) {
  return guarded(info, [&]() -> Napi::Value {
    const Ref a = refOf(info[0]);
    const bool spread = flagOf(info[1], "spread");
    const Column lines = roomOf(info[2], "lines", napi_uint32_array);
    const Column indices = roomOf(info[3], "indices", napi_uint32_array);
    const Column values = roomOf(info[4], "values", columnType(a->type));
    if (lines.length != (spread ? a->nvals : a->rows + 1) || indices.length != a->nvals || values.length != a->nvals)
      throw Failure(GrB_DIMENSION_MISMATCH, "columns have another length than what they are to hold");
    const auto idle = whileIdle();
    if (!idle.owns_lock()) return Napi::Boolean::New(info.Env(), false);
    const Rows rows(*a);
    const Room room = {(uint32_t *)lines.data, (uint32_t *)indices.data, (uint8_t *)values.data};
    copyOut(rows, *a, spread, room, {});
    if (rows.iso) repeatedValue(rows, width(a->type), room.values);
    return Napi::Boolean::New(info.Env(), true);
  });
}

} // namespace grb
