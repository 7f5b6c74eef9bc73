// What the fake driver does between devices. Included where `log` and `call` are.
#pragma once

EXPORT int cuMemcpyDtoDAsync_v2(unsigned long long to, unsigned long long from, size_t bytes, void* stream) {
  log("exchange", stream);
  if (const int result = call()) return result;
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
  return 0;
}
EXPORT int cuMemcpyPeerAsync(unsigned long long to, void*, unsigned long long from, void*, size_t bytes, void* stream) {
  log("by way of the host", stream);
  if (const int result = call()) return result;
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
  return 0;
}
// Devices 2 and 3 reach nothing, and nothing reaches them.
EXPORT int cuDeviceCanAccessPeer(int* able, int one, int other) {
  *able = one < 2 && other < 2;
  return call();
}
EXPORT int cuCtxEnablePeerAccess(void*, unsigned) {
  static int times = 0;
  const int result = call();
  return result != 0 ? result : times++ > 0 ? 704 : 0;
}
