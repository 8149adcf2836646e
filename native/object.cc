#include "object.h"

namespace grb {

namespace {

/// A bitmap of more cells than this is turned into rows too slowly for a call that can't be stopped.
const double BITMAP_CELLS = 1 << 22;

void fits(const char *what, const Object &object, bool vector, uint64_t rows, uint64_t cols) {
  if (object.vector != vector || object.rows != rows || object.cols != cols)
    throw Failure(GrB_DIMENSION_MISMATCH, std::string(what) + " has another shape than the result");
}

} // namespace

void fitting(bool vector, Type type, uint64_t rows, uint64_t cols, const Output &out) {
  if (out.mask) fits("mask", *out.mask, vector, rows, cols);
  if (!out.into) return;
  fits("into", *out.into, vector, rows, cols);
  if (out.into->type != type) throw Failure(GrB_DOMAIN_MISMATCH, "into has another dtype than the result");
}

Ref target(bool vector, Type type, uint64_t rows, uint64_t cols, const Output &out) {
  fitting(vector, type, rows, cols, out);
  auto made = std::make_shared<Object>();
  made->vector = vector;
  made->type = type;
  made->rows = rows;
  made->cols = cols;
  // Without a mask and an accumulator nothing of the old result is left.
  const bool kept = out.into && (out.mask || !out.accum.empty());
  if (kept) {
    if (vector) RUN(GrB_Vector_dup(made->v.out(), out.into->v));
    else RUN(GrB_Matrix_dup(made->m.out(), out.into->m));
  } else if (vector) {
    RUN(GrB_Vector_new(made->v.out(), library(type), cols));
  } else {
    RUN(GrB_Matrix_new(made->m.out(), library(type), rows, cols));
    if ((double)rows * (double)cols > BITMAP_CELLS) keepCompressed(made->m);
  }
  return made;
}

bool isFullOfOne(const Object &object) {
  if ((double)object.nvals != (double)object.rows * (double)object.cols) return false;
  bool iso = false;
  if (object.vector) RUN(GxB_Vector_iso(&iso, object.v));
  else RUN(GxB_Matrix_iso(&iso, object.m));
  return iso;
}

Ref settled(Ref object) {
  GrB_Index count = 0;
  if (object->vector) {
    RUN_V(object->v, GrB_Vector_wait(object->v, GrB_MATERIALIZE));
    RUN(GrB_Vector_nvals(&count, object->v));
    RUN(GxB_Vector_memoryUsage(&object->bytes, object->v));
  } else {
    RUN_M(object->m, GrB_Matrix_wait(object->m, GrB_MATERIALIZE));
    RUN(GrB_Matrix_nvals(&count, object->m));
    RUN(GxB_Matrix_memoryUsage(&object->bytes, object->m));
  }
  if (count > UINT32_MAX) throw Failure(GrB_INSUFFICIENT_SPACE, "more than 4294967295 entries");
  object->nvals = count;
  return object;
}

} // namespace grb
