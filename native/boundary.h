// JavaScript values checked and copied before anything of GraphBLAS sees them.
#pragma once
#include <napi.h>

#include "build.h"
#include "memory.h"

namespace grb {

/// Once per environment, before anything else.
void openBoundary(Napi::Env env);

/// A handle of ours, alive; anything else is refused.
Ref refOf(Napi::Value value);
/// Wraps an object for JavaScript and tells the collector what it weighs.
Napi::Value handleOf(Napi::Env env, const Ref &object);
/// Tells the collector what an object weighs now, if a handle still has it.
void reweigh(Napi::Env env, const Ref &object, size_t bytes);
/// Bytes that the collector has been told of.
int64_t accounted(Napi::Env env);
/// Lets go of a handle's object; twice is once.
void release(Napi::Value handle);

std::string textOf(Napi::Value value, const char *what);
bool flagOf(Napi::Value value, const char *what);
uint64_t sizeOf(Napi::Value value, const char *what, uint64_t limit);
int64_t wholeOf(Napi::Value value, const char *what);
std::vector<uint32_t> indicesOf(Napi::Value value, const char *what);
/// Two columns of compressed rows, where they lie.
NarrowRows narrowRowsOf(Napi::Value offsets, Napi::Value indices);
/// A column to write into.
struct Column {
  void *data = nullptr;
  size_t length = 0;
};
Column roomOf(Napi::Value value, const char *what, napi_typedarray_type type);
napi_typedarray_type columnType(Type type);
std::vector<uint8_t> bytesOf(Napi::Value value, const char *what);
/// A column of the dtype, as bytes.
std::vector<uint8_t> columnOf(Napi::Value value, Type type);
/// The same in memory that the library can take over, and its length in bytes.
Buffer<uint8_t> columnBufferOf(Napi::Value value, Type type, uint64_t &bytes);
/// One value of the dtype, as 8 bytes.
std::vector<uint8_t> valueOf(Napi::Value value, Type type);
Napi::Value toValue(Napi::Env env, Type type, const void *value);
Output outputOf(Napi::Value value);

/// Malloc'd memory as a typed array; large memory is handed over, small copied. `owner` keeps it alive.
Napi::Value typedArray(Napi::Env env, napi_typedarray_type type, size_t length, size_t width, void *data,
                       std::shared_ptr<void> owner);

} // namespace grb
