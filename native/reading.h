// Entries read out to columns that JavaScript has laid ready.
#pragma once
#include "guarded.h"

namespace grb {

/// Fills the caller's columns with all entries, compressed or each with its row, at once: memory of the engine's own
/// comes back sooner than memory that is handed over. False where a job runs.
Napi::Value readColumns(Info info);

} // namespace grb
