// What several devices do for one product besides their own work: they copy ranges of each other's memory, wait for
// each other, and are timed together. Everything is enqueued; the host waits for nothing.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "context.h"
#include "graph.h"

namespace spmv {

using Contexts = std::vector<std::shared_ptr<Context>>;

// One range, from the memory of one device into that of another; places among the contexts.
struct PeerCopy {
  size_t from;
  size_t to;
  size_t fromByte;
  size_t toByte;
  size_t bytes;
};

// Copies that are enqueued again and again, between other memory each time.
class PeerCopies {
public:
  // Lets devices reach each other's memory where they can; where they cannot, the driver copies through the host.
  // `beside`: on streams of their own.
  PeerCopies(Contexts contexts, std::vector<PeerCopy> copies, bool beside = false);
  // Each copy after everything enqueued on its source's stream so far and on its target's, in the order given.
  void start(const std::vector<CUdeviceptr>& sources, const std::vector<CUdeviceptr>& targets);
  // Beside: what is enqueued on a target's stream from now on waits until what was copied to it has arrived. Before
  // end.
  void arrive();
  // What is enqueued on a source's stream from now on waits until what was copied from it has arrived.
  void end();
  const Contexts& contexts() const { return contexts_; }
  const std::vector<PeerCopy>& copies() const { return copies_; }
  // Bytes of all copies.
  double bytes() const;

private:
  void copy(const PeerCopy& one, CUdeviceptr from, CUdeviceptr to) const;
  // What a target copies on.
  CUstream streamOf(size_t target) const;

  Contexts contexts_;
  std::vector<PeerCopy> copies_;
  // By the place of a target and then of a source: whether there is a copy, and whether the target reaches the memory.
  std::vector<std::vector<bool>> joined_, direct_;
  // After the last use of what is copied, of each source; after the last copy, of each target.
  std::vector<std::unique_ptr<Event>> ready_, arrived_;
  // Of each target, beside.
  std::vector<std::unique_ptr<SideStream>> sides_;
};

// Times what is enqueued on several streams, by the clock of the first.
class Stopwatch {
public:
  explicit Stopwatch(Contexts contexts);
  // All begin together once each has ended what was enqueued on it before.
  void begin();
  // Ends when all have ended what was enqueued in between.
  void end();
  // Waits, and says how many milliseconds passed.
  double milliseconds();
  const Contexts& contexts() const { return contexts_; }

private:
  Contexts contexts_;
  Event begin_, end_;
  std::vector<std::unique_ptr<Event>> marks_;
};

// What was enqueued on several streams once, replayed as one piece.
class Recording {
public:
  // Captures what `enqueue` puts on the streams; nothing of it runs.
  Recording(Contexts contexts, const std::function<void()>& enqueue);
  // After everything enqueued on the streams so far, and before what is enqueued on any of them later.
  void launch();
  const Contexts& contexts() const { return contexts_; }

private:
  Contexts contexts_;
  Event begin_;
  std::vector<std::unique_ptr<Event>> marks_;
  std::unique_ptr<Graph> graph_;
};

} // namespace spmv
