#include "host.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace spmv {

namespace {

[[noreturn]] void fail(const char* code, const std::string& what) {
  throw std::runtime_error(std::string(code) + ": " + what);
}

[[noreturn]] void failSystem(const std::string& what) {
  const bool isFull = errno == ENOSPC || errno == EFBIG || errno == EDQUOT || errno == ENOMEM;
  fail(isFull ? "FULL" : "SYSTEM", what + ": " + std::strerror(errno));
}

// How long a wait sleeps before it looks whether everybody lives.
constexpr uint64_t kLookMs = 20;
constexpr uint64_t kMostBetweenLooks = 100'000'000;

} // namespace

Host::Host(const std::string& path) {
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file_ < 0) failSystem("making " + path);
  if (const int code = posix_fallocate(file_, 0, kControlBytes)) {
    close(file_);
    errno = code;
    failSystem("making room for 1048576 bytes in " + path);
  }
  void* base = MAP_FAILED;
  size_t bytes = kReserve;
  for (; base == MAP_FAILED && bytes >= kControlBytes; bytes /= 2)
    base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0);
  if (base == MAP_FAILED) {
    close(file_);
    failSystem("mapping " + path);
  }
  reserved_ = bytes * 2;
  base_ = static_cast<char*>(base);
  control_ = reinterpret_cast<Control*>(base_);
  control_->magic = kMagic;
  control_->arenaBytes.store(kControlBytes);
}

Host::~Host() {
  for (const int rank : ranks_) close(rank);
  if (job_ >= 0) close(job_);
  munmap(base_, reserved_);
  close(file_);
}

void Host::configure(uint32_t ranks, uint32_t spinMicroseconds, bool yields, bool stamps) {
  if (ranks == 0 || ranks > kMaxRanks) fail("SYSTEM", "there are at most 1024 ranks");
  control_->ranks = ranks;
  control_->spinMicroseconds = spinMicroseconds;
  control_->yields = yields ? 1 : 0;
  control_->stamps = stamps ? 1 : 0;
}

void Host::reserve(uint64_t offset, uint64_t bytes) {
  if (offset > reserved_ || bytes > reserved_ - offset) {
    errno = ENOMEM;
    failSystem("making room for " + std::to_string(bytes) + " bytes");
  }
  if (fallocate(file_, 0, static_cast<off_t>(offset), static_cast<off_t>(bytes)) != 0) {
    const int code = errno;
    // What it got before it was refused goes back, if it lies beyond all that is used.
    if (offset >= control_->arenaBytes.load() &&
        ftruncate(file_, static_cast<off_t>(control_->arenaBytes.load())) != 0) {
    }
    errno = code;
    failSystem("making room for " + std::to_string(bytes) + " bytes");
  }
  if (offset + bytes > control_->arenaBytes.load()) control_->arenaBytes.store(offset + bytes);
}

void Host::release(uint64_t offset, uint64_t bytes) {
  if (fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                static_cast<off_t>(bytes)) != 0)
    failSystem("giving back " + std::to_string(bytes) + " bytes");
}

char* Host::at(uint64_t offset, uint64_t bytes) const {
  const uint64_t size = control_->arenaBytes.load();
  if (offset < kControlBytes || offset > size || bytes > size - offset) fail("SYSTEM", "outside the arena");
  return base_ + offset;
}

void Host::watchJob(int pid) {
  job_ = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (job_ < 0) failSystem("watching mpiexec");
}

void Host::watchRank(int pid) {
  const int rank = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (rank >= 0) ranks_.push_back(rank);
}

void Host::kill(int signal) {
  for (const int rank : ranks_) syscall(SYS_pidfd_send_signal, rank, signal, nullptr, 0);
}

bool Host::isDone() const {
  const uint32_t tellers = control_->shared != 0 ? control_->ranks : 1;
  return control_->done.load(std::memory_order_acquire) == head_ * tellers;
}

bool Host::hasEnded() const {
  pollfd one = {job_, POLLIN, 0};
  return job_ >= 0 && poll(&one, 1, 0) > 0;
}

