// Rows of few entries, which JavaScript keeps itself: an object of the library's costs more than what it holds.
#pragma once
#include "guarded.h"

namespace grb {

/// Reads a row, or a vector's one, into the caller's columns and gives its length; null where it has more entries than
/// they have room for, where it doesn't lie compressed, or where a job runs.
Napi::Value readFew(Info info);

/// A vector of such columns, at once.
Napi::Value fewOf(Info info);

} // namespace grb
