// What TypeScript sees: `addressOf`, `largePages`, and `bind`, which makes a product that is run by calling it and
// freed by its `dispose`.
#include <node_api.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <memory>
#include <string>

#include "product.h"

namespace {

using spmv::Arguments;
using spmv::Maker;
using spmv::Product;

/** A product, and the array that it reads its arguments from. */
struct Bound {
  std::unique_ptr<Product> product;
  napi_ref array = nullptr;
};

napi_value text(napi_env env, const std::string& value) {
  napi_value result = nullptr;
  napi_create_string_utf8(env, value.data(), value.size(), &result);
  return result;
}

/** Throws an error with `code` and, where there is one, `fix`. */
napi_value fail(napi_env env, const char* code, const std::string& message, const std::string& fix = "") {
  napi_value error = nullptr;
  napi_create_error(env, text(env, code), text(env, message), &error);
  if (!fix.empty()) napi_set_named_property(env, error, "fix", text(env, fix));
  napi_throw(env, error);
  return nullptr;
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
  try {
    const Bound* bound = static_cast<const Bound*>(data);
    if (bound->product == nullptr) return fail(env, "FAILED", "the product was disposed of");
    bound->product->run();
  } catch (const spmv::Failed& failed) {
    return fail(env, "FAILED", failed.what);
  }
  return nullptr;
}

napi_value dispose(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data);
  Bound* bound = static_cast<Bound*>(data);
  bound->product.reset();
  // Arguments are read no more. Waiting for the collector, thousands of them would be kept until the event loop turns.
  if (bound->array != nullptr) napi_delete_reference(env, bound->array);
  bound->array = nullptr;
  return nullptr;
}

void release(napi_env env, void* data, void*) {
  const std::unique_ptr<Bound> bound(static_cast<Bound*>(data));
  if (bound->array != nullptr) napi_delete_reference(env, bound->array);
}

// addressOf(view: Uint8Array): number
napi_value addressOf(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value view = nullptr;
  napi_get_cb_info(env, info, &count, &view, nullptr, nullptr);
  const void* data = count == 1 ? dataOf(env, view, napi_uint8_array) : nullptr;
  if (data == nullptr) return fail(env, "FAILED", "addressOf takes a Uint8Array with contents");
  napi_value result = nullptr;
  napi_create_double(env, static_cast<double>(reinterpret_cast<uintptr_t>(data)), &result);
  return result;
}

// largePages(view: Uint8Array, bytes: number): void. As native kernels ask for them: what is compared has the same
// memory.
napi_value largePages(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value given[2] = {};
  double bytes = 0;
  napi_get_cb_info(env, info, &count, given, nullptr, nullptr);
  void* data = count == 2 ? dataOf(env, given[0], napi_uint8_array) : nullptr;
  if (data == nullptr || napi_get_value_double(env, given[1], &bytes) != napi_ok || !(bytes >= 0)) {
    return fail(env, "FAILED", "largePages takes a Uint8Array with contents and a number of bytes");
  }
#ifdef MADV_HUGEPAGE
  const uintptr_t page = uintptr_t{1} << 21, begin = reinterpret_cast<uintptr_t>(data);
  const uintptr_t first = (begin + page - 1) / page * page,
                  past = (begin + static_cast<uintptr_t>(bytes)) / page * page;
  if (first < past) madvise(reinterpret_cast<void*>(first), past - first, MADV_HUGEPAGE);
#endif
  return nullptr;
}

const Maker* makerOf(const std::string& name) {
  for (const Maker* maker : {spmv::kOpenmp, spmv::kEigen, spmv::kMkl, spmv::kRsb, spmv::kBlas}) {
    for (; maker->name != nullptr; maker++) {
      if (name == maker->name) return maker;
    }
  }
  return nullptr;
}

// bind(name: string, args: Float64Array): { run(): void, dispose(): void } | undefined
napi_value bind(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value given[2] = {};
  napi_get_cb_info(env, info, &count, given, nullptr, nullptr);
  const double* arguments = count == 2 ? static_cast<double*>(dataOf(env, given[1], napi_float64_array)) : nullptr;
  char name[64] = "";
  size_t length = 0;
  if (arguments == nullptr || napi_get_value_string_utf8(env, given[0], name, sizeof name, &length) != napi_ok) {
    return fail(env, "FAILED", "bind takes a name and a Float64Array with elements");
  }
  const Maker* maker = makerOf(name);
  if (maker == nullptr) return nullptr;
  auto bound = std::make_unique<Bound>();
  try {
    bound->product = maker->make(Arguments(arguments));
  } catch (const spmv::Unavailable& missing) {
    return fail(env, "UNAVAILABLE", missing.reason, missing.fix);
  } catch (const spmv::Failed& failed) {
    return fail(env, "FAILED", failed.what);
  }
  napi_value result = nullptr;
  const napi_property_descriptor properties[] = {
      {"run", nullptr, call, nullptr, nullptr, nullptr, napi_enumerable, bound.get()},
      {"dispose", nullptr, dispose, nullptr, nullptr, nullptr, napi_enumerable, bound.get()},
  };
  if (napi_create_reference(env, given[1], 1, &bound->array) != napi_ok ||
      napi_create_object(env, &result) != napi_ok || napi_define_properties(env, result, 2, properties) != napi_ok) {
    return fail(env, "FAILED", "bind: the engine makes no object");
  }
  if (napi_wrap(env, result, bound.get(), release, nullptr, nullptr) != napi_ok) {
    return fail(env, "FAILED", "bind: the engine keeps no object");
  }
  bound.release();
  return result;
}

} // namespace

NAPI_MODULE_INIT() {
  const napi_property_descriptor properties[] = {
      {"addressOf", nullptr, addressOf, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
      {"largePages", nullptr, largePages, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
      {"bind", nullptr, bind, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
  };
  napi_define_properties(env, exports, sizeof properties / sizeof properties[0], properties);
  return exports;
}
