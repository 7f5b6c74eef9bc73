/** `source[index[k]]` of each k. A loop: `from` and `map` call for each element. */
export function gathered<A extends Float64Array | Int32Array>(source: A, index: Int32Array): A {
  const into = new (source.constructor as new (length: number) => A)(index.length);
  for (let k = 0; k < index.length; k++) into[k] = source[index[k]];
  return into;
}
