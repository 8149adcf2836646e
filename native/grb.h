// The one place that knows the differences between GraphBLAS 7.4, 8, 9 and 10.
#pragma once

// 7.4's header has no usable extern "C" for C++, so it is wrapped here, after the headers that it draws in.
#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
extern "C" {
#include <GraphBLAS.h>
}
#ifdef I
#undef I
#endif

#include <stdexcept>
#include <string>
#include <utility>

#if !defined(GxB_IMPLEMENTATION_MAJOR) || GxB_IMPLEMENTATION_MAJOR < 7
#error "SuiteSparse:GraphBLAS 7 or newer is required"
#endif

namespace grb {

/// A call that GraphBLAS, or a check in front of it, refused.
struct Failure : std::runtime_error {
  int info;
  Failure(int info, const std::string &message) : std::runtime_error(message), info(info) {}
};

/// Stopped by the cancel flag.
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

/// The C API's name of a return code; the enumeration's values differ between versions.
const char *infoName(int info);

[[noreturn]] void refuse(int info, const char *call, const char *detail);

// Only negative values are errors: GrB_NO_VALUE and GxB_EXHAUSTED are answers.
#define RUN(call)                                                                                  \
  do {                                                                                             \
    GrB_Info info_ = (call);                                                                       \
    if ((int)info_ < 0) grb::refuse((int)info_, #call, nullptr);                                   \
  } while (0)

// The text of an error hangs on the output object and must be read at once, on the same thread.
#define RUN_M(output, call)                                                                        \
  do {                                                                                             \
    GrB_Info info_ = (call);                                                                       \
    if ((int)info_ < 0) {                                                                          \
      const char *text_ = nullptr;                                                                 \
      GrB_Matrix_error(&text_, output);                                                            \
      grb::refuse((int)info_, #call, text_);                                                       \
    }                                                                                              \
  } while (0)

#define RUN_V(output, call)                                                                        \
  do {                                                                                             \
    GrB_Info info_ = (call);                                                                       \
    if ((int)info_ < 0) {                                                                          \
      const char *text_ = nullptr;                                                                 \
      GrB_Vector_error(&text_, output);                                                            \
      grb::refuse((int)info_, #call, text_);                                                       \
    }                                                                                              \
  } while (0)

/// Owns a GraphBLAS object for the length of a scope.
template <class T, GrB_Info (*Free)(T *)> class Owned {
public:
  Owned() = default;
  explicit Owned(T object) : object_(object) {}
  ~Owned() {
    if (object_) Free(&object_);
  }
  Owned(Owned &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Owned &operator=(Owned &&other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  Owned(const Owned &) = delete;
  Owned &operator=(const Owned &) = delete;
  operator T() const { return object_; }
  T *out() { return &object_; }
  T release() { return std::exchange(object_, nullptr); }

private:
  T object_ = nullptr;
};

using Matrix = Owned<GrB_Matrix, GrB_Matrix_free>;
using Vector = Owned<GrB_Vector, GrB_Vector_free>;
using Scalar = Owned<GrB_Scalar, GrB_Scalar_free>;

/// GrB_init, once a process: a second call fails, and GrB_finalize is never called, since nothing can follow it.
void initOnce();
void setThreads(int count);
int threads();
/// For the length of a scope, which only the running job opens, the library computes each call on the thread that
/// calls: threads of ours call it at once, each with objects of its own and with settled ones that they only read.
class OneThreadEach {
public:
  OneThreadEach();
  ~OneThreadEach();
  OneThreadEach(const OneThreadEach &) = delete;
};
/// `7.4.0`: of the library that is loaded.
std::string version();

/// Compressed rows, never a bitmap.
void keepCompressed(GrB_Matrix matrix);
/// Whether rows lie compressed now, each with its offset: they can be read without changing how they lie.
bool isCompressed(GrB_Matrix matrix);
bool isCompressed(GrB_Vector vector);

} // namespace grb
