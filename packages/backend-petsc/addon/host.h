// Node's side of the shared memory: the file, the ring, and the processes that it watches.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "expected.h"
#include "patience.h"

namespace spmv {

// Why a wait ended.
enum class Outcome : int32_t { kDone = 0, kFailed = 1, kEnded = 2, kSilent = 3, kTooLong = 4 };

struct Wait {
  Outcome outcome;
  // The rank at fault, where one is known.
  int32_t rank;
};

class Host {
public:
  // Makes the file `path`, which must not exist, for its owner alone. Throws std::runtime_error, `CODE: what`.
  explicit Host(const std::string& path);
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  void configure(uint32_t ranks, uint32_t spinMicroseconds, bool yields, bool stamps);
  bool isShared() const { return control_->shared != 0; }
  // Pages for `bytes` at `offset`, so that no process can be ended for want of them later.
  void reserve(uint64_t offset, uint64_t bytes);
  void release(uint64_t offset, uint64_t bytes);
  char* at(uint64_t offset, uint64_t bytes) const;
  // Watches a process: a product does not wait for one that has ended.
  void watchJob(int pid);
  // A rank that `kill` is to reach, also once its number belongs to another.
  void watchRank(int pid);
  void kill(int signal);
  // Takes the next place in the ring; waits first where the ring is full.
  Wait push(const Command& command, double limitMs, double silenceMs);
  // Until all commands have been done by all ranks. No limit where limitMs is 0.
  Wait wait(double limitMs, double silenceMs);
  // Microseconds from the last push until the first and the last rank began, the first and the last ended, and the
  // wait was over; where `stamps` were asked for.
  std::array<double, 5> stamps() const;
  std::string failureOf(uint32_t rank) const;

private:
  bool isDone() const;
  bool hasEnded() const;
  int32_t silentRank(double silenceMs, uint64_t now);

  int file_ = -1;
  char* base_ = nullptr;
  size_t reserved_ = 0;
  Control* control_ = nullptr;
  // Processes that tell when they have done a command.
  uint32_t tellers_ = 1;
  uint32_t head_ = 0;
  uint32_t awaited_ = 0;
  Patience patience_;
  Expected expected_;
  int job_ = -1;
  std::vector<int> ranks_;
  struct Beat {
    uint32_t value;
    // Nanoseconds for which this process looked and saw no other.
    uint64_t silent;
  };
  std::vector<Beat> beats_;
  uint64_t lastLook_ = 0;
  uint64_t pushed_ = 0, over_ = 0;
};

} // namespace spmv
