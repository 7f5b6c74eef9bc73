// The memory that a rank shares with Node, and the socket that tells it that Node lives.
#pragma once

#include <string>

#include "patience.h"

namespace spmv {

struct Arena {
  char* base = nullptr;
  size_t reserved = 0;
  int socket = -1;
  Patience patience;
  Control* control() const { return reinterpret_cast<Control*>(base); }
  // `bytes` from `offset` on; null where that is outside the arena.
  double* at(uint64_t offset, uint64_t bytes) const;
};

// Maps the arena in `folder`, which has to belong to this user alone. An empty string, or why not.
std::string openArena(const std::string& folder, Arena* arena);

// Says to Node who this is, and from then on ends this process when Node ends.
std::string connectToNode(const std::string& folder, Arena* arena, uint32_t rank);

// Node may go from here on: this process ends by itself.
void leaveNode();

// Waits for the command after `seen` commands.
void awaitCommand(Arena& arena, uint32_t seen);

// Notes `text` as what kept a rank from going on, for Node to read.
void reportFailure(Arena& arena, uint32_t rank, const std::string& text);

} // namespace spmv
