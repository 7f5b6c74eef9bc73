// How long a product takes, by those before it: whoever waits sleeps until shortly before its end, and looks then.
// Being woken takes up to 100 µs, a timer that runs out before the end nothing.
#pragma once

#include <map>
#include <utility>

#include "shared.h"

namespace spmv {

class Expected {
public:
  // What is waited for from here on, by the command that was pushed last; nothing is expected of several at once.
  void begin(const Command& command, bool isAlone, uint64_t now) {
    known_ = nullptr;
    if (command.op == kDestroy)
      times_.erase(times_.lower_bound({command.id, 0}), times_.upper_bound({command.id, UINT64_MAX}));
    if (command.op == kMultiply && isAlone) known_ = &times_[{command.id, command.n[2]}];
    begin_ = now;
  }
  // Nanoseconds to sleep before a look of `microseconds` that the end falls in the middle of; 0 where one look is
  // enough.
  uint64_t rest(uint32_t microseconds, uint64_t now) const {
    const uint64_t look = uint64_t{microseconds} * 1000;
    if (look == 0 || known_ == nullptr || *known_ <= look) return 0;
    const uint64_t wanted = begin_ + *known_ - look / 2;
    return wanted > now ? wanted - now : 0;
  }
  // What was waited for is over. Of products that differ the mean of the last is expected; of one of less than half
  // the time, which found its reader asleep, that.
  void end(uint64_t now) {
    if (known_ == nullptr) return;
    const uint64_t took = now - begin_;
    *known_ = took < *known_ / 2 || *known_ == 0 ? took : (*known_ * 7 + took) / 8;
    known_ = nullptr;
  }

private:
  std::map<std::pair<uint32_t, uint64_t>, uint64_t> times_;
  uint64_t* known_ = nullptr;
  uint64_t begin_ = 0;
};

} // namespace spmv
