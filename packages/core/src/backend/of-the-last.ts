/** `compute`, which is not asked again for the object that it was asked for last. */
export function ofTheLast<T extends object, R>(compute: (of: T) => R): (of: T) => R {
  let last: { readonly of: T; readonly result: R } | undefined;
  return (of) => {
    if (last?.of !== of) last = { of, result: compute(of) };
    return last.result;
  };
}
