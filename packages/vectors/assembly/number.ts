import { element } from '@spmv/kernel-kit/assembly/checked';

// @ts-ignore: decorator
@inline
function at<T>(place: usize): T {
  return load<T>(element<T>(place, 0));
}

/** 0 where the value is not finite. */
// @ts-ignore: decorator
@inline
function safe<T>(value: T): T {
  return isFinite<T>(value) ? value : <T>0;
}

// @ts-ignore: decorator
@inline
function hypot<T>(a: T, b: T): T {
  const first = abs<T>(a);
  const second = abs<T>(b);
  const most = max<T>(first, second);
  if (most == 0 || !isFinite<T>(most)) return <T>(first * first + second * second);
  const share = <T>(min<T>(first, second) / most);
  return <T>(most * sqrt<T>(<T>(1 + share * share)));
}

/** A form of numbers, by its place in FORM_NAMES of the kit; alpha is the δ of those that have one. */
// @ts-ignore: decorator
@inline
function computed<T>(form: i32, a: usize, b: usize, c: usize, d: usize, alpha: T, beta: T): T {
  switch (form) {
    case 0: return safe<T>(<T>(alpha * <T>(at<T>(a) / at<T>(b))));
    case 1: return <T>(alpha * <T>(at<T>(a) * at<T>(b)));
    case 2: {
      const first = alpha == 0 ? <T>0 : <T>(alpha * at<T>(a));
      return beta == 0 ? first : <T>(first + beta * at<T>(b));
    }
    case 3: return safe<T>(<T>(alpha * sqrt<T>(at<T>(a))));
    case 4: return safe<T>(<T>(alpha * <T>(<T>(at<T>(a) / at<T>(c)) * <T>(at<T>(b) / at<T>(d)))));
    case 5: return hypot<T>(at<T>(a), at<T>(b));
    case 6: return at<T>(a);
    default: return <T>(alpha * at<T>(a));
  }
}

/** s ← a form of numbers. */
// @ts-ignore: decorator
@inline
export function number<T>(form: i32, a: usize, b: usize, c: usize, d: usize, s: usize, alpha: T, beta: T): void {
  store<T>(element<T>(s, 0), computed<T>(form, a, b, c, d, alpha, beta));
}
