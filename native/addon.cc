// The addon's functions: each reads its arguments, then promises the work. src/grb/native/addon.ts has their types.
#include <thread>

#include "boundary.h"
#include "few.h"
#include "guarded.h"
#include "kernels.h"
#include "operations.h"
#include "reading.h"

namespace {

using namespace grb;
/// Nanoseconds of a job that is no longer than handing it over takes.
const double BRIEF = 100'000;

/// Nanoseconds an entry, of what is asked at once or handed over: bench/grb/operations.mjs has them.
const double MULTIPLIED = 10, BUILT = 10, MERGED = 5, MAPPED = 3, FOLDED = 2, FOLDED_TO_ONE = 0.5;
/// A row that is searched for one entry.
const double SEARCHED = 5;
/// A row that is passed over on the way.
const double PASSED = 0.06;

double entries(const Ref &object) {
  return object ? (double)object->nvals + (object->vector ? 0 : (double)object->rows / 16) : 0;
}
double entries(const Output &out) { return entries(out.mask) + entries(out.into); }

template <class F> Napi::Value promised(Info info, Napi::Value flag, double nanoseconds, F work) {
  const auto result = [work](const Check &check) -> Finish {
    const Ref made = work(check);
    return [made](Napi::Env env) { return handleOf(env, made); };
  };
  return enqueue(info.Env(), flag, result, nanoseconds <= BRIEF);
}

/// Entries that a vector's product meets, at the rows' average length.
double met(Product kind, const Ref &a, const Ref &b, const Turned &turned) {
  const bool along = kind == Product::Mxv ? turned.a : !turned.b;
  if (kind == Product::Mxm || !along) return entries(a) + entries(b);
  const Ref &u = kind == Product::Mxv ? b : a, &m = kind == Product::Mxv ? a : b;
  return (double)u->nvals * (1 + (double)m->nvals / ((double)m->rows + 1));
}

Napi::Value fromCoo(Info info) {
  return guarded(info, [&] {
    auto in = std::make_shared<Coordinates>();
    in->vector = flagOf(info[0], "vector");
    in->type = typeNamed(textOf(info[1], "dtype"));
    in->rows = sizeOf(info[2], "rows", UINT64_MAX);
    in->cols = sizeOf(info[3], "cols", UINT64_MAX);
    in->row = indicesOf(info[4], "row indices");
    in->col = indicesOf(info[5], "column indices");
    in->values = columnOf(info[6], in->type);
    in->iso = flagOf(info[7], "iso");
    if (!info[8].IsNull()) in->dup = textOf(info[8], "dup");
    return promised(info, info[9], BUILT * (double)(in->col.size() + in->rows + in->cols), [in](const Check &check) { return fromCoordinates(*in, check); });
  });
}

Napi::Value fromCsr(Info info) {
  return guarded(info, [&]() -> Napi::Value {
    auto in = std::make_shared<Compressed>();
    in->type = typeNamed(textOf(info[0], "dtype"));
    const uint64_t cols = info[1].IsNull() ? COLUMNS_AS_NEEDED : sizeOf(info[1], "columns", UINT64_MAX);
    if (!widenedRows(narrowRowsOf(info[2], info[3]), cols, lookAt(info[6]), *in)) return info.Env().Null();
    in->values = columnBufferOf(info[4], in->type, in->valueBytes);
    in->iso = flagOf(info[5], "iso");
    // All that is left to do is to hand the arrays over.
    return promised(info, info[6], 0, [in](const Check &) { return fromCompressed(*in); });
  });
}

Napi::Value full(Info info) {
  return guarded(info, [&] {
    const Type type = typeNamed(textOf(info[0], "dtype"));
    const uint64_t size = sizeOf(info[1], "size", UINT64_MAX);
    const auto value = valueOf(info[2], type);
    return promised(info, info[3], (double)size / 4, [=](const Check &) { return fullVector(type, size, value.data()); });
  });
}

Napi::Value productOf(Info info) {
  return guarded(info, [&] {
    const std::string kind = textOf(info[0], "kind");
    if (kind != "mxm" && kind != "mxv" && kind != "vxm") throw Failure(GrB_INVALID_VALUE, "unknown product: " + kind);
    const Product which = kind == "mxm" ? Product::Mxm : kind == "mxv" ? Product::Mxv : Product::Vxm;
    const Ref a = refOf(info[1]), b = refOf(info[2]);
    const std::string ring = textOf(info[3], "semiring");
    const Turned turned{flagOf(info[4], "transpose"), flagOf(info[5], "transpose")};
    const Output out = outputOf(info[6]);
    return promised(info, info[7], MULTIPLIED * (met(which, a, b, turned) + entries(out)), [=](const Check &check) { return product(which, a, b, ring, turned, out, check); });
  });
}

Napi::Value eWiseOf(Info info) {
  return guarded(info, [&] {
    const std::string kind = textOf(info[0], "kind");
    if (kind != "add" && kind != "mult") throw Failure(GrB_INVALID_VALUE, "neither add nor mult: " + kind);
    const Ref a = refOf(info[1]), b = refOf(info[2]);
    const std::string op = textOf(info[3], "operator");
    const Turned turned{flagOf(info[4], "transpose"), flagOf(info[5], "transpose")};
    const Output out = outputOf(info[6]);
    return promised(info, info[7], MERGED * (entries(a) + entries(b) + entries(out)), [=](const Check &check) { return eWise(kind == "add", a, b, op, turned, out, check); });
  });
}

Napi::Value unaryOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const std::string op = textOf(info[1], "operator");
    const Output out = outputOf(info[2]);
    return promised(info, info[3], MAPPED * (entries(a) + entries(out)), [=](const Check &check) { return applyUnary(a, op, out, check); });
  });
}

