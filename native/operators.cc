#include "operators.h"

#include <map>

namespace grb {

namespace {

template <class T> struct ByType {
  T b, i32, i64, u64, f64;
  T of(Type type) const {
    switch (type) {
    case Type::Bool:
      return b;
    case Type::Int32:
      return i32;
    case Type::Int64:
      return i64;
    case Type::Uint64:
      return u64;
    case Type::Fp64:
      return f64;
    }
    return nullptr;
  }
};

// Operators per type; the library's objects are variables, so the tables are filled on first use, after GrB_init.
#define NUMERIC(prefix, name)                                                                      \
  { nullptr, prefix##_##name##_INT32, prefix##_##name##_INT64, prefix##_##name##_UINT64,           \
    prefix##_##name##_FP64 }
#define EVERY(prefix, name)                                                                        \
  { prefix##_##name##_BOOL, prefix##_##name##_INT32, prefix##_##name##_INT64,                      \
    prefix##_##name##_UINT64, prefix##_##name##_FP64 }
#define BITS(prefix, name)                                                                         \
  { nullptr, nullptr, prefix##_##name##_INT64, prefix##_##name##_UINT64, nullptr }

const std::map<std::string, ByType<GrB_BinaryOp>> &binaryOps() {
  static const std::map<std::string, ByType<GrB_BinaryOp>> table = {
      {"first", EVERY(GrB, FIRST)},
      {"second", EVERY(GrB, SECOND)},
      {"pair", EVERY(GxB, PAIR)},
      {"plus", NUMERIC(GrB, PLUS)},
      {"minus", NUMERIC(GrB, MINUS)},
      {"times", NUMERIC(GrB, TIMES)},
      {"min", NUMERIC(GrB, MIN)},
      {"max", NUMERIC(GrB, MAX)},
      {"lor", {GrB_LOR, nullptr, nullptr, nullptr, nullptr}},
      {"land", {GrB_LAND, nullptr, nullptr, nullptr, nullptr}},
      {"lxor", {GrB_LXOR, nullptr, nullptr, nullptr, nullptr}},
      {"bor", BITS(GrB, BOR)},
      {"band", BITS(GrB, BAND)},
      {"bxor", BITS(GrB, BXOR)},
  };
  return table;
}

const std::map<std::string, ByType<GrB_BinaryOp>> &comparisons() {
  static const std::map<std::string, ByType<GrB_BinaryOp>> table = {
      {"eq", EVERY(GrB, EQ)}, {"ne", EVERY(GrB, NE)}, {"lt", EVERY(GrB, LT)},
      {"le", EVERY(GrB, LE)}, {"gt", EVERY(GrB, GT)}, {"ge", EVERY(GrB, GE)},
  };
  return table;
}

const std::map<std::string, ByType<GrB_UnaryOp>> &unaryOps() {
  static const std::map<std::string, ByType<GrB_UnaryOp>> table = {
      {"identity", EVERY(GrB, IDENTITY)},
      {"one", EVERY(GxB, ONE)},
      {"ainv", NUMERIC(GrB, AINV)},
      {"abs", NUMERIC(GrB, ABS)},
      {"lnot", {GrB_LNOT, nullptr, nullptr, nullptr, nullptr}},
      {"bnot", BITS(GrB, BNOT)},
  };
  return table;
}

// The library has bitwise monoids for unsigned types only.
GrB_Monoid signedBits(GrB_BinaryOp op, int64_t identity) {
  GrB_Monoid made = nullptr;
  RUN(GrB_Monoid_new_INT64(&made, op, identity));
  return made;
}

const std::map<std::string, ByType<GrB_Monoid>> &monoids() {
#define FOLD(name)                                                                                 \
  { nullptr, GrB_##name##_MONOID_INT32, GrB_##name##_MONOID_INT64, GrB_##name##_MONOID_UINT64,     \
    GrB_##name##_MONOID_FP64 }
  static const std::map<std::string, ByType<GrB_Monoid>> table = {
      {"plus", FOLD(PLUS)},
      {"times", FOLD(TIMES)},
      {"min", FOLD(MIN)},
      {"max", FOLD(MAX)},
      {"lor", {GrB_LOR_MONOID_BOOL, nullptr, nullptr, nullptr, nullptr}},
      {"land", {GrB_LAND_MONOID_BOOL, nullptr, nullptr, nullptr, nullptr}},
      {"lxor", {GrB_LXOR_MONOID_BOOL, nullptr, nullptr, nullptr, nullptr}},
      {"bor", {nullptr, nullptr, signedBits(GrB_BOR_INT64, 0), GxB_BOR_UINT64_MONOID, nullptr}},
      {"band", {nullptr, nullptr, signedBits(GrB_BAND_INT64, -1), GxB_BAND_UINT64_MONOID, nullptr}},
      {"bxor", {nullptr, nullptr, signedBits(GrB_BXOR_INT64, 0), GxB_BXOR_UINT64_MONOID, nullptr}},
  };
#undef FOLD
  return table;
}

const std::map<std::string, ByType<GrB_Semiring>> &semirings() {
  static const std::map<std::string, ByType<GrB_Semiring>> table = {
      {"any_pair", {GxB_ANY_PAIR_BOOL, nullptr, nullptr, nullptr, nullptr}},
      {"plus_pair", {nullptr, nullptr, GxB_PLUS_PAIR_INT64, nullptr, nullptr}},
      {"plus_pair_int32", {nullptr, GxB_PLUS_PAIR_INT32, nullptr, nullptr, nullptr}},
      {"min_first", NUMERIC(GxB, MIN_FIRST)},
      {"max_first", NUMERIC(GxB, MAX_FIRST)},
      {"plus_first", NUMERIC(GxB, PLUS_FIRST)},
      {"min_second", NUMERIC(GxB, MIN_SECOND)},
      {"max_second", NUMERIC(GxB, MAX_SECOND)},
      {"plus_second", NUMERIC(GxB, PLUS_SECOND)},
      {"plus_times", NUMERIC(GxB, PLUS_TIMES)},
      {"plus_min", NUMERIC(GxB, PLUS_MIN)},
      {"plus_max", NUMERIC(GxB, PLUS_MAX)},
      {"plus_plus", NUMERIC(GxB, PLUS_PLUS)},
      {"min_plus", NUMERIC(GxB, MIN_PLUS)},
      {"max_plus", NUMERIC(GxB, MAX_PLUS)},
      {"min_times", NUMERIC(GxB, MIN_TIMES)},
      {"max_times", NUMERIC(GxB, MAX_TIMES)},
      {"min_max", NUMERIC(GxB, MIN_MAX)},
      {"max_min", NUMERIC(GxB, MAX_MIN)},
      {"bor_band", {nullptr, nullptr, nullptr, GxB_BOR_BAND_UINT64, nullptr}},
      {"lor_land", {GxB_LOR_LAND_BOOL, nullptr, nullptr, nullptr, nullptr}},
      {"land_lor", {GxB_LAND_LOR_BOOL, nullptr, nullptr, nullptr, nullptr}},
      {"lxor_land", {GxB_LXOR_LAND_BOOL, nullptr, nullptr, nullptr, nullptr}},
  };
  return table;
}

template <class T>
T lookUp(const std::map<std::string, ByType<T>> &table, const char *what, const std::string &name, Type type) {
  auto found = table.find(name);
  if (found == table.end()) throw Failure(GrB_INVALID_VALUE, std::string("unknown ") + what + ": " + name);
  T op = found->second.of(type);
  if (!op)
    throw Failure(GrB_DOMAIN_MISMATCH, std::string(what) + " " + name + " has no " + typeName(type) + " form");
  return op;
}

} // namespace

Type typeNamed(const std::string &name) {
  if (name == "bool") return Type::Bool;
  if (name == "int32") return Type::Int32;
  if (name == "int64") return Type::Int64;
  if (name == "uint64") return Type::Uint64;
  if (name == "fp64") return Type::Fp64;
  throw Failure(GrB_DOMAIN_MISMATCH, "unknown dtype: " + name);
}

const char *typeName(Type type) {
  static const char *const names[] = {"bool", "int32", "int64", "uint64", "fp64"};
  return names[(int)type];
}

GrB_Type library(Type type) {
  const GrB_Type types[] = {GrB_BOOL, GrB_INT32, GrB_INT64, GrB_UINT64, GrB_FP64};
  return types[(int)type];
}

size_t width(Type type) {
  static const size_t widths[] = {1, 4, 8, 8, 8};
  return widths[(int)type];
}

bool isComparison(const std::string &name) { return comparisons().count(name) > 0; }

GrB_BinaryOp binaryOp(const std::string &name, Type type) {
  return isComparison(name) ? lookUp(comparisons(), "operator", name, type) : lookUp(binaryOps(), "operator", name, type);
}

GrB_UnaryOp unaryOp(const std::string &name, Type type) { return lookUp(unaryOps(), "operator", name, type); }

GrB_Monoid monoid(const std::string &name, Type type) { return lookUp(monoids(), "monoid", name, type); }

GrB_Semiring semiring(const std::string &name, Type type) { return lookUp(semirings(), "semiring", name, type); }

Type productType(const std::string &name, Type a, Type b) {
  if (name == "any_pair") return Type::Bool;
  if (name == "plus_pair") return Type::Int64;
  if (name == "plus_pair_int32") return Type::Int32;
  auto ends = [&](const char *tail) {
    std::string t = tail;
    return name.size() > t.size() && name.compare(name.size() - t.size(), t.size(), t) == 0;
  };
  if (ends("_first")) return a;
  if (ends("_second")) return b;
  if (a != b)
    throw Failure(GrB_DOMAIN_MISMATCH, "semiring " + name + " doesn't take " + typeName(a) + " and " + typeName(b));
  return a;
}

GrB_IndexUnaryOp valueTest(const std::string &name, Type type) {
  static const std::map<std::string, ByType<GrB_IndexUnaryOp>> table = {
      {"valueeq", EVERY(GrB, VALUEEQ)}, {"valuene", EVERY(GrB, VALUENE)}, {"valuelt", NUMERIC(GrB, VALUELT)},
      {"valuele", NUMERIC(GrB, VALUELE)}, {"valuegt", NUMERIC(GrB, VALUEGT)}, {"valuege", NUMERIC(GrB, VALUEGE)},
  };
  return lookUp(table, "test", name, type);
}

GrB_IndexUnaryOp positionTest(const std::string &name) {
  static const std::map<std::string, GrB_IndexUnaryOp> table = {
      {"tril", GrB_TRIL},   {"triu", GrB_TRIU},   {"diag", GrB_DIAG},   {"offdiag", GrB_OFFDIAG},
      {"rowle", GrB_ROWLE}, {"rowgt", GrB_ROWGT}, {"colle", GrB_COLLE}, {"colgt", GrB_COLGT},
  };
  auto found = table.find(name);
  if (found == table.end()) throw Failure(GrB_INVALID_VALUE, "unknown test: " + name);
  return found->second;
}

GrB_Descriptor descriptor(bool replace, bool structural, bool complement, bool t0, bool t1) {
  const GrB_Descriptor table[] = {
      nullptr,        GrB_DESC_R,      GrB_DESC_S,      GrB_DESC_RS,      GrB_DESC_C,      GrB_DESC_RC,
      GrB_DESC_SC,    GrB_DESC_RSC,    GrB_DESC_T0,     GrB_DESC_RT0,     GrB_DESC_ST0,    GrB_DESC_RST0,
      GrB_DESC_CT0,   GrB_DESC_RCT0,   GrB_DESC_SCT0,   GrB_DESC_RSCT0,   GrB_DESC_T1,     GrB_DESC_RT1,
      GrB_DESC_ST1,   GrB_DESC_RST1,   GrB_DESC_CT1,    GrB_DESC_RCT1,    GrB_DESC_SCT1,   GrB_DESC_RSCT1,
      GrB_DESC_T0T1,  GrB_DESC_RT0T1,  GrB_DESC_ST0T1,  GrB_DESC_RST0T1,  GrB_DESC_CT0T1,  GrB_DESC_RCT0T1,
      GrB_DESC_SCT0T1, GrB_DESC_RSCT0T1,
  };
  return table[(replace ? 1 : 0) | (structural ? 2 : 0) | (complement ? 4 : 0) | (t0 ? 8 : 0) | (t1 ? 16 : 0)];
}

} // namespace grb
