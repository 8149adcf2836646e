#include "jobs.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <deque>
#include <set>
#include <thread>
#ifndef _WIN32
#include <unistd.h>
#endif

namespace grb {

bool Cancel::stopped() {
  std::lock_guard<std::mutex> lock(mutex_);
  return stop_ || (flag_ && __atomic_load_n(flag_, __ATOMIC_SEQ_CST) != 0);
}

bool Cancel::watches(const int32_t *flag) {
  std::lock_guard<std::mutex> lock(mutex_);
  return flag_ == flag;
}

void Cancel::detach() {
  std::lock_guard<std::mutex> lock(mutex_);
  stop_ = true;
  flag_ = nullptr;
}

namespace {

std::atomic<double> piece{PIECE};
std::atomic<double> longest{0};

/// Processor milliseconds of this thread: what a loaded machine doesn't stretch.
double spent() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
#else
  return 0;
#endif
}

/// When this thread last looked, by its own clock, which for a thread that a job calls in begins with it.
thread_local double looked = 0;

/// Keeps the longest way between two looks that any thread of a job has gone.
void note() {
  const double now = spent(), way = now - looked;
  looked = now;
  double known = longest.load();
  while (way > known && !longest.compare_exchange_weak(known, way)) {
  }
}

struct Environment;

struct Job {
  std::shared_ptr<Environment> home;
  Cancel cancel;
  Work work;
  double piece = PIECE;
  std::atomic<uint64_t> done{0}, total{0};
  Finish finish;
  napi_deferred deferred = nullptr;
  napi_ref flag = nullptr;
  enum { Done, Stopped, Failed, NoMemory } outcome = Done;
  int info = 0;
  std::string message;
};

/// What a job needs of the JavaScript side, guarded so that a job may outlive it.
struct Environment {
  std::mutex mutex;
  bool open = true;
  napi_threadsafe_function settle = nullptr;
  std::shared_ptr<void> belongings;
  std::set<std::shared_ptr<Job>> pending;
};

/// Held while a job runs, on whichever thread.
std::mutex &engine() {
  static std::mutex *mutex = new std::mutex();
  return *mutex;
}

class Queue {
public:
  /// Never destroyed: its thread may still be in a job when static destructors run.
  static Queue &instance() {
    static Queue *queue = new Queue();
    return *queue;
  }

  void push(std::shared_ptr<Job> job) {
    std::lock_guard<std::mutex> lock(mutex_);
    jobs_.push_back(std::move(job));
    if (!started_) {
      started_ = true;
      std::thread([this] { loop(); }).detach();
#if defined(__GLIBC__)
      on_exit([](int status, void *) { instance().leave(status); }, nullptr);
#else
      std::atexit([] { instance().leave(1); });
#endif
    }
    wake_.notify_one();
  }

  /// Runs a job with the clock that measures its pieces; where it is done at once there is none, since asking the
  /// clock takes longer than some jobs.
  static void run(Job &job, bool measured) {
    try {
      if (measured) looked = spent();
      const Check check = {[&job, measured] {
                             if (measured) note();
                             if (job.cancel.stopped()) throw Interrupted();
                           },
                           [&job](uint64_t done, uint64_t total) {
                             job.done.store(done);
                             job.total.store(total);
                           },
                           job.piece};
      check();
      job.finish = job.work(check);
      check.look();
    } catch (const Interrupted &) {
      job.outcome = Job::Stopped;
    } catch (const Failure &failure) {
      job.outcome = Job::Failed;
      job.info = failure.info;
      job.message = failure.what();
    } catch (const std::bad_alloc &) {
      job.outcome = Job::NoMemory;
    } catch (const std::exception &error) {
      job.outcome = Job::Failed;
      job.info = GrB_PANIC;
      job.message = error.what();
    }
    job.work = nullptr;
  }

  Progress progress(const int32_t *flag) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!running_ || !running_->cancel.watches(flag)) return {};
    return {running_->done.load(), running_->total.load()};
  }

private:
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable idle_;
  std::deque<std::shared_ptr<Job>> jobs_;
  std::shared_ptr<Job> running_;
  bool started_ = false;
  bool leaving_ = false;

  void loop() {
    for (;;) {
      std::shared_ptr<Job> job;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        wake_.wait(lock, [this] { return !jobs_.empty() && !leaving_; });
        job = std::move(jobs_.front());
        jobs_.pop_front();
        running_ = job;
      }
      {
        std::lock_guard<std::mutex> lock(engine());
        run(*job, true);
      }
      {
        std::lock_guard<std::mutex> lock(mutex_);
        running_.reset();
        idle_.notify_all();
      }
      const auto home = job->home;
      std::lock_guard<std::mutex> lock(home->mutex);
      if (home->open) napi_call_threadsafe_function(home->settle, new std::shared_ptr<Job>(job), napi_tsfn_nonblocking);
    }
  }

  /// At exit: a job that doesn't stop within the grace period must not keep the process, nor run while the
  /// library's own memory is torn down.
  void leave(int status) {
    std::unique_lock<std::mutex> lock(mutex_);
    leaving_ = true;
    if (running_) running_->cancel.detach();
    const bool quiet = idle_.wait_for(lock, std::chrono::milliseconds(50), [this] { return !running_; });
    if (!quiet) {
      fflush(nullptr);
      _exit(status);
    }
  }
};

std::shared_ptr<Environment> *environmentOf(Napi::Env env) { return env.GetInstanceData<std::shared_ptr<Environment>>(); }

