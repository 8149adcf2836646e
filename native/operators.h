// Names to GraphBLAS operators. An unknown name, or one that a type lacks, is refused.
#pragma once
#include "grb.h"

namespace grb {

enum class Type { Bool, Int32, Int64, Uint64, Fp64 };

Type typeNamed(const std::string &name);
const char *typeName(Type type);
GrB_Type library(Type type);
size_t width(Type type);

GrB_BinaryOp binaryOp(const std::string &name, Type type);
bool isComparison(const std::string &name);
GrB_UnaryOp unaryOp(const std::string &name, Type type);
GrB_Monoid monoid(const std::string &name, Type type);
/// `type` is the type of the result.
GrB_Semiring semiring(const std::string &name, Type type);
/// The type of a product's result.
Type productType(const std::string &semiring, Type a, Type b);
GrB_IndexUnaryOp valueTest(const std::string &name, Type type);
GrB_IndexUnaryOp positionTest(const std::string &name);
GrB_Descriptor descriptor(bool replace, bool structural, bool complement, bool t0, bool t1);

} // namespace grb
