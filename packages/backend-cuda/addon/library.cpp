// Routines of vendors' libraries whose arguments are all addresses and whole numbers, also such as another routine
// left: one entry serves every one of them.
#include <algorithm>
#include <deque>
#include <iterator>
#include <map>

#include "javascript.h"

namespace spmv {

namespace {

// A library whose routines take a handle that is bound to a stream. Another one is a row more.
struct Library {
  const char* name;
  const char* files[6];
  const char* create;
  const char* destroy;
  const char* setStream;
  // The status of a routine that does not do what it was asked for.
  int notSupported;
};

constexpr Library kLibraries[] = {
    {"cusparse",
     {"libcusparse.so.12", "libcusparse.so.13", "libcusparse.so.11", "libcusparse.so", nullptr},
     "cusparseCreate",
     "cusparseDestroy",
     "cusparseSetStream",
     10},
    {"cublas",
     {"libcublas.so.13", "libcublas.so.12", "libcublas.so", nullptr},
     "cublasCreate_v2",
     "cublasDestroy_v2",
     "cublasSetStream_v2",
     15},
};

constexpr size_t kMostWords = 24;
using Word = unsigned long long;
using Routine = int (*)(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word,
                        Word, Word, Word, Word, Word, Word, Word, Word);

// Every argument takes a whole register or slot of the stack, and a routine reads only those it has.
int invoke(Routine routine, const Word (&w)[kMostWords]) {
  return routine(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12], w[13], w[14], w[15],
                 w[16], w[17], w[18], w[19], w[20], w[21], w[22], w[23]);
}

struct LibraryArgument {
  enum class Kind { kWord, kHandle, kBuffer, kScalarAddress, kCell, kCellAddress, kWorkspace } kind;
  // Of the last three the number of the cell.
  Word value;
};

// What a routine leaves for a later one, and the memory of as many bytes where one is told to work.
struct Cell {
  Word word = 0;
  std::unique_ptr<Memory> memory;
};

struct LibraryCall {
  std::string name;
  Routine routine;
  std::vector<LibraryArgument> arguments;
};

const Library& libraryOf(const std::string& name) {
  for (const Library& library : kLibraries)
    if (name == library.name) return library;
  throw CudaError("LIBRARY_MISSING: opening " + name + ": the addon knows no library of this name");
}

void* opened(const Library& library) {
  std::string reason;
  void* found = openLibrary(library.files, &reason);
  if (!found) throw CudaError(std::string("LIBRARY_MISSING: opening ") + library.name + ": " + reason);
  return found;
}

void* symbol(const Library& library, void* file, const std::string& name, bool optional = false) {
  void* found = findSymbol(file, name.c_str());
  if (!found && !optional)
    throw CudaError(std::string("LIBRARY_MISSING: opening ") + library.name + ": it has no " + name);
  return found;
}

std::string upperCase(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

class LibraryProduct final : public Product {
public:
  LibraryProduct(std::shared_ptr<Context> context, const Library& library, bool single)
      : context_(std::move(context)), library_(library), single_(single), file_(opened(library)) {
    const auto create = reinterpret_cast<int (*)(void**)>(symbol(library, file_, library.create));
    const auto bind = reinterpret_cast<int (*)(void*, CUstream)>(symbol(library, file_, library.setStream));
    destroy_ = reinterpret_cast<int (*)(void*)>(symbol(library, file_, library.destroy));
    context_->enter();
    require(create(&handle_), library.create);
    try {
      require(bind(handle_, context_->stream()), library.setStream);
    } catch (...) {
      destroy_(handle_);
      throw;
    }
  }
  ~LibraryProduct() override {
    try {
      context_->enter();
    } catch (const CudaError&) {
      return;
    }
    for (const LibraryCall& one : release) {
      if (hasEmptyCell(one)) continue;
      try {
        call(one, Operands{});
      } catch (const CudaError&) {
        // Nobody is left to be told; the rest is given back all the same.
      }
    }
    destroy_(handle_);
  }
  LibraryProduct(const LibraryProduct&) = delete;
  LibraryProduct& operator=(const LibraryProduct&) = delete;

  Routine find(const std::string& name, bool optional) const {
    return reinterpret_cast<Routine>(symbol(library_, file_, name, optional));
  }

  void call(const LibraryCall& call, const Operands& operands) {
    Word words[kMostWords] = {};
    for (size_t a = 0; a < call.arguments.size(); a++) {
      const LibraryArgument& argument = call.arguments[a];
      switch (argument.kind) {
      case LibraryArgument::Kind::kWord:
        words[a] = argument.value;
        break;
      case LibraryArgument::Kind::kHandle:
        words[a] = reinterpret_cast<Word>(handle_);
        break;
      case LibraryArgument::Kind::kBuffer:
        words[a] = operands.buffers[argument.value];
        break;
      case LibraryArgument::Kind::kScalarAddress:
        words[a] = scalar(argument.value, operands);
        break;
      case LibraryArgument::Kind::kCell:
        words[a] = cells_[argument.value].word;
        break;
      case LibraryArgument::Kind::kCellAddress:
        words[a] = reinterpret_cast<Word>(&cells_[argument.value].word);
        break;
      case LibraryArgument::Kind::kWorkspace:
        words[a] = workspace(cells_[argument.value]);
        break;
      }
    }
    require(invoke(call.routine, words), call.name);
  }

  void enqueue(const Operands& operands) override {
    for (const LibraryCall& one : calls) call(one, operands);
  }

  // The number of the cell of that name.
  Word cellOf(const std::string& name) {
    const auto found = names_.emplace(name, names_.size()).first;
    // Made before any call: their addresses stay.
    if (found->second == cells_.size()) cells_.emplace_back();
    return found->second;
  }

  std::vector<LibraryCall> calls, release;

private:
  bool hasEmptyCell(const LibraryCall& call) const {
    for (const LibraryArgument& argument : call.arguments)
      if (argument.kind == LibraryArgument::Kind::kCell && cells_[argument.value].word == 0) return true;
    return false;
  }

  Word workspace(Cell& cell) {
    if (!cell.memory || cell.memory->bytes() < cell.word)
      cell.memory = std::make_unique<Memory>(context_, cell.word, std::string("the workspace of ") + library_.name);
    return cell.memory->address();
  }

  Word scalar(Word place, const Operands& operands) {
    // And the imaginary part that follows a complex one.
    for (Word at = place; at < kMostOperands && at < place + 2; at++) {
      doubles_[at] = operands.scalars[at];
      singles_[at] = static_cast<float>(doubles_[at]);
    }
    return single_ ? reinterpret_cast<Word>(&singles_[place]) : reinterpret_cast<Word>(&doubles_[place]);
  }

  void require(int status, const std::string& what) const {
    if (status == library_.notSupported)
      throw CudaError("LIBRARY_REFUSED: calling " + what + ": " + library_.name + " does not support this (status " +
                      std::to_string(status) + ")");
    if (status != 0)
      throw CudaError(upperCase(library_.name) + "_STATUS_" + std::to_string(status) + ": calling " + what);
  }

  std::shared_ptr<Context> context_;
  const Library& library_;
  bool single_;
  void* file_;
  void* handle_ = nullptr;
  int (*destroy_)(void*) = nullptr;
  float singles_[kMostOperands] = {};
  double doubles_[kMostOperands] = {};
  std::map<std::string, size_t> names_;
  std::deque<Cell> cells_;
};

LibraryArgument readLibraryArgument(const Napi::Env& env, LibraryProduct& product, const Napi::Value& value) {
  using Kind = LibraryArgument::Kind;
  const Napi::Object object = value.As<Napi::Object>();
  const auto cell = [&](Kind kind, const char* name) {
    return LibraryArgument{kind, product.cellOf(object.Get(name).As<Napi::String>().Utf8Value())};
  };
  if (object.Has("handle")) return {Kind::kHandle, 0};
  if (object.Has("cell")) return cell(Kind::kCell, "cell");
  if (object.Has("cellAddress")) return cell(Kind::kCellAddress, "cellAddress");
  if (object.Has("workspace")) return cell(Kind::kWorkspace, "workspace");
  const Argument argument = readArgument(env, value);
  switch (argument.kind) {
  case Argument::Kind::kBuffer:
    return {Kind::kBuffer, argument.value};
  case Argument::Kind::kScalar:
  case Argument::Kind::kPair:
    return {Kind::kScalarAddress, argument.value};
  default:
    return {Kind::kWord, argument.value};
  }
}

std::vector<LibraryCall> readCalls(const Napi::Env& env, LibraryProduct& product, const Napi::Value& value,
                                   Bound& bound) {
  std::vector<LibraryCall> calls;
  const Napi::Array list = value.As<Napi::Array>();
  for (uint32_t c = 0; c < list.Length(); c++) {
    const Napi::Object from = list.Get(c).As<Napi::Object>();
    LibraryCall call{from.Get("routine").As<Napi::String>().Utf8Value(), nullptr, {}};
    call.routine = product.find(call.name, from.Has("optional"));
    if (!call.routine) continue;
    const Napi::Array arguments = from.Get("arguments").As<Napi::Array>();
    if (arguments.Length() > kMostWords)
      throw Napi::Error::New(env, "SPMV_FAILED: reading a call: it has more than " + std::to_string(kMostWords) +
                                      " arguments");
    for (uint32_t a = 0; a < arguments.Length(); a++) {
      const Napi::Value argument = arguments.Get(a);
      call.arguments.push_back(readLibraryArgument(env, product, argument));
      if (argument.IsObject() && argument.As<Napi::Object>().CheckTypeTag(&Buffer::kTag))
        bound.keep.push_back(unwrap<Buffer>(argument)->memory(env));
    }
    calls.push_back(std::move(call));
  }
  return calls;
}

} // namespace

std::vector<std::string> foundLibraries() {
  std::vector<std::string> found;
  for (const Library& library : kLibraries)
    if (openLibrary(library.files, nullptr)) found.emplace_back(library.name);
  return found;
}

std::shared_ptr<Bound> createLibrary(const Napi::Env& env, std::shared_ptr<Context> context, const Napi::Object& from) {
  auto bound = std::make_shared<Bound>();
  bound->context = context;
  auto product = std::make_unique<LibraryProduct>(std::move(context),
                                                  libraryOf(from.Get("library").As<Napi::String>().Utf8Value()),
                                                  from.Get("single").As<Napi::Boolean>().Value());
  const std::vector<LibraryCall> setup = readCalls(env, *product, from.Get("setup"), *bound);
  product->calls = readCalls(env, *product, from.Get("calls"), *bound);
  product->release = readCalls(env, *product, from.Get("release"), *bound);
  Operands ones{};
  std::fill(std::begin(ones.scalars), std::end(ones.scalars), 1.0);
  for (const LibraryCall& call : setup) product->call(call, ones);
  // What the library computes while it is set up is no part of a product.
  check(requireDriver().cuStreamSynchronize(bound->context->stream()), "setting up a library");
  bound->product = std::move(product);
  return bound;
}

} // namespace spmv
