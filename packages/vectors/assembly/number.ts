import { element } from '@spmv/kernel-kit/assembly/checked';
import {
  conjugate, isZero, pair, partOf, plus, quotient, safe, scaled, times, zero,
} from '@spmv/kernel-kit/assembly/numbers';

// @ts-ignore: decorator
@inline
function at<T>(place: usize): T {
  return load<T>(element<T>(place, 0));
}

// @ts-ignore: decorator
@inline
function real<T>(value: f64): T {
  return isFloat<T>() ? <T>value : pair<T>(value, 0);
}

/** √(|a|² + |b|²). */
// @ts-ignore: decorator
@inline
function hypot<T>(a: T, b: T): T {
  const p = abs<f64>(partOf<T>(a, 0));
  const q = abs<f64>(partOf<T>(a, 1));
  const u = abs<f64>(partOf<T>(b, 0));
  const v = abs<f64>(partOf<T>(b, 1));
  const most = max<f64>(max<f64>(p, q), max<f64>(u, v));
  // NaN as well.
  const unit = most == 0 || !isFinite<f64>(most) ? 1 : most;
  return real<T>(unit * sqrt<f64>((p / unit) * (p / unit) + (q / unit) * (q / unit) + (u / unit) * (u / unit) + (v / unit) * (v / unit)));
}

/** A form of numbers, by its place in FORM_NAMES of the kit; alpha is the δ of those that have one. */
// @ts-ignore: decorator
@inline
function computed<T>(form: i32, a: usize, b: usize, c: usize, d: usize, alpha: T, beta: T): T {
  switch (form) {
    case 0: return safe<T>(scaled<T>(alpha, quotient<T>(at<T>(a), at<T>(b))));
    case 1: return scaled<T>(alpha, times<T>(at<T>(a), at<T>(b)));
    case 2: {
      const first = isZero<T>(alpha) ? zero<T>() : scaled<T>(alpha, at<T>(a));
      return isZero<T>(beta) ? first : plus<T>(first, scaled<T>(beta, at<T>(b)));
    }
    case 3: return safe<T>(scaled<T>(alpha, real<T>(sqrt<f64>(partOf<T>(at<T>(a), 0)))));
    case 4: return safe<T>(scaled<T>(alpha, times<T>(quotient<T>(at<T>(a), at<T>(c)), quotient<T>(at<T>(b), at<T>(d)))));
    case 5: return hypot<T>(at<T>(a), at<T>(b));
    case 6: return at<T>(a);
    default: return scaled<T>(alpha, conjugate<T>(at<T>(a)));
  }
}

/** s ← a form of numbers. */
// @ts-ignore: decorator
@inline
export function number<T>(form: i32, a: usize, b: usize, c: usize, d: usize, s: usize, alpha: T, beta: T): void {
  store<T>(element<T>(s, 0), computed<T>(form, a, b, c, d, alpha, beta));
}
