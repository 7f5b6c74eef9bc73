// Memory pools of the fake driver: of what they were given back they hold 64 bytes each time, until they are trimmed.
#pragma once

EXPORT int cuMemPoolCreate(void** pool, const void*) { return makeInto(pool, "pool"); }
EXPORT int cuMemPoolDestroy(void* pool) {
  kept = 0;
  return destroy("pool", pool);
}
EXPORT int cuMemPoolSetAttribute(void*, int, void*) { return call(); }
// Not counted: an allocation that fails asks for it.
EXPORT int cuMemPoolGetAttribute(void*, int which, uint64_t* value) {
  *value = which == 5 ? kept : 0;
  return 0;
}
EXPORT int cuMemPoolTrimTo(void*, size_t) {
  log("trim", nullptr);
  kept = 0;
  return call();
}
EXPORT int cuMemAllocFromPoolAsync(unsigned long long* address, size_t bytes, void*, void* stream) {
  log("take", stream);
  return cuMemAlloc_v2(address, bytes);
}
EXPORT int cuMemFreeAsync(unsigned long long address, void* stream) {
  log("give", stream);
  kept += 64;
  return cuMemFree_v2(address);
}
