#include "output.h"

namespace grb {

GrB_BinaryOp accumulator(const Output &out, Type type) {
  if (out.accum.empty()) return nullptr;
  if (isComparison(out.accum)) throw Failure(GrB_DOMAIN_MISMATCH, "a comparison can't accumulate");
  return binaryOp(out.accum, type);
}

GrB_Matrix matrixMask(const Output &out) { return out.mask ? (GrB_Matrix)out.mask->m : nullptr; }
GrB_Vector vectorMask(const Output &out) { return out.mask ? (GrB_Vector)out.mask->v : nullptr; }

GrB_Descriptor descriptorOf(const Output &out, bool t0, bool t1) {
  return descriptor(out.replace, out.structural, out.complement, t0, t1);
}

void want(bool vector, const Ref &object) {
  if (!object) throw Failure(GrB_NULL_POINTER, "missing operand");
  if (object->vector != vector) throw Failure(GrB_DOMAIN_MISMATCH, vector ? "operand is no vector" : "operand is no matrix");
}

void same(uint64_t left, uint64_t right, const char *what) {
  if (left != right)
    throw Failure(GrB_DIMENSION_MISMATCH,
                  std::string(what) + " differ: " + std::to_string(left) + " and " + std::to_string(right));
}

Scalar scalarOf(Type type, const void *value) {
  Scalar s;
  RUN(GrB_Scalar_new(s.out(), library(type)));
  GrB_Info info = GrB_SUCCESS;
  switch (type) {
  case Type::Bool:
    info = GrB_Scalar_setElement_BOOL(s, *(const uint8_t *)value != 0);
    break;
  case Type::Int32:
    info = GrB_Scalar_setElement_INT32(s, *(const int32_t *)value);
    break;
  case Type::Int64:
    info = GrB_Scalar_setElement_INT64(s, *(const int64_t *)value);
    break;
  case Type::Uint64:
    info = GrB_Scalar_setElement_UINT64(s, *(const uint64_t *)value);
    break;
  case Type::Fp64:
    info = GrB_Scalar_setElement_FP64(s, *(const double *)value);
    break;
  }
  RUN(info);
  return s;
}

Output masked(const Output &out) {
  Output only;
  only.mask = out.mask;
  only.structural = out.structural;
  only.complement = out.complement;
  return only;
}

namespace {

void writeInto(const Ref &made, const Object &t, const Output &out) {
  const GrB_BinaryOp accum = accumulator(out, made->type);
  const GrB_UnaryOp identity = unaryOp("identity", made->type);
  if (made->vector) {
    const GrB_Vector w = made->v;
    RUN_V(w, GrB_Vector_apply(w, vectorMask(out), accum, identity, t.v, descriptorOf(out)));
  } else {
    const GrB_Matrix c = made->m;
    RUN_M(c, GrB_Matrix_apply(c, matrixMask(out), accum, identity, t.m, descriptorOf(out)));
  }
}

/// An entry of T, written.
const double ENTRY = 5;

} // namespace

Ref written(const Ref &t, const Output &out, const Check &check) {
  if (!out.mask && (!out.into || out.accum.empty())) return t;
  return inBlocks({{t, ENTRY}}, {t->vector, t->type, t->rows, t->cols}, out, check,
                  [](const std::vector<Ref> &parts, const Output &here, uint64_t) {
                    const Ref &part = parts[0];
                    auto made = target(part->vector, part->type, part->rows, part->cols, here);
                    writeInto(made, *part, here);
                    return settled(made);
                  });
}

Ref writeNothing(const Ref &made, const Output &out) {
  if (out.into) writeInto(made, *target(made->vector, made->type, made->rows, made->cols, {}), out);
  return settled(made);
}

} // namespace grb
