// What a long operation asks between its pieces, and how long a piece may be.
#pragma once
#include <cstdint>
#include <functional>

namespace grb {

/// Nanoseconds that a piece of an operation is meant to take, by the costs an entry that bench/grb measures.
const double PIECE = 2e7;

/// Threads that a job calls in look by the same one.
struct Check {
  /// Throws `Interrupted` once the cancel flag is set.
  std::function<void()> look = [] {};
  /// Told how many parts of how many are done.
  std::function<void(uint64_t done, uint64_t total)> reached = [](uint64_t, uint64_t) {};
  double piece = PIECE;

  void operator()() const { look(); }
  /// Work that is this long is split; below, splitting costs more than it gives.
  bool isLong(double nanoseconds) const { return nanoseconds > 2.5 * piece; }
};

/// Entries that a loop of ours passes between two looks.
const uint64_t STRIDE = 1 << 20;

/// Calls `loop(first, last)` on strides of 0..count with a look between them.
template <class F> void strides(uint64_t count, const Check &check, F loop) {
  for (uint64_t first = 0; first < count; first += STRIDE) {
    check();
    loop(first, count - first < STRIDE ? count : first + STRIDE);
  }
}

} // namespace grb
