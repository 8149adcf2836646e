// Loops that would cost a round trip to JavaScript a level.
#pragma once
#include "build.h"

namespace grb {

/// So many seeds are followed along the rows: a product a level would take a graph of code 1.1 (four seeds) to 2 times
/// (one) as long. From two on it is the other way round on an RMAT graph, by a quarter.
const size_t FEW_SEEDS = 4;

/// What up to 64 seeds reach, one bit a seed and one word a node; seeds reach themselves. Avoided nodes (one byte
/// a node, or empty) are never entered.
std::unique_ptr<uint64_t[]> reachWords(const Ref &a, const std::vector<uint32_t> &seeds, const std::vector<uint8_t> &avoid,
                                       uint64_t maxHops, const Check &check);

} // namespace grb