Napi::Value boundOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const std::string op = textOf(info[1], "operator");
    const bool left = flagOf(info[2], "left");
    const auto scalar = valueOf(info[3], a->type);
    const Output out = outputOf(info[4]);
    return promised(info, info[5], MAPPED * (entries(a) + entries(out)), [=](const Check &check) { return applyBound(a, op, left, scalar.data(), out, check); });
  });
}

Napi::Value castOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const Type type = typeNamed(textOf(info[1], "dtype"));
    const Output out = outputOf(info[2]);
    return promised(info, info[3], MAPPED * (entries(a) + entries(out)), [=](const Check &check) { return castTo(a, type, out, check); });
  });
}

Napi::Value positionsOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const bool row = flagOf(info[1], "row");
    const int64_t plus = wholeOf(info[2], "offset");
    const Output out = outputOf(info[3]);
    return promised(info, info[4], MAPPED * (entries(a) + entries(out)), [=](const Check &check) { return positions(a, row, plus, out, check); });
  });
}

Napi::Value selectPositionOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const std::string test = textOf(info[1], "test");
    const int64_t k = wholeOf(info[2], "k");
    const Output out = outputOf(info[3]);
    return promised(info, info[4], MAPPED * (entries(a) + entries(out)), [=](const Check &check) { return selectPosition(a, test, k, out, check); });
  });
}

Napi::Value selectValueOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const std::string test = textOf(info[1], "test");
    const auto value = valueOf(info[2], a->type);
    const Output out = outputOf(info[3]);
    return promised(info, info[4], MAPPED * (entries(a) + entries(out)), [=](const Check &check) { return selectValue(a, test, value.data(), out, check); });
  });
}

Napi::Value extractOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const bool allRows = info[1].IsNull(), allCols = info[2].IsNull();
    const auto rows = allRows ? std::vector<uint32_t>() : indicesOf(info[1], "rows");
    const auto cols = allCols ? std::vector<uint32_t>() : indicesOf(info[2], "columns");
    const Output out = outputOf(info[3]);
    return promised(info, info[4], MERGED * (entries(a) + entries(out) + (double)(rows.size() + cols.size())),
                    [=](const Check &check) { return extract(a, allRows ? nullptr : &rows, allCols ? nullptr : &cols, out, check); });
  });
}

