#include "grb.h"

#include <mutex>

namespace grb {

const char *infoName(int info) {
  switch (info) {
#define NAME(code)                                                                                 \
  case code:                                                                                       \
    return #code;
    NAME(GrB_UNINITIALIZED_OBJECT)
    NAME(GrB_NULL_POINTER)
    NAME(GrB_INVALID_VALUE)
    NAME(GrB_INVALID_INDEX)
    NAME(GrB_DOMAIN_MISMATCH)
    NAME(GrB_DIMENSION_MISMATCH)
    NAME(GrB_OUTPUT_NOT_EMPTY)
    NAME(GrB_NOT_IMPLEMENTED)
    NAME(GrB_OUT_OF_MEMORY)
    NAME(GrB_INSUFFICIENT_SPACE)
    NAME(GrB_INVALID_OBJECT)
    NAME(GrB_INDEX_OUT_OF_BOUNDS)
    NAME(GrB_EMPTY_OBJECT)
#undef NAME
  default:
    return "GrB_PANIC";
  }
}

void refuse(int info, const char *call, const char *detail) {
  std::string message = call;
  message.resize(message.find('(') == std::string::npos ? message.size() : message.find('('));
  if (detail && *detail) message += std::string(": ") + detail;
  for (char &c : message)
    if (c == '\n') c = ' ';
  throw Failure(info, message);
}

void initOnce() {
  static std::once_flag once;
  static int info = 0;
  std::call_once(once, [] { info = (int)GrB_init(GrB_NONBLOCKING); });
  if (info < 0) throw Failure(info, "GrB_init");
}

void setThreads(int count) {
#if GxB_IMPLEMENTATION_MAJOR >= 9
  RUN(GrB_Global_set_INT32(GrB_GLOBAL, count, (GrB_Field)GxB_NTHREADS));
#else
  RUN(GxB_Global_Option_set_INT32(GxB_GLOBAL_NTHREADS, count));
#endif
}

int threads() {
  int32_t count = 0;
#if GxB_IMPLEMENTATION_MAJOR >= 9
  RUN(GrB_Global_get_INT32(GrB_GLOBAL, &count, (GrB_Field)GxB_NTHREADS));
#else
  RUN(GxB_Global_Option_get_INT32(GxB_GLOBAL_NTHREADS, &count));
#endif
  return count;
}

std::string version() {
  return std::to_string(GxB_IMPLEMENTATION_MAJOR) + "." + std::to_string(GxB_IMPLEMENTATION_MINOR) +
         "." + std::to_string(GxB_IMPLEMENTATION_SUB);
}

void keepFormat(GrB_Vector vector, int format) {
#if GxB_IMPLEMENTATION_MAJOR >= 9
  RUN(GrB_Vector_set_INT32(vector, format, (GrB_Field)GxB_SPARSITY_CONTROL));
#else
  RUN(GxB_Vector_Option_set_INT32(vector, GxB_SPARSITY_CONTROL, format));
#endif
}

} // namespace grb
