import { element } from './checked';

/** (x[j₀], x[j₁]) of the two columns at `columns`. */
// @ts-ignore: decorator
@inline
export function gather2(x: usize, columns: usize): v128 {
  const low = v128.load_zero<f64>(element<f64>(x, load<i32>(columns)));
  return v128.load_lane<f64>(element<f64>(x, load<i32>(columns, 4)), low, 1);
}

/** (x[j₀] … x[j₃]) of the four columns at `columns`. */
// @ts-ignore: decorator
@inline
export function gather4(x: usize, columns: usize): v128 {
  let lanes = v128.load_zero<f32>(element<f32>(x, load<i32>(columns)));
  lanes = v128.load_lane<f32>(element<f32>(x, load<i32>(columns, 4)), lanes, 1);
  lanes = v128.load_lane<f32>(element<f32>(x, load<i32>(columns, 8)), lanes, 2);
  return v128.load_lane<f32>(element<f32>(x, load<i32>(columns, 12)), lanes, 3);
}
