// Threads of our own kernels.
#pragma once
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace grb {

/// Threads that are waited for, however the scope is left. Where none can be had, the work is done here.
class Helpers {
public:
  ~Helpers() {
    for (std::thread &thread : threads_) thread.join();
  }
  template <class F> void run(F work) {
    threads_.reserve(threads_.size() + 1);
    try {
      threads_.emplace_back(work);
    } catch (const std::system_error &) {
      work();
    }
  }

private:
  std::vector<std::thread> threads_;
};

/// Runs `work(0)` … `work(count - 1)` at once, the first of them here.
template <class F> void together(uint64_t count, F work) {
  Helpers helpers;
  for (uint64_t t = 1; t < count; t++) helpers.run([&work, t] { work(t); });
  if (count > 0) work(0);
}

/// Runs `work(0)` … `work(count - 1)`, each on whichever of so many threads is free. What the first to fail throws is
/// thrown here once all are quiet; the rest isn't begun.
template <class F> void dealt(uint64_t count, uint64_t threadCount, F work) {
  std::atomic<uint64_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  together(threadCount < count ? threadCount : count, [&](uint64_t) {
    try {
      for (uint64_t k = next++; k < count; k = next++) work(k);
    } catch (...) {
      next.store(count);
      std::lock_guard<std::mutex> lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  });
  if (failure) std::rethrow_exception(failure);
}

} // namespace grb
