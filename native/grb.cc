#include "grb.h"

#include <atomic>
#include <mutex>
#ifndef _WIN32
#include <dlfcn.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

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

namespace {

/// Work that is worth a second thread. The library's own measure, a quarter of it, has two threads share what takes a
/// millisecond: on a busy machine one of them waits for the other.
const double THREAD_WORK = 1 << 18;

/// Where workers alone load the addon, Node unloads it with the last of them: from under the job thread and the exit
/// handler, and with a library that can't be initialised twice.
void stayLoaded() {
#ifndef _WIN32
  Dl_info here;
  if (dladdr((const void *)&stayLoaded, &here) != 0 && here.dli_fname) dlopen(here.dli_fname, RTLD_NOW | RTLD_NODELETE);
#endif
}

/// The library's own threads when it was opened, or what was asked for since.
std::atomic<int> wanted{1};
/// Guards the library's number: a job changes it for a while, and whoever asks for another may come meanwhile.
std::mutex counting;
bool eachAlone = false;

GrB_Info tell(int count) {
#if GxB_IMPLEMENTATION_MAJOR >= 9
  return GrB_Global_set_INT32(GrB_GLOBAL, count, (GrB_Field)GxB_NTHREADS);
#else
  return GxB_Global_Option_set_INT32(GxB_GLOBAL_NTHREADS, count);
#endif
}

GrB_Info ask(int32_t &count) {
#if GxB_IMPLEMENTATION_MAJOR >= 9
  return GrB_Global_get_INT32(GrB_GLOBAL, &count, (GrB_Field)GxB_NTHREADS);
#else
  return GxB_Global_Option_get_INT32(GxB_GLOBAL_NTHREADS, &count);
#endif
}

/// What is freed comes back with its pages: fresh ones cost a brief operation more than its work does. 32 MB is the
/// largest block that glibc lets lie in a heap.
void keepPages() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 128 << 20);
#endif
}

int initialised() {
  stayLoaded();
  keepPages();
  int32_t count = 1;
  int info = (int)GrB_init(GrB_NONBLOCKING);
  if (info >= 0) info = (int)GxB_Global_Option_set_FP64(GxB_GLOBAL_CHUNK, THREAD_WORK);
  if (info >= 0) info = (int)ask(count);
  wanted.store(count);
  return info;
}

} // namespace

void initOnce() {
  static std::once_flag once;
  static int info = 0;
  std::call_once(once, [] { info = initialised(); });
  if (info < 0) throw Failure(info, "GrB_init");
}

void setThreads(int count) {
  std::lock_guard<std::mutex> lock(counting);
  if (!eachAlone) RUN(tell(count));
  wanted.store(count);
}

int threads() { return wanted.load(); }

OneThreadEach::OneThreadEach() {
  std::lock_guard<std::mutex> lock(counting);
  RUN(tell(1));
  eachAlone = true;
}

OneThreadEach::~OneThreadEach() {
  std::lock_guard<std::mutex> lock(counting);
  eachAlone = false;
  tell(wanted.load());
}

std::string version() {
  int32_t part[3] = {0, 0, 0};
#if GxB_IMPLEMENTATION_MAJOR >= 9
  const GrB_Field fields[] = {GrB_LIBRARY_VER_MAJOR, GrB_LIBRARY_VER_MINOR, GrB_LIBRARY_VER_PATCH};
  for (int k = 0; k < 3; k++) RUN(GrB_Global_get_INT32(GrB_GLOBAL, &part[k], fields[k]));
#else
  RUN(GxB_Global_Option_get_INT32(GxB_LIBRARY_VERSION, part));
#endif
  return std::to_string(part[0]) + "." + std::to_string(part[1]) + "." + std::to_string(part[2]);
}

void keepCompressed(GrB_Matrix matrix) {
  const int32_t format = GxB_SPARSE + GxB_HYPERSPARSE;
#if GxB_IMPLEMENTATION_MAJOR >= 9
  RUN(GrB_Matrix_set_INT32(matrix, format, (GrB_Field)GxB_SPARSITY_CONTROL));
#else
  RUN(GxB_Matrix_Option_set_INT32(matrix, GxB_SPARSITY_CONTROL, format));
#endif
}

#if GxB_IMPLEMENTATION_MAJOR >= 9
#define STATUS(KIND, object, status) GrB_##KIND##_get_INT32(object, status, (GrB_Field)GxB_SPARSITY_STATUS)
#else
#define STATUS(KIND, object, status) GxB_##KIND##_Option_get_INT32(object, GxB_SPARSITY_STATUS, status)
#endif

bool isCompressed(GrB_Matrix matrix) {
  int32_t status = 0;
  RUN(STATUS(Matrix, matrix, &status));
  return status == GxB_SPARSE;
}

bool isCompressed(GrB_Vector vector) {
  int32_t status = 0;
  RUN(STATUS(Vector, vector, &status));
  return status == GxB_SPARSE;
}

#undef STATUS

} // namespace grb
