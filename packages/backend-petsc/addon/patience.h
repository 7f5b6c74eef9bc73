// How long to look for what is waited for before one sleeps.
#pragma once

#include <fcntl.h>

#include <cstdio>
#include <string>

#include "shared.h"

namespace spmv {

// Whether this thread waits for a core when it wants one, by what the kernel counts of it in /proc/…/schedstat:
// nanoseconds computed, nanoseconds waited for a core, turns. Being woken on a core that sleeps takes up to 100 µs;
// where others have the core it takes as long as their turn, a millisecond and more.
class Turns {
public:
  Turns() = default;
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;
  ~Turns() {
    if (file_ >= 0) close(file_);
  }
  bool hadToWait() {
    const long thread = syscall(SYS_gettid);
    if (thread != thread_) {
      if (file_ >= 0) close(file_);
      thread_ = thread;
      file_ = open(("/proc/self/task/" + std::to_string(thread) + "/schedstat").c_str(), O_RDONLY | O_CLOEXEC);
      waited_ = turns_ = 0;
    }
    char text[96];
    const ssize_t got = file_ < 0 ? -1 : pread(file_, text, sizeof text - 1, 0);
    if (got <= 0) return false;
    text[got] = '\0';
    unsigned long long computed = 0, waited = 0, turns = 0;
    if (std::sscanf(text, "%llu %llu %llu", &computed, &waited, &turns) != 3) return false;
    const bool isFirst = turns_ == 0;
    const uint64_t longer = waited - waited_, more = turns - turns_;
    waited_ = waited;
    turns_ = turns;
    return !isFirst && longer > more * kTurnNs;
  }

private:
  static constexpr uint64_t kTurnNs = 250'000;
  long thread_ = 0;
  int file_ = -1;
  uint64_t waited_ = 0, turns_ = 0;
};

// As long as allowed where every process has a core. Where one had to wait for a core, as on a machine that others
// compute on, whoever looks may have the core that the one who is waited for needs: then as long as looking found
// something, hardly where it did not, now and then long all the same.
class Patience {
public:
  template <typename Ready> bool look(Control& control, Ready ready) {
    const uint64_t now = nanoseconds();
    if (now - asked_ > kAskNs) {
      asked_ = now;
      if (turns_.hadToWait()) control.crowdedAt.store(now, std::memory_order_relaxed);
    }
    const bool yields = control.yields != 0;
    const uint64_t crowdedAt = control.crowdedAt.load(std::memory_order_relaxed);
    const bool isCrowded = yields || (crowdedAt != 0 && now - crowdedAt < kCrowdedNs);
    if (!isCrowded) return spin(control.spinMicroseconds, false, ready);
    const uint32_t most = control.spinMicroseconds < kCrowdedMost ? control.spinMicroseconds : kCrowdedMost;
    const bool isFound = spin(tries_++ % kAgain == 0 || now_ > most ? most : now_, yields, ready);
    now_ = isFound ? now_ * 2 + 1 : now_ / 2;
    if (now_ > most) now_ = most;
    return isFound;
  }

private:
  static constexpr uint64_t kAskNs = 2'000'000, kCrowdedNs = 1'000'000'000;
  static constexpr uint32_t kAgain = 64, kCrowdedMost = 100;
  uint32_t now_ = UINT32_MAX / 4;
  uint32_t tries_ = 0;
  uint64_t asked_ = 0;
  Turns turns_;
};

} // namespace spmv
