// a <- b + 3 c on ranges that the pool gives, or divided by OpenMP; memory and threads as the system is asked for them.
#include <node_api.h>
#include <omp.h>
#include <sched.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstring>

namespace {

struct Function {
  const char* name;
  void (*run)(const double* args);
};

double* at(const double* args, int place) { return reinterpret_cast<double*>(static_cast<uintptr_t>(args[place])); }

void triad(double* a, const double* b, const double* c, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; i++) a[i] = b[i] + 3 * c[i];
}

// a, b, c, begin, end
void range(const double* args) {
  triad(at(args, 0), at(args, 1), at(args, 2), static_cast<int64_t>(args[3]), static_cast<int64_t>(args[4]));
}

// The same, written first: what is only read is one page of zeros, which stays in the caches.
void touchRange(const double* args) {
  double *a = at(args, 0), *b = at(args, 1), *c = at(args, 2);
  const int64_t end = static_cast<int64_t>(args[4]);
  for (int64_t i = static_cast<int64_t>(args[3]); i < end; i++) a[i] = b[i] = c[i] = 1;
}

// a, b, c, n, threads
void openmp(const double* args) {
  double* a = at(args, 0);
  const double *b = at(args, 1), *c = at(args, 2);
  const int64_t n = static_cast<int64_t>(args[3]);
#pragma omp parallel for schedule(static) num_threads(static_cast <int>(args[4]))
  for (int64_t i = 0; i < n; i++) a[i] = b[i] + 3 * c[i];
}

void touch(const double* args) {
  double *a = at(args, 0), *b = at(args, 1), *c = at(args, 2);
  const int64_t n = static_cast<int64_t>(args[3]);
#pragma omp parallel for schedule(static) num_threads(static_cast <int>(args[4]))
  for (int64_t i = 0; i < n; i++) a[i] = b[i] = c[i] = 1;
}

// Binds the calling thread to the place-th processor that the process may use.
void pinTo(int place) {
  static cpu_set_t allowed;
  static const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  if (!known) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int cpu = 0, seen = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &allowed) || seen++ != place % CPU_COUNT(&allowed)) continue;
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    return;
  }
}

void pin(const double* args) { pinTo(static_cast<int>(args[0])); }

void pinOpenmp(const double* args) {
#pragma omp parallel num_threads(static_cast <int>(args[0]))
  pinTo(omp_get_thread_num());
}

// address, bytes: pages of 2 MiB, where the system has them for those who ask.
void advise(const double* args) {
  const uintptr_t page = 2 << 20, begin = static_cast<uintptr_t>(args[0]),
                  end = begin + static_cast<uintptr_t>(args[1]);
  const uintptr_t first = (begin + page - 1) / page * page, last = end / page * page;
  if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

const Function kFunctions[] = {{"range", range}, {"touchRange", touchRange}, {"openmp", openmp}, {"touch", touch},
                               {"pin", pin},     {"pinOpenmp", pinOpenmp},   {"advise", advise}};

struct Bound {
  void (*run)(const double*);
  const double* args;
};

void* dataOf(napi_env env, napi_value value) {
  napi_typedarray_type type;
  size_t length = 0, offset = 0;
  void* data = nullptr;
  napi_value buffer = nullptr;
  napi_get_typedarray_info(env, value, &type, &length, &data, &buffer, &offset);
  return data;
}

napi_value number(napi_env env, uintptr_t value) {
  napi_value result = nullptr;
  napi_create_double(env, static_cast<double>(value), &result);
  return result;
}

napi_value call(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data);
  const Bound* bound = static_cast<const Bound*>(data);
  bound->run(bound->args);
  return nullptr;
}

napi_value addressOf(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value view = nullptr;
  napi_get_cb_info(env, info, &count, &view, nullptr, nullptr);
  return number(env, reinterpret_cast<uintptr_t>(dataOf(env, view)));
}

// bind(name, args): lives as long as the process, as its arguments have to.
napi_value bind(napi_env env, napi_callback_info info) {
  size_t count = 2, length = 0;
  napi_value given[2] = {};
  char name[32] = "";
  napi_get_cb_info(env, info, &count, given, nullptr, nullptr);
  napi_get_value_string_utf8(env, given[0], name, sizeof name, &length);
  for (const Function& function : kFunctions) {
    if (std::strcmp(function.name, name) != 0) continue;
    napi_ref kept = nullptr;
    napi_create_reference(env, given[1], 1, &kept);
    napi_value result = nullptr;
    auto* bound = new Bound{function.run, static_cast<const double*>(dataOf(env, given[1]))};
    napi_create_function(env, name, NAPI_AUTO_LENGTH, call, bound, &result);
    return result;
  }
  return nullptr;
}

// allocate(bytes): memory of the system, which nobody has touched yet
napi_value allocate(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value given = nullptr;
  double bytes = 0;
  napi_get_cb_info(env, info, &count, &given, nullptr, nullptr);
  napi_get_value_double(env, given, &bytes);
  void* memory = mmap(nullptr, static_cast<size_t>(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return number(env, reinterpret_cast<uintptr_t>(memory));
}

} // namespace

NAPI_MODULE_INIT() {
  const napi_property_descriptor properties[] = {
      {"addressOf", nullptr, addressOf, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
      {"bind", nullptr, bind, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
      {"allocate", nullptr, allocate, nullptr, nullptr, nullptr, napi_enumerable, nullptr},
  };
  napi_define_properties(env, exports, sizeof properties / sizeof properties[0], properties);
  return exports;
}
