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

/// Values as the library wants them: bool is 0 or 1. Of any other byte it would count a mask's entries wrong, and write
/// past the end of a result that it laid out by that count.
void normalise(Type type, uint8_t *values, uint64_t bytes);

/// Arrays as the library has them, in memory that it takes over.
struct Compressed {
  Type type = Type::Bool;
  uint64_t rows = 0;
  uint64_t cols = 0;
  Buffer<GrB_Index> offsets;
  Buffer<GrB_Index> indices;
  uint64_t count = 0;
  Buffer<uint8_t> values;
  uint64_t valueBytes = 0;
  bool iso = false;
};

/// Compressed rows as they are given. Their memory may be written to by another thread meanwhile.
struct NarrowRows {
  const uint32_t *offsets = nullptr;
  uint64_t offsetCount = 0;
  const uint32_t *indices = nullptr;
  uint64_t count = 0;
};

/// Columns as many as the greatest index asks for.
const uint64_t COLUMNS_AS_NEEDED = UINT64_MAX;

/// Widens the rows and checks them on the way, each index read once: packing trusts its input. False where some row
/// doesn't ascend without repeats.
bool widenedRows(const NarrowRows &from, uint64_t cols, const std::function<void()> &look, Compressed &to);

/// Of checked rows.
Ref fromCompressed(Compressed &in);

Ref fullVector(Type type, uint64_t size, const void *value);

/// Malloc'd columns.
struct Columns {
  /// Where each row begins, or the row of each entry.
  Buffer<uint32_t> lines;
  uint64_t lineCount = 0;
  Buffer<uint32_t> indices;
  uint64_t count = 0;
  /// One value where `iso`.
  Buffer<uint8_t> values;
  bool iso = false;
};

/// An object's entries, narrower than the library has them: compressed, or each with its row where `spread`.
std::shared_ptr<Columns> toColumns(Object &object, bool spread, const Check &check);

} // namespace grb