Napi::Value extractRowOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const uint64_t row = sizeOf(info[1], "row", UINT64_MAX);
    const bool turned = flagOf(info[2], "transpose");
    const Output out = outputOf(info[3]);
    return promised(info, info[4], MAPPED * ((turned ? entries(a) : 0) + entries(out)), [=](const Check &) { return extractRow(a, row, turned, out); });
  });
}

Napi::Value reduceRowsOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const std::string fold = textOf(info[1], "monoid");
    const bool turned = flagOf(info[2], "transpose");
    const Output out = outputOf(info[3]);
    return promised(info, info[4], FOLDED * (entries(a) + entries(out)), [=](const Check &check) { return reduceRows(a, fold, turned, out, check); });
  });
}

/// A promise of one value, or of undefined.
template <class F> Napi::Value promisedValue(Info info, Napi::Value flag, const Ref &a, double nanoseconds, F work) {
  const auto result = [a, work](const Check &) -> Finish {
    auto value = std::make_shared<uint64_t>(0);
    const bool present = work(value.get());
    return [=](Napi::Env env) { return present ? toValue(env, a->type, value.get()) : env.Undefined(); };
  };
  return enqueue(info.Env(), flag, result, nanoseconds <= BRIEF);
}

Napi::Value reduceOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const std::string fold = textOf(info[1], "monoid");
    return promisedValue(info, info[2], a, FOLDED_TO_ONE * entries(a), [=](void *value) { return reduce(a, fold, value); });
  });
}

Napi::Value elementOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const uint64_t row = sizeOf(info[1], "row", UINT64_MAX), col = sizeOf(info[2], "column", UINT64_MAX);
    {
      // No job for it where none runs: making one takes longer than looking.
      const auto idle = whileIdle();
      uint64_t value = 0;
      if (idle.owns_lock()) return element(a, row, col, &value) ? toValue(info.Env(), a->type, &value) : info.Env().Undefined();
    }
    return promisedValue(info, info.Env().Undefined(), a, 0, [=](void *value) { return element(a, row, col, value); });
  });
}

Napi::Value transposeOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const Output out = outputOf(info[1]);
    return promised(info, info[2], MERGED * (entries(a) + entries(out)), [=](const Check &check) { return transposed(a, out, check); });
  });
}

Napi::Value diagMatrixOf(Info info) {
  return guarded(info, [&] {
    const Ref v = refOf(info[0]);
    const int64_t k = wholeOf(info[1], "diagonal");
    return promised(info, info[2], FOLDED * entries(v), [=](const Check &) { return diagMatrix(v, k); });
  });
}

Napi::Value diagVectorOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const int64_t k = wholeOf(info[1], "diagonal");
    return promised(info, info[2], SEARCHED * (double)a->rows + PASSED * entries(a), [=](const Check &check) { return diagVector(a, k, check); });
  });
}

Napi::Value columnsOf(Info info, bool spread) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const auto result = [a, spread](const Check &check) -> Finish {
      const auto made = toColumns(*a, spread, check);
      return [=](Napi::Env env) -> Napi::Value {
        Napi::Object out = Napi::Object::New(env);
        out.Set(spread ? "rows" : "offsets", typedArray(env, napi_uint32_array, made->lineCount, 4, made->lines.get(), made));
        out.Set("indices", typedArray(env, napi_uint32_array, made->count, 4, made->indices.get(), made));
        out.Set("values", typedArray(env, columnType(a->type), made->iso ? 1 : made->count, width(a->type), made->values.get(), made));
        out.Set("iso", Napi::Boolean::New(env, made->iso));
        return out;
      };
    };
    return enqueue(info.Env(), info[1], result);
  });
}

Napi::Value toCsr(Info info) { return columnsOf(info, false); }
Napi::Value toCoo(Info info) { return columnsOf(info, true); }

