// What TypeScript sees of a Host; see src/native.ts. Errors are thrown as `CODE: what`.
#include <node_api.h>

#include <memory>
#include <stdexcept>

#include "host.h"

namespace spmv {

namespace {

constexpr napi_type_tag kTag = {0x5f3c8a1e77b94d02ULL, 0x9d1be2a4c6f05731ULL};

struct Arguments {
  napi_env env;
  napi_value values[16];
  size_t count = 16;
  Arguments(napi_env from, napi_callback_info info) : env(from) {
    napi_get_cb_info(env, info, &count, values, nullptr, nullptr);
  }

  double number(size_t at) const {
    double value = 0;
    if (at >= count || napi_get_value_double(env, values[at], &value) != napi_ok)
      throw std::runtime_error("TYPE: argument " + std::to_string(at) + " is no number");
    return value;
  }
  uint64_t whole(size_t at) const {
    const double value = number(at);
    if (!(value >= 0 && value < 9007199254740992.0)) throw std::runtime_error("TYPE: a number is not whole");
    return static_cast<uint64_t>(value);
  }
  std::unique_ptr<Host>& holder() const {
    bool isOurs = false;
    void* found = nullptr;
    if (count == 0 || napi_check_object_type_tag(env, values[0], &kTag, &isOurs) != napi_ok || !isOurs ||
        napi_unwrap(env, values[0], &found) != napi_ok)
      throw std::runtime_error("TYPE: this is no arena of this addon");
    return *static_cast<std::unique_ptr<Host>*>(found);
  }
  Host& host() const {
    std::unique_ptr<Host>& held = holder();
    if (!held) throw std::runtime_error("TYPE: this arena was closed");
    return *held;
  }
};

napi_value numberOf(napi_env env, double value) {
  napi_value made = nullptr;
  napi_create_double(env, value, &made);
  return made;
}

// Outcome and rank in one number: nothing is allocated for a product.
napi_value outcomeOf(napi_env env, const Wait& wait) {
  return numberOf(env, static_cast<double>(wait.outcome) + 8.0 * (wait.rank + 1));
}

napi_value create(Arguments& a) {
  char path[512];
  size_t length = 0;
  if (a.count < 1 || napi_get_value_string_utf8(a.env, a.values[0], path, sizeof path, &length) != napi_ok)
    throw std::runtime_error("TYPE: the path is no string");
  auto held = std::make_unique<std::unique_ptr<Host>>(std::make_unique<Host>(std::string(path, length)));
  napi_value made = nullptr;
  napi_create_object(a.env, &made);
  napi_type_tag_object(a.env, made, &kTag);
  const auto finalize = [](napi_env, void* data, void*) { delete static_cast<std::unique_ptr<Host>*>(data); };
  if (napi_wrap(a.env, made, held.get(), finalize, nullptr, nullptr) == napi_ok) held.release();
  return made;
}

napi_value configure(Arguments& a) {
  a.host().configure(static_cast<uint32_t>(a.whole(1)), static_cast<uint32_t>(a.whole(2)), a.number(3) != 0,
                     a.number(4) != 0);
  return nullptr;
}

napi_value reserve(Arguments& a) {
  a.host().reserve(a.whole(1), a.whole(2));
  return nullptr;
}

napi_value release(Arguments& a) {
  a.host().release(a.whole(1), a.whole(2));
  return nullptr;
}

napi_value view(Arguments& a) {
  const uint64_t bytes = a.whole(2);
  char* data = a.host().at(a.whole(1), bytes);
  napi_value made = nullptr;
  if (napi_create_external_arraybuffer(a.env, data, bytes, nullptr, nullptr, &made) != napi_ok)
    throw std::runtime_error("SYSTEM: the engine takes no memory from outside");
  return made;
}

napi_value detach(Arguments& a) {
  if (a.count > 0) napi_detach_arraybuffer(a.env, a.values[0]);
  return nullptr;
}

napi_value watchJob(Arguments& a) {
  a.host().watchJob(static_cast<int>(a.whole(1)));
  return nullptr;
}

napi_value watchRank(Arguments& a) {
  a.host().watchRank(static_cast<int>(a.whole(1)));
  return nullptr;
}

napi_value killRanks(Arguments& a) {
  a.host().kill(static_cast<int>(a.whole(1)));
  return nullptr;
}

// push(arena, limitMs, silenceMs, op, id, n0 … n6, d0, d1)
napi_value push(Arguments& a) {
  Command command = {};
  command.op = static_cast<uint32_t>(a.whole(3));
  command.id = static_cast<uint32_t>(a.whole(4));
  for (size_t k = 0; k < 7; k++) command.n[k] = a.whole(5 + k);
  command.d[0] = a.number(12);
  command.d[1] = a.number(13);
  return outcomeOf(a.env, a.host().push(command, a.number(1), a.number(2)));
}

// multiply(arena, limitMs, silenceMs, id, x, y, transpose, alpha, beta): a product to its end, by one call.
napi_value multiply(Arguments& a) {
  Host& host = a.host();
  Command command = {};
  command.op = kMultiply;
  command.id = static_cast<uint32_t>(a.whole(3));
  for (size_t k = 0; k < 3; k++) command.n[k] = a.whole(4 + k);
  command.d[0] = a.number(7);
  command.d[1] = a.number(8);
  const double limitMs = a.number(1), silenceMs = a.number(2);
  const Wait full = host.push(command, limitMs, silenceMs);
  return outcomeOf(a.env, full.outcome == Outcome::kDone ? host.wait(limitMs, silenceMs) : full);
}

napi_value wait(Arguments& a) { return outcomeOf(a.env, a.host().wait(a.number(1), a.number(2))); }

napi_value stamps(Arguments& a) {
  const std::array<double, 5> times = a.host().stamps();
  napi_value made = nullptr;
  napi_create_array_with_length(a.env, times.size(), &made);
  for (size_t k = 0; k < times.size(); k++)
    napi_set_element(a.env, made, static_cast<uint32_t>(k), numberOf(a.env, times[k]));
  return made;
}

napi_value isShared(Arguments& a) { return numberOf(a.env, a.host().isShared() ? 1 : 0); }

napi_value failureOf(Arguments& a) {
  const std::string text = a.host().failureOf(static_cast<uint32_t>(a.whole(1)));
  napi_value made = nullptr;
  napi_create_string_utf8(a.env, text.data(), text.size(), &made);
  return made;
}

napi_value closeArena(Arguments& a) {
  a.holder().reset();
  return nullptr;
}

template <napi_value (*work)(Arguments&)> napi_value guarded(napi_env env, napi_callback_info info) {
  try {
    Arguments given(env, info);
    return work(given);
  } catch (const std::bad_alloc&) {
    napi_throw_error(env, nullptr, "FULL: the process has no memory left");
  } catch (const std::exception& error) {
    napi_throw_error(env, nullptr, error.what());
  }
  return nullptr;
}

template <napi_value (*work)(Arguments&)> void define(napi_env env, napi_value exports, const char* name) {
  napi_value made = nullptr;
  napi_create_function(env, name, NAPI_AUTO_LENGTH, guarded<work>, nullptr, &made);
  napi_set_named_property(env, exports, name, made);
}

} // namespace

} // namespace spmv

NAPI_MODULE_INIT() {
  using namespace spmv;
  define<create>(env, exports, "create");
  define<configure>(env, exports, "configure");
  define<reserve>(env, exports, "reserve");
  define<release>(env, exports, "release");
  define<view>(env, exports, "view");
  define<detach>(env, exports, "detach");
  define<watchJob>(env, exports, "watchJob");
  define<watchRank>(env, exports, "watchRank");
  define<killRanks>(env, exports, "killRanks");
  define<push>(env, exports, "push");
  define<multiply>(env, exports, "multiply");
  define<wait>(env, exports, "wait");
  define<stamps>(env, exports, "stamps");
  define<isShared>(env, exports, "isShared");
  define<failureOf>(env, exports, "failureOf");
  define<closeArena>(env, exports, "close");
  return exports;
}
