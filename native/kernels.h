// Loops that would cost a round trip to JavaScript a level.
#pragma once
#include "build.h"

namespace grb {

/// What up to 64 seeds reach, one bit a seed and one word a node; seeds reach themselves. Avoided nodes (one byte
/// a node, or empty) are never entered.
std::unique_ptr<uint64_t[]> reachWords(const Ref &a, const std::vector<uint32_t> &seeds, const std::vector<uint8_t> &avoid,
                                       uint64_t maxHops, const Check &check);

} // namespace grb
