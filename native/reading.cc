// Objects to columns: rows that are lent for a moment, copied narrower.
#include "build.h"
#include "rows.h"

namespace grb {

Arrays::~Arrays() {
  free(offsets);
  free(indices);
  free(values);
}

std::shared_ptr<Arrays> toCompressed(Object &object, const Check &check) {
  const Rows rows(object);
  auto out = std::make_shared<Arrays>();
  out->rows = object.rows;
  out->count = rows.count;
  out->iso = rows.iso;
  const size_t valueBytes = (rows.iso ? 1 : rows.count) * width(object.type);
  out->offsets = buffer<uint32_t>(object.rows + 1).release();
  out->indices = buffer<uint32_t>(rows.count).release();
  out->values = buffer<uint8_t>(valueBytes).release();
  strides(object.rows + 1, check, [&](uint64_t first, uint64_t last) {
    for (uint64_t i = first; i < last; i++) out->offsets[i] = (uint32_t)rows.offsets[i];
  });
  uint32_t *indices = out->indices;
  const size_t each = width(object.type);
  auto *values = (uint8_t *)out->values;
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
