// One queue and one thread for the whole process: GraphBLAS keeps one OpenMP team, jobs don't fight for cores, and
// the process can end while one runs, which libuv's pool would wait for.
#pragma once
#include <napi.h>

#include <functional>
#include <memory>
#include <mutex>

#include "check.h"
#include "grb.h"

namespace grb {

/// The cancel flag of a job: an Int32 in shared memory that JavaScript owns, cut off when its environment ends.
class Cancel {
public:
  void watch(const int32_t *flag) { flag_ = flag; }
  bool stopped();
  bool watches(const int32_t *flag);
  /// Stops the job and forgets the flag's memory.
  void detach();

private:
  std::mutex mutex_;
  const int32_t *flag_ = nullptr;
  bool stop_ = false;
};

/// Builds the JavaScript result, on the JavaScript thread.
using Finish = std::function<Napi::Value(Napi::Env)>;
/// Runs on the job thread; call `check` between pieces.
using Work = std::function<Finish(const Check &check)>;

/// Once per environment (the main thread, each worker), which keeps `belongings` as long as it lives.
void openQueue(Napi::Env env, std::shared_ptr<void> belongings);
const std::shared_ptr<void> &belongings(Napi::Env env);

/// A promise of the work's result. `flag` is undefined or an Int32Array. Brief work is done at once where the job
/// thread is idle, and its result is no promise: handing it over would take longer than the work. Whoever does much of
/// it lets the event loop come round.
Napi::Value enqueue(Napi::Env env, Napi::Value flag, Work work, bool brief = false);

/// Held where no job runs, and none begins until it is let go.
std::unique_lock<std::mutex> whileIdle();

/// A look at a flag for work that is done where it was asked for; undefined is never set.
std::function<void()> lookAt(Napi::Value flag);

/// Parts that are done; none of none where the running job doesn't say, or looks at another flag.
struct Progress {
  uint64_t done = 0;
  uint64_t total = 0;
};
Progress progressOf(Napi::Value flag);

/// Nanoseconds of a piece in the jobs that are queued from now on; tests make them small.
void setPiece(double nanoseconds);

/// Processor milliseconds of the longest way from one look at the cancel flag to the next that the job thread, or one
/// that it called in, has gone since this was last asked: what a stop waits for.
double takeLongest();

/// A failure as a JavaScript error with `grbCode`.
Napi::Error toError(Napi::Env env, const Failure &failure);
Napi::Error toError(Napi::Env env, const Interrupted &stop);

} // namespace grb
