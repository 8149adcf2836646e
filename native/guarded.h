// What surrounds each of the addon's functions.
#pragma once
#include "jobs.h"

namespace grb {

using Info = const Napi::CallbackInfo &;

/// Failures of the arguments become a rejected promise like those of the work: one way to fail.
template <class F> Napi::Value guarded(Info info, F body) {
  Napi::Env env = info.Env();
  auto rejected = [&](const Napi::Error &error) {
    auto deferred = Napi::Promise::Deferred::New(env);
    deferred.Reject(error.Value());
    return deferred.Promise();
  };
  try {
    return body();
  } catch (const Napi::Error &error) {
    return rejected(error);
  } catch (const Failure &failure) {
    return rejected(toError(env, failure));
  } catch (const Interrupted &stop) {
    return rejected(toError(env, stop));
  } catch (const std::bad_alloc &) {
    return rejected(toError(env, Failure(GrB_OUT_OF_MEMORY, "out of memory")));
  } catch (const std::exception &error) {
    return rejected(toError(env, Failure(GrB_PANIC, error.what())));
  }
}

} // namespace grb
