#include "boundary.h"

#include "jobs.h"

#include <unordered_set>

namespace grb {

/// The handles of an environment that are alive: an object is ours when what it wraps is among them. Asking a list is
/// quicker than asking the engine for a tag.
struct Handles {
  std::unordered_set<const Holder *> alive;
  /// What the collector has been told that they weigh.
  int64_t bytes = 0;
};

struct Holder {
  Ref object;
  int64_t accounted = 0;
  std::shared_ptr<Handles> all;

  Holder(const Ref &held, std::shared_ptr<Handles> list) : object(held), all(std::move(list)) {
    object->holder = this;
    all->alive.insert(this);
  }
  ~Holder() {
    letGo();
    all->alive.erase(this);
  }
  Holder(const Holder &) = delete;
  void letGo() {
    if (object) object->holder = nullptr;
    object.reset();
  }
};

namespace {

/// Memory that is copied sooner than handed over: the collector's books cost as much.
const size_t COPIED_BYTES = 1 << 15;

void account(napi_env env, Holder &holder, int64_t bytes) {
  const int64_t more = bytes - holder.accounted;
  int64_t total = 0;
  napi_adjust_external_memory(env, more, &total);
  holder.all->bytes += more;
  holder.accounted = bytes;
}

/// What belongs to one environment (the main thread, a worker).
struct Boundary {
  std::shared_ptr<Handles> handles = std::make_shared<Handles>();
  /// Makes a handle's object with its properties: one call is quicker than setting each of them from here. Lives as
  /// long as the environment, which deletes it.
  napi_ref makeObject = nullptr;
};

Boundary &boundaryOf(Napi::Env env) { return *(Boundary *)belongings(env).get(); }

Holder *holderOf(Napi::Value value) {
  void *data = nullptr;
  if (value.IsObject() && napi_unwrap(value.Env(), value, &data) == napi_ok) {
    if (boundaryOf(value.Env()).handles->alive.count((Holder *)data)) return (Holder *)data;
  }
  throw Failure(GrB_NULL_POINTER, "operand is no handle");
}

struct View {
  napi_typedarray_type type;
  size_t length = 0;
  const void *data = nullptr;
};

View viewOf(Napi::Value value, const char *what) {
  View view;
  void *data = nullptr;
  if (!value.IsTypedArray() ||
      napi_get_typedarray_info(value.Env(), value, &view.type, &view.length, &data, nullptr, nullptr) != napi_ok)
    throw Failure(GrB_INVALID_VALUE, std::string(what) + " is no typed array");
  view.data = data;
  if (view.length > 0 && !data) throw Failure(GrB_INVALID_OBJECT, std::string(what) + " has no memory");
  return view;
}

} // namespace

napi_typedarray_type columnType(Type type) {
  static const napi_typedarray_type types[] = {napi_uint8_array, napi_int32_array, napi_bigint64_array,
                                               napi_biguint64_array, napi_float64_array};
  return types[(int)type];
}

void openBoundary(Napi::Env env) {
  auto boundary = std::make_shared<Boundary>();
  std::string names;
  for (int type = 0; type <= (int)Type::Fp64; type++) names += std::string("'") + typeName((Type)type) + "',";
  const Napi::Value make = env.RunScript(
      "((names) => (vector, type, rows, cols, nvals) => ({ vector, dtype: names[type], rows, cols, nvals, beside: null }))([" + names + "])");
  if (napi_create_reference(env, make, 1, &boundary->makeObject) != napi_ok) throw Napi::Error::New(env, "boundary can't be opened");
  openQueue(env, boundary);
}

static Napi::Object objectOf(Napi::Env env, const Object &object) {
  napi_value make = nullptr, made = nullptr, self = env.Undefined();
  const napi_value list[] = {Napi::Boolean::New(env, object.vector), Napi::Number::New(env, (int)object.type),
                             Napi::Number::New(env, (double)object.rows), Napi::Number::New(env, (double)object.cols),
                             Napi::Number::New(env, (double)object.nvals)};
  if (napi_get_reference_value(env, boundaryOf(env).makeObject, &make) != napi_ok ||
      napi_call_function(env, self, make, 5, list, &made) != napi_ok)
    throw Failure(GrB_PANIC, "handle can't be made");
  return Napi::Object(env, made);
}

Ref refOf(Napi::Value value) {
  Holder *holder = holderOf(value);
  if (!holder->object) throw Failure(GrB_UNINITIALIZED_OBJECT, "disposed object used");
  return holder->object;
}

Napi::Value handleOf(Napi::Env env, const Ref &object) {
  const Napi::Object handle = objectOf(env, *object);
  auto *holder = new Holder(object, boundaryOf(env).handles);
  const auto finalize = [](napi_env raw, void *data, void *) {
    auto *dead = (Holder *)data;
    account(raw, *dead, 0);
    delete dead;
  };
  if (napi_wrap(env, handle, holder, finalize, nullptr, nullptr) != napi_ok) {
    delete holder;
    throw Failure(GrB_PANIC, "handle can't be made");
  }
  account(env, *holder, (int64_t)object->bytes);
  return handle;
}

void release(Napi::Value value) {
  Holder *holder = holderOf(value);
  holder->letGo();
  account(value.Env(), *holder, 0);
}

int64_t accounted(Napi::Env env) { return boundaryOf(env).handles->bytes; }

void reweigh(Napi::Env env, const Ref &object, size_t bytes) {
  if (object->holder) account(env, *object->holder, (int64_t)bytes);
}

std::string textOf(Napi::Value value, const char *what) {
  // Our names are short: longer text is none of them, and its end doesn't matter.
  char text[64];
  size_t length = 0;
  if (napi_get_value_string_utf8(value.Env(), value, text, sizeof text, &length) != napi_ok)
    throw Failure(GrB_INVALID_VALUE, std::string(what) + " is no string");
  return std::string(text, length);
}

bool flagOf(Napi::Value value, const char *what) {
  if (!value.IsBoolean()) throw Failure(GrB_INVALID_VALUE, std::string(what) + " is no boolean");
  return value.As<Napi::Boolean>().Value();
}

int64_t wholeOf(Napi::Value value, const char *what) {
  const double x = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : NAN;
  if (!(std::fabs(x) <= (double)MAX_DIMENSION) || x != std::floor(x))
    throw Failure(GrB_INVALID_VALUE, std::string(what) + " is no whole number in range");
  return (int64_t)x;
}

uint64_t sizeOf(Napi::Value value, const char *what, uint64_t limit) {
  const int64_t x = wholeOf(value, what);
  if (x < 0 || (uint64_t)x > std::min(limit, MAX_DIMENSION)) throw Failure(GrB_INVALID_VALUE, std::string(what) + " out of range");
  return (uint64_t)x;
}

static View indexView(Napi::Value value, const char *what) {
  const View view = viewOf(value, what);
  if (view.type != napi_uint32_array) throw Failure(GrB_INVALID_VALUE, std::string(what) + " is no Uint32Array");
  return view;
}

NarrowRows narrowRowsOf(Napi::Value offsets, Napi::Value indices) {
  const View ends = indexView(offsets, "offsets"), entries = indexView(indices, "indices");
  return {(const uint32_t *)ends.data, ends.length, (const uint32_t *)entries.data, entries.length};
}

std::vector<uint32_t> indicesOf(Napi::Value value, const char *what) {
  const View view = indexView(value, what);
  const auto *data = (const uint32_t *)view.data;
  return view.length == 0 ? std::vector<uint32_t>() : std::vector<uint32_t>(data, data + view.length);
}

Column roomOf(Napi::Value value, const char *what, napi_typedarray_type type) {
  const View view = viewOf(value, what);
  if (view.type != type) throw Failure(GrB_DOMAIN_MISMATCH, std::string(what) + " are of another dtype");
  return {const_cast<void *>(view.data), view.length};
}

std::vector<uint8_t> bytesOf(Napi::Value value, const char *what) {
  const View view = viewOf(value, what);
  if (view.type != napi_uint8_array) throw Failure(GrB_INVALID_VALUE, std::string(what) + " is no Uint8Array");
  const auto *data = (const uint8_t *)view.data;
  return view.length == 0 ? std::vector<uint8_t>() : std::vector<uint8_t>(data, data + view.length);
}

static View columnView(Napi::Value value, Type type) {
  const View view = viewOf(value, "values");
  if (view.type != columnType(type)) throw Failure(GrB_DOMAIN_MISMATCH, std::string("values are no ") + typeName(type) + " column");
  return view;
}

Buffer<uint8_t> columnBufferOf(Napi::Value value, Type type, uint64_t &bytes) {
  const View view = columnView(value, type);
  bytes = view.length * width(type);
  auto column = buffer<uint8_t>(bytes);
  if (bytes > 0) memcpy(column.get(), view.data, bytes);
  return column;
}

std::vector<uint8_t> columnOf(Napi::Value value, Type type) {
  const View view = columnView(value, type);
  const auto *data = (const uint8_t *)view.data;
  return view.length == 0 ? std::vector<uint8_t>() : std::vector<uint8_t>(data, data + view.length * width(type));
}

std::vector<uint8_t> valueOf(Napi::Value value, Type type) {
  std::vector<uint8_t> bytes(8, 0);
  bool lossless = true;
  bool good = false;
  switch (type) {
  case Type::Bool:
    good = value.IsNumber();
    if (good) bytes[0] = value.As<Napi::Number>().DoubleValue() != 0;
    break;
  case Type::Int32: {
    const double x = value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : NAN;
    good = x == std::floor(x) && std::fabs(x) <= 2147483648.0 && x != 2147483648.0;
    const int32_t whole = good ? (int32_t)x : 0;
    memcpy(bytes.data(), &whole, 4);
    break;
  }
  case Type::Int64: {
    good = value.IsBigInt();
    const int64_t x = good ? value.As<Napi::BigInt>().Int64Value(&lossless) : 0;
    memcpy(bytes.data(), &x, 8);
    break;
  }
  case Type::Uint64: {
    good = value.IsBigInt();
    const uint64_t x = good ? value.As<Napi::BigInt>().Uint64Value(&lossless) : 0;
    memcpy(bytes.data(), &x, 8);
    break;
  }
  case Type::Fp64: {
    good = value.IsNumber();
    const double x = good ? value.As<Napi::Number>().DoubleValue() : 0;
    memcpy(bytes.data(), &x, 8);
    break;
  }
  }
  if (!good || !lossless) throw Failure(GrB_DOMAIN_MISMATCH, std::string("value is no ") + typeName(type));
  return bytes;
}

Napi::Value toValue(Napi::Env env, Type type, const void *value) {
  switch (type) {
  case Type::Bool:
    return Napi::Number::New(env, *(const uint8_t *)value != 0);
  case Type::Int32:
    return Napi::Number::New(env, *(const int32_t *)value);
  case Type::Int64:
    return Napi::BigInt::New(env, *(const int64_t *)value);
  case Type::Uint64:
    return Napi::BigInt::New(env, *(const uint64_t *)value);
  case Type::Fp64:
    return Napi::Number::New(env, *(const double *)value);
  }
  return env.Undefined();
}

Output outputOf(Napi::Value value) {
  Output out;
  if (value.IsNull()) return out;
  if (!value.IsObject()) throw Failure(GrB_INVALID_VALUE, "output is no object");
  const Napi::Object given = value.As<Napi::Object>();
  const Napi::Value mask = given.Get("mask");
  if (!mask.IsNull()) {
    out.mask = refOf(mask);
    out.structural = flagOf(given.Get("structural"), "structural");
    out.complement = flagOf(given.Get("complement"), "complement");
  }
  const Napi::Value accum = given.Get("accum");
  if (!accum.IsNull()) out.accum = textOf(accum, "accum");
  const Napi::Value into = given.Get("into");
  if (!into.IsNull()) out.into = refOf(into);
  out.replace = flagOf(given.Get("replace"), "replace");
  return out;
}

Napi::Value typedArray(Napi::Env env, napi_typedarray_type type, size_t length, size_t width, void *data,
                       std::shared_ptr<void> owner) {
  const size_t bytes = length * width;
  napi_value memory = nullptr;
  auto copy = [&] {
    void *target = nullptr;
    if (napi_create_arraybuffer(env, bytes, &target, &memory) != napi_ok) throw Failure(GrB_OUT_OF_MEMORY, "no memory for a column");
    if (bytes) memcpy(target, data, bytes);
  };
  if (bytes <= COPIED_BYTES) {
    copy();
  } else {
    auto *kept = new std::shared_ptr<void>(std::move(owner));
    const auto finalize = [](napi_env, void *, void *hint) { delete (std::shared_ptr<void> *)hint; };
    // Refused where the engine sandboxes its memory.
    if (napi_create_external_arraybuffer(env, data, bytes, finalize, kept, &memory) != napi_ok) {
      copy();
      delete kept;
    }
  }
  napi_value view = nullptr;
  if (napi_create_typedarray(env, type, length, memory, 0, &view) != napi_ok) throw Failure(GrB_PANIC, "no view of a column");
  return Napi::Value(env, view);
}

} // namespace grb
