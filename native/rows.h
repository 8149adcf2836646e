// Compressed rows: on loan from the library for our own kernels, and packed into objects.
#pragma once
#include "check.h"
#include "memory.h"
#include "object.h"

namespace grb {

/// The compressed rows of an object (of a vector: its one row), lent by the library for the length of a scope. The
/// object must not be handed to the library meanwhile.
class Rows {
public:
  explicit Rows(Object &object);
  ~Rows();
  Rows(const Rows &) = delete;

  template <class T> T value(uint64_t p) const { return ((const T *)values)[iso ? 0 : p]; }
  bool truthy(uint64_t p) const;
  /// Where the entries of a line (a row; of a vector: a position) and those after it begin.
  uint64_t begin(uint64_t line) const;

  GrB_Index *offsets = nullptr;
  GrB_Index *indices = nullptr;
  void *values = nullptr;
  bool iso = false;
  uint64_t count = 0;

private:
  Object &object_;
  GrB_Index offsetBytes_ = 0, indexBytes_ = 0, valueBytes_ = 0;
  GrB_Index ends_[2] = {0, 0};
};

/// Some entries of lent rows, as arrays of their own.
struct Entries {
  Buffer<GrB_Index> indices;
  Buffer<uint8_t> values;
  uint64_t count = 0;
  bool iso = false;
};
Entries copied(const Rows &rows, Type type, uint64_t begin, uint64_t end);

/// Takes the arrays over; a vector has no offsets.
Ref packed(bool vector, Type type, uint64_t rows, uint64_t cols, Buffer<GrB_Index> offsets, Buffer<GrB_Index> indices,
           Buffer<uint8_t> values, uint64_t count, bool iso);

/// Rows of a matrix, positions of a vector: what blocks are made of.
inline uint64_t linesOf(const Object &object) { return object.vector ? object.cols : object.rows; }

/// Lines first..last as an object of their own.
Ref slice(const Ref &object, uint64_t first, uint64_t last);

/// Blocks of lines, one after the other. Empties them.
Ref joined(std::vector<Ref> &blocks, bool vector, Type type, uint64_t rows, uint64_t cols, const Check &check);

/// The transpose, by a counting sort; looks at the flag as it goes, which GrB_transpose can't.
Ref turnedRound(const Ref &object, const Check &check);

} // namespace grb