int32_t Host::silentRank(double silenceMs, uint64_t now) {
  const uint32_t count = control_->shared != 0 ? control_->ranks : 1;
  const bool isFirst = beats_.size() != count;
  if (isFirst) beats_.assign(count, Beat{0, 0});
  // While this process stood still, or the machine did, ranks may have as well.
  const uint64_t looked = isFirst ? 0 : std::min(now - lastLook_, kMostBetweenLooks);
  lastLook_ = now;
  for (uint32_t r = 0; r < count; r++) {
    const uint32_t value = control_->rank[r].beat.load(std::memory_order_relaxed);
    if (isFirst || value != beats_[r].value)
      beats_[r] = {value, 0};
    else if (static_cast<double>(beats_[r].silent += looked) > silenceMs * 1e6)
      return static_cast<int32_t>(r);
  }
  return -1;
}

Wait Host::push(const Command& command, double limitMs, double silenceMs) {
  if (head_ - awaited_ >= kRing) {
    const Wait full = wait(limitMs, silenceMs);
    if (full.outcome != Outcome::kDone) return full;
  }
  control_->ring[head_ % kRing] = command;
  pushed_ = nanoseconds();
  expected_.begin(command, head_ == awaited_, pushed_);
  head_++;
  control_->head.store(head_);
  if (control_->sleepers.load() != 0) wake(control_->head);
  return {Outcome::kDone, -1};
}

Wait Host::wait(double limitMs, double silenceMs) {
  const auto isReady = [this] { return isDone() || control_->failed.load(std::memory_order_relaxed) != 0; };
  const uint64_t begin = nanoseconds();
  // Silence counts from here on: nobody looked before.
  beats_.clear();
  for (bool hasLooked = false; !isDone();) {
    const uint64_t rest = hasLooked ? 0 : expected_.rest(control_->spinMicroseconds, nanoseconds());
    if (rest == 0 && !hasLooked) {
      hasLooked = true;
      if (patience_.look(*control_, isReady) && isDone()) break;
    }
    if (const uint32_t failed = control_->failed.load()) return {Outcome::kFailed, static_cast<int32_t>(failed) - 1};
    if (hasEnded()) return {Outcome::kEnded, -1};
    const uint64_t now = nanoseconds();
    const int32_t silent = silentRank(silenceMs, now);
    if (silent >= 0) return {Outcome::kSilent, silent};
    if (limitMs > 0 && static_cast<double>(now - begin) > limitMs * 1e6) return {Outcome::kTooLong, -1};
    const uint32_t done = control_->done.load();
    control_->hostSleeps.store(1);
    const uint64_t most = kLookMs * 1'000'000;
    if (!isReady() && control_->done.load() == done)
      sleepWhile(control_->done, done, rest == 0 || rest > most ? most : rest);
    control_->hostSleeps.store(0);
  }
  over_ = nanoseconds();
  expected_.end(over_);
  awaited_ = head_;
  return {Outcome::kDone, -1};
}

std::array<double, 5> Host::stamps() const {
  const uint32_t count = control_->shared != 0 ? control_->ranks : 1;
  uint64_t begun[2] = {UINT64_MAX, 0}, ended[2] = {UINT64_MAX, 0};
  for (uint32_t r = 0; r < count; r++) {
    const uint64_t b = control_->rank[r].began.load(), e = control_->rank[r].ended.load();
    begun[0] = std::min(begun[0], b);
    begun[1] = std::max(begun[1], b);
    ended[0] = std::min(ended[0], e);
    ended[1] = std::max(ended[1], e);
  }
  const auto since = [this](uint64_t time) { return (static_cast<double>(time) - static_cast<double>(pushed_)) / 1e3; };
  return {since(begun[0]), since(begun[1]), since(ended[0]), since(ended[1]), since(over_)};
}

std::string Host::failureOf(uint32_t rank) const {
  if (rank >= kMaxRanks) return "";
  const char* text = control_->rank[rank].text;
  return std::string(text, strnlen(text, sizeof control_->rank[rank].text));
}

} // namespace spmv
