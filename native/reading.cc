// Objects to columns: rows that are lent for a moment, copied narrower.
#include "build.h"
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

} // namespace

std::shared_ptr<Columns> toColumns(Object &object, bool spread, const Check &check) {
  const Rows rows(object);
  auto out = std::make_shared<Columns>();
  out->count = rows.count;
  out->iso = rows.iso;
  out->lineCount = spread ? rows.count : object.rows + 1;
  const size_t each = width(object.type);
  const size_t valueBytes = (rows.iso ? 1 : rows.count) * each;
  out->lines = buffer<uint32_t>(out->lineCount);
  out->indices = buffer<uint32_t>(rows.count);
  out->values = buffer<uint8_t>(valueBytes);
  if (spread) rowOfEach(rows, object.rows, out->lines.get(), check);
  else beginnings(rows, out->lineCount, out->lines.get(), check);
  uint32_t *indices = out->indices.get();
  uint8_t *values = out->values.get();
  const auto *from = (const uint8_t *)rows.values;
  memset(values, 0, LEAST_BYTES);
  if (rows.iso) memcpy(values, from, valueBytes);
  strides(rows.count, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t k = first; k < last; k++) indices[k] = (uint32_t)rows.indices[k];
    if (!rows.iso) memcpy(values + first * each, from + first * each, (last - first) * each);
  });
  return out;
}

} // namespace grb
