/**
 * Sum of row `lane`, a constant of 0 … 7, of eight neighbouring rows whose sums are in four vectors of two f64, or in the first two, of
 * four f32 each.
 */
// @ts-ignore: decorator
@inline
export function sumOfRow<T>(sum0: v128, sum1: v128, sum2: v128, sum3: v128, lane: i32): T {
  if (sizeof<T>() == 8) {
    const pair = lane < 2 ? sum0 : lane < 4 ? sum1 : lane < 6 ? sum2 : sum3;
    return (lane & 1) == 0 ? <T>f64x2.extract_lane(pair, 0) : <T>f64x2.extract_lane(pair, 1);
  }
  const four = lane < 4 ? sum0 : sum1;
  if ((lane & 3) == 0) return <T>f32x4.extract_lane(four, 0);
  if ((lane & 3) == 1) return <T>f32x4.extract_lane(four, 1);
  if ((lane & 3) == 2) return <T>f32x4.extract_lane(four, 2);
  return <T>f32x4.extract_lane(four, 3);
}
