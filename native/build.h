// Columns to objects: our own counting sort and O(1) packing, which is quicker than GrB_Matrix_build.
#pragma once
#include <vector>

#include "check.h"
#include "memory.h"
#include "object.h"

namespace grb {

struct Coordinates {
  bool vector = false;
  Type type = Type::Bool;
  uint64_t rows = 0;
  uint64_t cols = 0;
  std::vector<uint32_t> row;
  std::vector<uint32_t> col;
  /// One value where `iso`, else one an entry.
  std::vector<uint8_t> values;
  bool iso = false;
  /// Folds repeats in input order; empty refuses them, but for iso, which merges them.
  std::string dup;
};

Ref fromCoordinates(Coordinates &in, const Check &check);

/// Arrays as the library has them, in memory that it takes over.
struct Compressed {
  Type type = Type::Bool;
  uint64_t rows = 0;
  uint64_t cols = 0;
  Buffer<GrB_Index> offsets;
  uint64_t offsetCount = 0;
  Buffer<GrB_Index> indices;
  uint64_t count = 0;
  Buffer<uint8_t> values;
  uint64_t valueBytes = 0;
  bool iso = false;
};

/// Rows must ascend without repeats: refused otherwise, since packing trusts its input.
Ref fromCompressed(Compressed &in, const Check &check);

Ref fullVector(Type type, uint64_t size, const void *value);

/// Malloc'd arrays; whoever takes them frees them.
struct Arrays {
  uint32_t *offsets = nullptr;
  uint32_t *indices = nullptr;
  void *values = nullptr;
  uint64_t rows = 0;
  uint64_t count = 0;
  bool iso = false;
  Arrays() = default;
  Arrays(const Arrays &) = delete;
  ~Arrays();
};

/// An object's rows, narrower than the library has them.
std::shared_ptr<Arrays> toCompressed(Object &object, const Check &check);

} // namespace grb
