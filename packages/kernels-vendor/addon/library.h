// Libraries that are opened when they are first needed.
#pragma once
#include <dlfcn.h>

#include <initializer_list>
#include <string>

#include "product.h"

namespace spmv {

/** The first of these files that is found. Throws `Unavailable`. It stays open: threads of the library may run its
 * code. */
inline void* openLibrary(std::initializer_list<const char*> files, const char* fix) {
  std::string reason;
  for (const char* file : files) {
    if (void* library = dlopen(file, RTLD_LAZY | RTLD_LOCAL)) return library;
    if (reason.empty()) reason = dlerror();
  }
  throw Unavailable{reason, fix};
}

/** Sets `function` to what the library calls so. Throws `Unavailable`. */
template <typename F> void find(void* library, const char* name, F*& function, const char* fix) {
  function = reinterpret_cast<F*>(dlsym(library, name));
  if (function == nullptr) throw Unavailable{std::string("it has no function ") + name, fix};
}

} // namespace spmv