Napi::Value reachWordsOf(Info info) {
  return guarded(info, [&] {
    const Ref a = refOf(info[0]);
    const auto seeds = indicesOf(info[1], "seeds");
    const auto avoid = info[2].IsNull() ? std::vector<uint8_t>() : bytesOf(info[2], "avoid");
    const uint64_t hops = info[3].IsNull() ? UINT64_MAX : sizeOf(info[3], "hops", UINT64_MAX);
    return enqueue(info.Env(), info[4], [=](const Check &check) -> Finish {
      std::shared_ptr<uint64_t[]> words(reachWords(a, seeds, avoid, hops, check).release());
      const size_t bytes = a->bytes + (a->ones ? a->ones->bytes : 0);
      return [=](Napi::Env env) {
        reweigh(env, a, bytes);
        return typedArray(env, napi_biguint64_array, a->rows, 8, words.get(), words);
      };
    }, seeds.size() <= FEW_SEEDS && MULTIPLIED * entries(a) <= BRIEF);
  });
}

Napi::Value progress(Info info) {
  return guarded(info, [&]() -> Napi::Value {
    const Progress at = progressOf(info[0]);
    if (at.total == 0) return info.Env().Null();
    Napi::Object out = Napi::Object::New(info.Env());
    out.Set("done", Napi::Number::New(info.Env(), (double)at.done));
    out.Set("total", Napi::Number::New(info.Env(), (double)at.total));
    return out;
  });
}

Napi::Value freeHandle(Info info) {
  return guarded(info, [&] {
    release(info[0]);
    return info.Env().Undefined();
  });
}

Napi::Value describe(Info info) {
  return guarded(info, [&] {
    Napi::Object out = Napi::Object::New(info.Env());
    out.Set("version", version());
    out.Set("threads", Napi::Number::New(info.Env(), threads()));
    return out;
  });
}

Napi::Value useThreads(Info info) {
  return guarded(info, [&] {
    setThreads((int)std::max<uint64_t>(1, sizeOf(info[0], "threads", 1024)));
    return info.Env().Undefined();
  });
}

Napi::Value usePiece(Info info) {
  return guarded(info, [&] {
    setPiece((double)std::max<uint64_t>(1, sizeOf(info[0], "piece", UINT64_MAX)));
    return info.Env().Undefined();
  });
}

Napi::Value longestPiece(Info info) {
  return guarded(info, [&] { return Napi::Number::New(info.Env(), takeLongest()); });
}

Napi::Value accountedBytes(Info info) {
  return guarded(info, [&] { return Napi::Number::New(info.Env(), (double)accounted(info.Env())); });
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  try {
    initOnce();
  } catch (const Failure &failure) {
    throw toError(env, failure);
  }
  openBoundary(env);
  const std::pair<const char *, Napi::Value (*)(Info)> functions[] = {
      {"fromCoo", fromCoo},
      {"fromCsr", fromCsr},
      {"full", full},
      {"product", productOf},
      {"eWise", eWiseOf},
      {"unary", unaryOf},
      {"bound", boundOf},
      {"cast", castOf},
      {"positions", positionsOf},
      {"selectPosition", selectPositionOf},
      {"selectValue", selectValueOf},
      {"extract", extractOf},
      {"extractRow", extractRowOf},
      {"reduceRows", reduceRowsOf},
      {"reduce", reduceOf},
      {"element", elementOf},
      {"readFew", readFew},
      {"readColumns", readColumns},
      {"fewOf", fewOf},
      {"transpose", transposeOf},
      {"diagMatrix", diagMatrixOf},
      {"diagVector", diagVectorOf},
      {"toCsr", toCsr},
      {"toCoo", toCoo},
      {"reachWords", reachWordsOf},
      {"progress", progress},
      {"free", freeHandle},
      {"describe", describe},
      {"useThreads", useThreads},
      {"usePiece", usePiece},
      {"longestPiece", longestPiece},
      {"accounted", accountedBytes},
  };
  for (const auto &[name, function] : functions) exports.Set(name, Napi::Function::New(env, function, name));
  return exports;
}

} // namespace

NODE_API_MODULE(mimir_grb, initialise)
