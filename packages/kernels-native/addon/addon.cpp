// What TypeScript sees: `version`, `levels`, `singly`, `gatherRatio`, `addressOf`, `largePages` and `bind`. Plain
// Node-API: a bound function is called for every range of every product, and must cost less than the smallest of them.
#include <node_api.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <cstring>
#include <memory>
#include <string>

#include "arguments.h"

namespace {

using spmv::Function;
using spmv::kLevels;
using spmv::Level;

// A function with the array that it reads its arguments from.
struct Bound {
  void (*run)(const double*);
  const double* arguments;
  napi_ref array;
};

napi_value fail(napi_env env, const char* message) {
  napi_throw_type_error(env, nullptr, message);
  return nullptr;
}

napi_value text(napi_env env, const char* value) {
  napi_value result = nullptr;
  napi_create_string_utf8(env, value, NAPI_AUTO_LENGTH, &result);
  return result;
}

// The first byte that a typed array shows, also of shared memory; null where it is not of this type.
void* dataOf(napi_env env, napi_value value, napi_typedarray_type wanted) {
  napi_typedarray_type type;
  size_t length = 0, offset = 0;
  void* data = nullptr;
  napi_value buffer = nullptr;
  if (napi_get_typedarray_info(env, value, &type, &length, &data, &buffer, &offset) != napi_ok || type != wanted) {
    return nullptr;
  }
  return data;
}

napi_value call(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data);
  const Bound* bound = static_cast<const Bound*>(data);
  bound->run(bound->arguments);
  return nullptr;
}

void release(napi_env env, void* data, void*) {
  const std::unique_ptr<Bound> bound(static_cast<Bound*>(data));
  napi_delete_reference(env, bound->array);
}

// addressOf(view: Uint8Array): number
napi_value addressOf(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value view = nullptr;
  napi_get_cb_info(env, info, &count, &view, nullptr, nullptr);
  const void* data = count == 1 ? dataOf(env, view, napi_uint8_array) : nullptr;
  if (data == nullptr) return fail(env, "addressOf takes a Uint8Array with contents");
  napi_value result = nullptr;
  napi_create_double(env, static_cast<double>(reinterpret_cast<uintptr_t>(data)), &result);
  return result;
}

// largePages(view: Uint8Array, bytes: number): void
napi_value largePages(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value given[2] = {};
  double bytes = 0;
  napi_get_cb_info(env, info, &count, given, nullptr, nullptr);
  void* data = count == 2 ? dataOf(env, given[0], napi_uint8_array) : nullptr;
  if (data == nullptr || napi_get_value_double(env, given[1], &bytes) != napi_ok || !(bytes >= 0)) {
    return fail(env, "largePages takes a Uint8Array with contents and a number of bytes");
  }
#ifdef MADV_HUGEPAGE
  // Whole ones alone: what else is on the first and the last is not ours.
  const uintptr_t page = uintptr_t{1} << 21, begin = reinterpret_cast<uintptr_t>(data);
  const uintptr_t first = (begin + page - 1) / page * page,
                  past = (begin + static_cast<uintptr_t>(bytes)) / page * page;
  if (first < past) madvise(reinterpret_cast<void*>(first), past - first, MADV_HUGEPAGE);
#endif
  return nullptr;
}

// Text of a value, empty where it is none.
std::string textOf(napi_env env, napi_value value) {
  char found[64] = "";
  size_t length = 0;
  if (napi_get_value_string_utf8(env, value, found, sizeof found, &length) != napi_ok) return "";
  return found;
}

// bind(level: string, name: string, args: Float64Array): { (): void; parameters: string } | undefined
napi_value bind(napi_env env, napi_callback_info info) {
  size_t count = 3;
  napi_value given[3] = {};
  napi_get_cb_info(env, info, &count, given, nullptr, nullptr);
  const double* arguments = count == 3 ? static_cast<double*>(dataOf(env, given[2], napi_float64_array)) : nullptr;
  if (arguments == nullptr) return fail(env, "bind takes a level, a name and a Float64Array with elements");
  const std::string wanted = textOf(env, given[0]), name = textOf(env, given[1]);
  const Level* level = kLevels;
  while (level->name != nullptr && wanted != level->name) level++;
  if (level->name == nullptr || !level->isSupported()) return fail(env, "bind: this processor has no such level");
  const Function* const function = spmv::functionOf(level, name.c_str());
  if (function == nullptr) return nullptr;
  auto bound = std::make_unique<Bound>(Bound{function->run, arguments, nullptr});
  napi_value result = nullptr;
  if (napi_create_reference(env, given[2], 1, &bound->array) != napi_ok ||
      napi_create_function(env, function->name, NAPI_AUTO_LENGTH, call, bound.get(), &result) != napi_ok ||
      napi_set_named_property(env, result, "parameters", text(env, function->parameters)) != napi_ok) {
    return fail(env, "bind: the engine makes no function");
  }
  if (napi_add_finalizer(env, result, bound.get(), release, nullptr, nullptr) != napi_ok) {
    return fail(env, "bind: the engine keeps no function");
  }
  bound.release();
  return result;
}

// The levels that this processor has, widest first; where asked, those alone that load one by one what lies apart.
napi_value levels(napi_env env, bool singly) {
  napi_value result = nullptr;
  napi_create_array(env, &result);
  uint32_t at = 0;
  for (const Level* level = kLevels; level->name != nullptr; level++) {
    if (!level->isSupported() || (singly && level->apart != spmv::Apart::singly)) continue;
    napi_set_element(env, result, at++, text(env, level->name));
  }
  return result;
}

} // namespace

NAPI_MODULE_INIT() {
  napi_value ratio = nullptr;
  napi_create_double(env, spmv::gatherRatio(), &ratio);
  const napi_property_descriptor properties[] = {
      {"version", nullptr, nullptr, nullptr, nullptr, text(env, SPMV_VERSION), napi_enumerable, nullptr},
      {"levels", nullptr, nullptr, nullptr, nullptr, levels(env, false), napi_enumerable, nullptr},
      {"singly", nullptr, nullptr, nullptr, nullptr, levels(env, true), napi_enumerable, nullptr},
      {"gatherRatio", nullptr, nullptr, nullptr, nullptr, ratio, napi_enumerable, nullptr},
      {"addressOf", nullptr, addressOf, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
      {"largePages", nullptr, largePages, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
      {"bind", nullptr, bind, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
  };
  napi_define_properties(env, exports, sizeof properties / sizeof properties[0], properties);
  return exports;
}
