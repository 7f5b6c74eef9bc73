import type { Axis } from '@spmv/core';

/**
 * What the numbers of A and B are multiplied as, when not as they are. Each is a choice of the caller, never of a kernel: it changes the result
 * by more than rounding. Sums stay in f32.
 *
 * * `full`: the numbers of the precision.
 * * `tf32`: each rounded to 11 significant bits.
 * * `tf32x3`: each as a sum of two numbers of 11 bits, multiplied in 3 products.
 * * `bf16x6`: each as a sum of three bf16, multiplied in 6 products.
 * * `f16x3`: each as a sum of two f16, multiplied in 3 products; rows of A and columns of B are scaled by powers of two first.
 *
 * Splitting floating-point numbers for narrower hardware: Markidis et al. 2018, "NVIDIA Tensor Core Programmability, Performance & Precision";
 * Ootomo and Yokota 2022, "Recovering single precision accuracy from Tensor Cores while surpassing the FP32 theoretical peak performance".
 */
export type Accuracy = 'full' | 'tf32' | 'tf32x3' | 'bf16x6' | 'f16x3';

/** The option of the operation. */
export const ACCURACY: Axis<Accuracy> = {
  values: ['full', 'tf32', 'tf32x3', 'bf16x6', 'f16x3'],
  default: 'full',
  doc: 'What numbers of f32 are multiplied as: themselves, 11 bits of them, or sums of narrower pieces.',
};

/** How far the products of an accuracy are from those of the numbers themselves. */
export interface Narrowing {
  /** |error of Σ aᵢₗbₗⱼ| ≤ `relative`·Σ|aᵢₗ||bₗⱼ|, plus … */
  readonly relative: number;
  /** … `absolute`·(max|aᵢ·|·Σ|bₗⱼ| + max|b·ⱼ|·Σ|aᵢₗ|): what becomes subnormal beside the largest of its row or column. */
  readonly absolute: number;
}

/**
 * With t bits a piece, each number is its pieces but for a relative error e, and products of pieces below 2⁻ᵗ are left out:
 *
 * * tf32: e = 2⁻¹⁰ whether the device rounds or cuts, so 2e + e².
 * * tf32x3: e ≤ 2⁻²², the product left out ≤ 2⁻²²: at most 3·2⁻²², and 4·2⁻²² with what is of higher order.
 * * bf16x6: e ≤ 2⁻²⁴, those left out ≤ 2·2⁻⁸·2⁻¹⁶ + 2⁻³²: at most 1.5·2⁻²³ + 2·2⁻²⁴ < 2⁻²¹.
 * * f16x3: as tf32x3; after scaling the largest is below 2¹⁵ and the smallest step 2⁻²⁴, so a number that is small beside it is off by at most
 *   2⁻²⁵ of 2¹⁴: 2⁻³⁹ of the largest, and 2⁻³⁸ with what meets in the product.
 */
const NARROWING: Readonly<Record<Accuracy, Narrowing>> = {
  full: { relative: 0, absolute: 0 },
  tf32: { relative: 2 ** -9 + 2 ** -20, absolute: 0 },
  tf32x3: { relative: 4 * 2 ** -22, absolute: 0 },
  bf16x6: { relative: 2 ** -21, absolute: 0 },
  f16x3: { relative: 4 * 2 ** -22, absolute: 2 ** -38 },
};

/** The narrowing of an accuracy. */
export function narrowingOf(accuracy: unknown): Narrowing {
  return NARROWING[accuracy as Accuracy] ?? NARROWING.full;
}
