// y <- (alpha * a) * x + (beta * b) * y, and sums over y.
#include "sweep.cuh"

template <typename V, bool DOT, bool NORM> class Linear : public KeptSums<V, DOT, NORM> {
public:
  template <int N> struct Loaded {
    Pack<V, N> x, y, z;
  };

  __device__ __forceinline__ Linear(const V* x, const V* a, V* y, const V* b, const V* z, V alpha, V beta)
      : x_(afterEarlier(x).address), y_(y), z_(z) {
    const V ofX = afterEarlier(a)[0], ofY = afterEarlier(b)[0];
    readsX_ = alpha != V(0) && ofX != V(0);
    readsY_ = beta != V(0) && ofY != V(0);
    ofX_ = alpha * ofX;
    ofY_ = beta * ofY;
  }

  template <int N> __device__ __forceinline__ Loaded<N> load(int i) const {
    Loaded<N> loaded = {};
    if (readsX_) loadPack(loaded.x, x_ + i);
    if (readsY_) loadPack(loaded.y, y_ + i);
    if (DOT) loadPack(loaded.z, z_ + i);
    return loaded;
  }

  // What was not read is 0, but an infinite factor times that would be seen.
  template <int N> __device__ __forceinline__ void finish(int i, const Loaded<N>& loaded) {
    Pack<V, N> result;
#pragma unroll
    for (int k = 0; k < N; k++) {
      V sum = readsY_ ? ofY_ * loaded.y.v[k] : V(0);
      if (readsX_) sum += ofX_ * loaded.x.v[k];
      result.v[k] = sum;
    }
    storePack(y_ + i, result);
    if (DOT) this->addDot(result, loaded.z);
    if (NORM) this->addNorm(result);
  }

private:
  const V* x_;
  V* y_;
  const V* z_;
  V ofX_, ofY_;
  bool readsX_, readsY_;
};

#define LINEAR(V, SUFFIX) \
  extern "C" __global__ void linear_none_##SUFFIX(const V* x, const V* a, V* y, const V* b, V alpha, V beta, int n) { \
    letNextBegin(); \
    Linear<V, false, false> element(x, a, y, b, nullptr, alpha, beta); \
    sweep<V>(element, n); \
  } \
  extern "C" __global__ void linear_dot_##SUFFIX(const V* x, const V* a, V* y, const V* b, const V* z, V* sums, \
                                                 V alpha, V beta, int n) { \
    letNextBegin(); \
    Linear<V, true, false> element(x, a, y, b, z, alpha, beta); \
    sweep<V>(element, n); \
    element.leave(sums); \
  } \
  extern "C" __global__ void linear_norm_##SUFFIX(const V* x, const V* a, V* y, const V* b, V* sums, V alpha, V beta, \
                                                  int n) { \
    letNextBegin(); \
    Linear<V, false, true> element(x, a, y, b, nullptr, alpha, beta); \
    sweep<V>(element, n); \
    element.leave(sums); \
  } \
  extern "C" __global__ void linear_dot_norm_##SUFFIX(const V* x, const V* a, V* y, const V* b, const V* z, V* sums, \
                                                      V alpha, V beta, int n) { \
    letNextBegin(); \
    Linear<V, true, true> element(x, a, y, b, z, alpha, beta); \
    sweep<V>(element, n); \
    element.leave(sums); \
  }
LINEAR(double, f64)
LINEAR(float, f32)
VECTORS_TOTALS
