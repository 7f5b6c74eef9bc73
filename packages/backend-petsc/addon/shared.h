// What Node and the ranks share at the beginning of the arena: a ring of commands, who has done how many, who is alive,
// and what went wrong.
#pragma once

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstddef>
#include <cstdint>

namespace spmv {

constexpr uint32_t kMagic = 0x70657473;
constexpr uint32_t kMaxRanks = 1024;
constexpr uint32_t kRing = 64;
constexpr size_t kControlBytes = size_t{1} << 20;
// Addresses that every process reserves for the arena; the file grows below them.
constexpr size_t kReserve = size_t{1} << 40;

enum Op : uint32_t {
  kCreate = 1,
  kStageRows = 2,
  kStageEntries = 3,
  kAssemble = 4,
  kMultiply = 5,
  kDestroy = 6,
  kLoop = 7,
  kEnd = 8,
  kMultiplyMany = 9,
  kSolve = 10,
  kLoad = 11,
  // What a product sends, counted.
  kExchange = 12,
  // Every rank has done what came before: another division of vectors follows.
  kFence = 13,
};

struct alignas(128) Command {
  uint32_t op;
  uint32_t id;
  uint64_t n[8];
  double d[4];
};

struct alignas(64) RankState {
  // Counts up ten times a second while the process lives.
  std::atomic<uint32_t> beat;
  std::atomic<uint32_t> completed;
  // When it began and ended the last command, where `stamps` asks for it; nanoseconds of the clock that all share.
  std::atomic<uint64_t> began, ended;
  char text[488];
};

struct Control {
  uint32_t magic;
  uint32_t ranks;
  // 1: all ranks map the arena. 0: rank 0 alone does and the others get what they need as messages.
  uint32_t shared;
  uint32_t spinMicroseconds;
  uint32_t yields;
  // 1: ranks note when they begin and end a command.
  uint32_t stamps;
  alignas(64) std::atomic<uint64_t> arenaBytes;
  alignas(64) std::atomic<uint32_t> head;
  alignas(64) std::atomic<uint32_t> sleepers;
  alignas(64) std::atomic<uint32_t> done;
  alignas(64) std::atomic<uint32_t> hostSleeps;
  // 1 + the first rank that failed.
  alignas(64) std::atomic<uint32_t> failed;
  // When somebody last had to wait for a core, in nanoseconds of the clock that all processes share.
  alignas(64) std::atomic<uint64_t> crowdedAt;
  alignas(128) Command ring[kRing];
  RankState rank[kMaxRanks];
};
static_assert(sizeof(Command) == 128 && sizeof(Control) <= kControlBytes, "the control page keeps to its place");
static_assert(std::atomic<uint32_t>::is_always_lock_free && std::atomic<uint64_t>::is_always_lock_free,
              "atomics are shared between processes");

inline void sleepWhile(std::atomic<uint32_t>& word, uint32_t value, uint64_t nanosecondsLong) {
  const uint64_t second = 1'000'000'000;
  timespec limit = {static_cast<time_t>(nanosecondsLong / second), static_cast<long>(nanosecondsLong % second)};
  syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAIT, value, &limit, nullptr, 0);
}

inline void wake(std::atomic<uint32_t>& word) {
  syscall(SYS_futex, reinterpret_cast<uint32_t*>(&word), FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

inline uint64_t nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000u + static_cast<uint64_t>(now.tv_nsec);
}

// Looks at `ready` for so long, giving the core away between looks where there are more processes than cores.
template <typename Ready> bool spin(uint32_t microseconds, bool yields, Ready ready) {
  const uint64_t end = nanoseconds() + uint64_t{microseconds} * 1000u;
  do {
    for (int look = 0; look < (yields ? 2 : 16); look++) {
      if (ready()) return true;
      if (yields) {
        sched_yield();
      } else {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
      }
    }
  } while (nanoseconds() < end);
  return ready();
}

} // namespace spmv
