#include "exchange.h"

namespace spmv {

namespace {

// Whether `one` reads and writes the memory of `other` itself, from now on.
bool reaches(const Context& one, const Context& other) {
  if (one.handle() == other.handle()) return true;
  const DriverApi& api = requireDriver();
  int able = 0;
  check(api.cuDeviceCanAccessPeer(&able, one.device(), other.device()), "asking whether devices reach each other");
  if (!able) return false;
  one.enter();
  const CUresult result = api.cuCtxEnablePeerAccess(other.handle(), 0);
  if (result != kPeerAccessAlreadyEnabled) check(result, "letting a device reach another");
  return true;
}

} // namespace

PeerCopies::PeerCopies(Contexts contexts, std::vector<PeerCopy> copies, bool beside)
    : contexts_(std::move(contexts)), copies_(std::move(copies)) {
  const size_t devices = contexts_.size();
  joined_.assign(devices, std::vector<bool>(devices, false));
  direct_ = joined_;
  ready_.resize(devices);
  arrived_.resize(devices);
  sides_.resize(devices);
  for (const PeerCopy& one : copies_) {
    if (joined_[one.to][one.from]) continue;
    joined_[one.to][one.from] = true;
    direct_[one.to][one.from] = reaches(*contexts_[one.to], *contexts_[one.from]);
    if (!ready_[one.from]) ready_[one.from] = std::make_unique<Event>(contexts_[one.from], false);
    if (!arrived_[one.to]) arrived_[one.to] = std::make_unique<Event>(contexts_[one.to], false);
    if (!beside) continue;
    // Copies come after what the target had to do, too.
    if (!ready_[one.to]) ready_[one.to] = std::make_unique<Event>(contexts_[one.to], false);
    if (!sides_[one.to]) sides_[one.to] = std::make_unique<SideStream>(contexts_[one.to]);
  }
}

void PeerCopies::copy(const PeerCopy& one, CUdeviceptr from, CUdeviceptr to) const {
  const DriverApi& api = requireDriver();
  const Context& target = *contexts_[one.to];
  const CUresult result =
      direct_[one.to][one.from]
          ? api.cuMemcpyDtoDAsync_v2(to + one.toByte, from + one.fromByte, one.bytes, streamOf(one.to))
          : api.cuMemcpyPeerAsync(to + one.toByte, target.handle(), from + one.fromByte, contexts_[one.from]->handle(),
                                  one.bytes, streamOf(one.to));
  if (result != 0) check(result, "copying " + std::to_string(one.bytes) + " bytes from one device to another");
}

CUstream PeerCopies::streamOf(size_t target) const {
  return sides_[target] ? sides_[target]->stream() : contexts_[target]->stream();
}

double PeerCopies::bytes() const {
  double sum = 0;
  for (const PeerCopy& one : copies_) sum += static_cast<double>(one.bytes);
  return sum;
}

void PeerCopies::start(const std::vector<CUdeviceptr>& sources, const std::vector<CUdeviceptr>& targets) {
  for (size_t s = 0; s < contexts_.size(); s++) {
    if (!ready_[s]) continue;
    contexts_[s]->enter();
    ready_[s]->record();
  }
  for (size_t t = 0; t < contexts_.size(); t++) {
    if (!arrived_[t]) continue;
    contexts_[t]->enter();
    if (sides_[t]) ready_[t]->holdBack(streamOf(t));
    for (size_t s = 0; s < contexts_.size(); s++)
      if (joined_[t][s] && s != t) ready_[s]->holdBack(streamOf(t));
    for (const PeerCopy& one : copies_) {
      if (one.to != t) continue;
      copy(one, sources[one.from], targets[t]);
    }
    arrived_[t]->record(streamOf(t));
  }
}

void PeerCopies::arrive() {
  for (size_t t = 0; t < contexts_.size(); t++) {
    if (!sides_[t]) continue;
    contexts_[t]->enter();
    arrived_[t]->holdBack(*contexts_[t]);
  }
}

void PeerCopies::end() {
  for (size_t s = 0; s < contexts_.size(); s++) {
    if (!ready_[s]) continue;
    contexts_[s]->enter();
    for (size_t t = 0; t < contexts_.size(); t++)
      if (joined_[t][s] && s != t) arrived_[t]->holdBack(*contexts_[s]);
  }
}

} // namespace spmv
