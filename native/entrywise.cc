#include "operations.h"
#include "output.h"

namespace grb {

namespace {

/// Nanoseconds an entry, of both operands together where there are two.
const double UNION = 8, INTERSECTION = 4, APPLY = 4, SELECT = 7;

Ref eWisePart(bool add, const Ref &a, const Ref &b, const std::string &name, Type type, Turned turned, const Output &out,
              const Check &check) {
  // An old result that is full of one value is a trap: where the operands are full too, the library (7.4 to 10.5)
  // writes all values to the place of that one, past its end.
  if (out.into && isFullOfOne(*out.into)) {
    return written(eWisePart(add, a, b, name, type, turned, masked(out), check), out, check);
  }
  const GrB_BinaryOp op = binaryOp(name, a->type);
  if (a->vector) {
    auto made = target(true, type, 1, a->cols, out);
    const GrB_Vector w = made->v;
    const auto call = add ? GrB_Vector_eWiseAdd_BinaryOp : GrB_Vector_eWiseMult_BinaryOp;
    RUN_V(w, call(w, vectorMask(out), accumulator(out, type), op, a->v, b->v, descriptorOf(out)));
    return settled(made);
  }
  auto made = target(false, type, turned.a ? a->cols : a->rows, turned.a ? a->rows : a->cols, out);
  const GrB_Matrix c = made->m;
  const auto call = add ? GrB_Matrix_eWiseAdd_BinaryOp : GrB_Matrix_eWiseMult_BinaryOp;
  RUN_M(c, call(c, matrixMask(out), accumulator(out, type), op, a->m, b->m, descriptorOf(out, turned.a, turned.b)));
  return settled(made);
}

} // namespace

Ref eWise(bool add, Ref a, Ref b, const std::string &name, Turned turned, const Output &out, const Check &check) {
  want(a && a->vector, a);
  want(a->vector, b);
  if (a->type != b->type) throw Failure(GrB_DOMAIN_MISMATCH, "dtypes differ");
  if (add && isComparison(name)) throw Failure(GrB_DOMAIN_MISMATCH, "a comparison has no union form");
  binaryOp(name, a->type);
  const Type type = isComparison(name) ? Type::Bool : a->type;
  if (a->vector) turned = {false, false};
  const uint64_t rows = turned.a ? a->cols : a->rows;
  const uint64_t cols = turned.a ? a->rows : a->cols;
  same(rows, turned.b ? b->cols : b->rows, a->vector ? "sizes" : "rows");
  same(cols, turned.b ? b->rows : b->cols, a->vector ? "sizes" : "columns");
  fitting(a->vector, type, rows, cols, out);
  const double cost = add ? UNION : INTERSECTION;
  if ((turned.a || turned.b) && check.isLong(cost * ((double)a->nvals + (double)b->nvals) + writeCost(out))) {
    if (turned.a) a = turnedRound(a, check);
    if (turned.b) b = turnedRound(b, check);
    turned = {false, false};
  } else if (turned.a || turned.b) {
    return eWisePart(add, a, b, name, type, turned, out, check);
  }
  return inBlocks({{a, cost}, {b, cost}}, {a->vector, type, rows, cols}, out, check,
                  [&](const std::vector<Ref> &parts, const Output &here, uint64_t) {
                    return eWisePart(add, parts[0], parts[1], name, type, {false, false}, here, check);
                  });
}

namespace {

/// T has a's pattern, or part of it, and lines that depend on a's same lines only: `call` computes a block of them.
template <class F> Ref fromOne(const Ref &a, Type type, double cost, const Output &out, const Check &check, F call) {
  return inBlocks({{a, cost}}, {a->vector, type, a->rows, a->cols}, out, check,
                  [&](const std::vector<Ref> &parts, const Output &here, uint64_t first) {
                    auto made = target(parts[0]->vector, type, parts[0]->rows, parts[0]->cols, here);
                    call(*made, *parts[0], accumulator(here, type), here, first);
                    return settled(made);
                  });
}

Ref applied(const Ref &a, GrB_UnaryOp op, Type type, const Output &out, const Check &check) {
  return fromOne(a, type, APPLY, out, check, [=](Object &c, const Object &from, GrB_BinaryOp accum, const Output &here, uint64_t) {
    if (c.vector) RUN_V(c.v, GrB_Vector_apply(c.v, vectorMask(here), accum, op, from.v, descriptorOf(here)));
    else RUN_M(c.m, GrB_Matrix_apply(c.m, matrixMask(here), accum, op, from.m, descriptorOf(here)));
  });
}

} // namespace

Ref applyUnary(const Ref &a, const std::string &name, const Output &out, const Check &check) {
  want(a && a->vector, a);
  return applied(a, unaryOp(name, a->type), a->type, out, check);
}

Ref castTo(const Ref &a, Type type, const Output &out, const Check &check) {
  want(a && a->vector, a);
  return applied(a, unaryOp("identity", type), type, out, check);
}

Ref applyBound(const Ref &a, const std::string &name, bool left, const void *scalar, const Output &out, const Check &check) {
  want(a && a->vector, a);
  const GrB_BinaryOp op = binaryOp(name, a->type);
  const Type type = isComparison(name) ? Type::Bool : a->type;
  const Scalar bound = scalarOf(a->type, scalar);
  const GrB_Scalar s = bound;
  return fromOne(a, type, APPLY, out, check, [=](Object &c, const Object &from, GrB_BinaryOp accum, const Output &here, uint64_t) {
    const GrB_Descriptor d = descriptorOf(here);
    if (c.vector && left) RUN_V(c.v, GrB_Vector_apply_BinaryOp1st_Scalar(c.v, vectorMask(here), accum, op, s, from.v, d));
    else if (c.vector) RUN_V(c.v, GrB_Vector_apply_BinaryOp2nd_Scalar(c.v, vectorMask(here), accum, op, from.v, s, d));
    else if (left) RUN_M(c.m, GrB_Matrix_apply_BinaryOp1st_Scalar(c.m, matrixMask(here), accum, op, s, from.m, d));
    else RUN_M(c.m, GrB_Matrix_apply_BinaryOp2nd_Scalar(c.m, matrixMask(here), accum, op, from.m, s, d));
  });
}

Ref positions(const Ref &a, bool row, int64_t plus, const Output &out, const Check &check) {
  want(a && a->vector, a);
  const bool byLine = row || a->vector;
  const GrB_IndexUnaryOp op = byLine ? GrB_ROWINDEX_INT64 : GrB_COLINDEX_INT64;
  return fromOne(a, Type::Int64, APPLY, out, check,
                 [=](Object &c, const Object &from, GrB_BinaryOp accum, const Output &here, uint64_t first) {
                   const int64_t k = byLine ? plus + (int64_t)first : plus;
                   const GrB_Descriptor d = descriptorOf(here);
                   if (c.vector) RUN_V(c.v, GrB_Vector_apply_IndexOp_INT64(c.v, vectorMask(here), accum, op, from.v, k, d));
                   else RUN_M(c.m, GrB_Matrix_apply_IndexOp_INT64(c.m, matrixMask(here), accum, op, from.m, k, d));
                 });
}

namespace {

void selectInto(Object &c, const Object &from, GrB_IndexUnaryOp test, GrB_Scalar thunk, GrB_BinaryOp accum, const Output &out) {
  if (c.vector) RUN_V(c.v, GrB_Vector_select_Scalar(c.v, vectorMask(out), accum, test, from.v, thunk, descriptorOf(out)));
  else RUN_M(c.m, GrB_Matrix_select_Scalar(c.m, matrixMask(out), accum, test, from.m, thunk, descriptorOf(out)));
}

/// What the test's k is for the lines from `first` on.
int64_t shifted(const std::string &test, int64_t k, uint64_t first) {
  if (test == "rowle" || test == "rowgt") return k - (int64_t)first;
  return test == "colle" || test == "colgt" ? k : k + (int64_t)first;
}

} // namespace

Ref selectPosition(const Ref &a, const std::string &test, int64_t k, const Output &out, const Check &check) {
  want(a && a->vector, a);
  if (a->vector && test != "rowle" && test != "rowgt") throw Failure(GrB_INVALID_VALUE, "a vector has no " + test);
  const GrB_IndexUnaryOp op = positionTest(test);
  return fromOne(a, a->type, SELECT, out, check,
                 [&](Object &c, const Object &from, GrB_BinaryOp accum, const Output &here, uint64_t first) {
                   const int64_t moved = shifted(test, k, first);
                   selectInto(c, from, op, scalarOf(Type::Int64, &moved), accum, here);
                 });
}

Ref selectValue(const Ref &a, const std::string &test, const void *value, const Output &out, const Check &check) {
  want(a && a->vector, a);
  const GrB_IndexUnaryOp op = valueTest(test, a->type);
  const Scalar thunk = scalarOf(a->type, value);
  return fromOne(a, a->type, SELECT, out, check,
                 [&](Object &c, const Object &from, GrB_BinaryOp accum, const Output &here, uint64_t) {
                   selectInto(c, from, op, thunk, accum, here);
                 });
}

} // namespace grb
