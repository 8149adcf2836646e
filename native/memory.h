// Memory that the library can take over: its arrays come from malloc.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

namespace grb {

/// The library keeps small blocks for reuse and takes every one for at least this long.
const size_t LEAST_BYTES = 8;

inline size_t heldBytes(size_t bytes) { return std::max(bytes, LEAST_BYTES); }

struct Freed {
  void operator()(void *p) const { free(p); }
};
template <class T> using Buffer = std::unique_ptr<T[], Freed>;

template <class T> Buffer<T> buffer(size_t count) {
  T *p = (T *)malloc(heldBytes(count * sizeof(T)));
  if (!p) throw std::bad_alloc();
  return Buffer<T>(p);
}

} // namespace grb