void answer(Napi::Env env, Job &job) {
  try {
    switch (job.outcome) {
    case Job::Done:
      napi_resolve_deferred(env, job.deferred, job.finish(env));
      return;
    case Job::Stopped:
      napi_reject_deferred(env, job.deferred, toError(env, Interrupted()).Value());
      return;
    case Job::Failed:
      throw Failure(job.info, job.message);
    case Job::NoMemory:
      throw std::bad_alloc();
    }
  } catch (const Failure &failure) {
    napi_reject_deferred(env, job.deferred, toError(env, failure).Value());
  } catch (const std::bad_alloc &) {
    napi_reject_deferred(env, job.deferred, toError(env, Failure(GrB_OUT_OF_MEMORY, "out of memory")).Value());
  }
}

void settle(napi_env raw, napi_value, void *, void *data) {
  std::unique_ptr<std::shared_ptr<Job>> held((std::shared_ptr<Job> *)data);
  if (!raw) return;
  const std::shared_ptr<Job> job = *held;
  try {
    Napi::Env env(raw);
    Napi::HandleScope scope(env);
    if (job->flag) napi_delete_reference(env, job->flag);
    {
      std::lock_guard<std::mutex> lock(job->home->mutex);
      job->home->pending.erase(job);
      if (job->home->pending.empty()) napi_unref_threadsafe_function(env, job->home->settle);
    }
    answer(env, *job);
  } catch (const Napi::Error &) {
    // A worker that is being terminated can make no value: nobody waits for this answer any more.
  }
}

} // namespace

void setPiece(double nanoseconds) { piece.store(nanoseconds); }

double takeLongest() { return longest.exchange(0); }

Napi::Error toError(Napi::Env env, const Failure &failure) {
  Napi::Error error = Napi::Error::New(env, failure.what());
  error.Set("grbCode", infoName(failure.info));
  return error;
}

Napi::Error toError(Napi::Env env, const Interrupted &stop) {
  Napi::Error error = Napi::Error::New(env, stop.what());
  error.Set("grbCode", "interrupted");
  return error;
}

const std::shared_ptr<void> &belongings(Napi::Env env) { return (*environmentOf(env))->belongings; }

void openQueue(Napi::Env env, std::shared_ptr<void> belongings) {
  auto home = std::make_shared<Environment>();
  home->belongings = std::move(belongings);
  const napi_value name = Napi::String::New(env, "mimir:grb");
  if (napi_create_threadsafe_function(env, nullptr, nullptr, name, 0, 1, nullptr, nullptr, nullptr, settle, &home->settle) !=
      napi_ok)
    throw Napi::Error::New(env, "job queue can't be opened");
  napi_unref_threadsafe_function(env, home->settle);
  env.SetInstanceData(new std::shared_ptr<Environment>(home));
  // Hooks run last in, first out: this one comes before the one that ends the threadsafe function.
  env.AddCleanupHook([home] {
    std::lock_guard<std::mutex> lock(home->mutex);
    home->open = false;
    for (const auto &job : home->pending) job->cancel.detach();
    home->pending.clear();
  });
}

std::unique_lock<std::mutex> whileIdle() { return std::unique_lock<std::mutex>(engine(), std::try_to_lock); }

namespace {

/// Does the job here and now if nothing runs.
bool doneAtOnce(Job &job) {
  const auto lock = whileIdle();
  if (!lock.owns_lock()) return false;
  Queue::run(job, false);
  return true;
}

const int32_t *flagData(Napi::Value flag) {
  napi_typedarray_type type;
  size_t length = 0;
  void *data = nullptr;
  if (!flag.IsTypedArray() ||
      napi_get_typedarray_info(flag.Env(), flag, &type, &length, &data, nullptr, nullptr) != napi_ok ||
      type != napi_int32_array || length < 1 || !data)
    throw Failure(GrB_INVALID_VALUE, "flag is no Int32Array");
  return (const int32_t *)data;
}

} // namespace

std::function<void()> lookAt(Napi::Value flag) {
  if (flag.IsUndefined()) return [] {};
  const int32_t *data = flagData(flag);
  return [data] {
    if (__atomic_load_n(data, __ATOMIC_SEQ_CST) != 0) throw Interrupted();
  };
}

Progress progressOf(Napi::Value flag) { return Queue::instance().progress(flagData(flag)); }

Napi::Value enqueue(Napi::Env env, Napi::Value flag, Work work, bool brief) {
  auto job = std::make_shared<Job>();
  job->home = *environmentOf(env);
  job->work = std::move(work);
  job->piece = piece.load();
  if (!flag.IsUndefined()) job->cancel.watch(flagData(flag));
  const bool done = brief && doneAtOnce(*job);
  if (done && job->outcome == Job::Done) return job->finish(env);
  napi_value promise = nullptr;
  if (napi_create_promise(env, &job->deferred, &promise) != napi_ok) throw Failure(GrB_PANIC, "no promise");
  if (done) {
    answer(env, *job);
    return Napi::Value(env, promise);
  }
  if (!flag.IsUndefined() && napi_create_reference(env, flag, 1, &job->flag) != napi_ok)
    throw Failure(GrB_PANIC, "flag can't be held");
  {
    std::lock_guard<std::mutex> lock(job->home->mutex);
    if (job->home->pending.empty()) napi_ref_threadsafe_function(env, job->home->settle);
    job->home->pending.insert(job);
  }
  Queue::instance().push(job);
  return Napi::Value(env, promise);
}

} // namespace grb
