import type { KernelPrecision, Precision, Workload } from '@spmv/core';
import type { JudgeElements, Reference } from '@spmv/core/oracle';
import { imaginaryOf, spmv, referencesOf, scalarValues, storedPrecision, unreadOperands } from '@spmv/core';
import { errorBounds } from '@spmv/core/oracle';
import type { GivenOperands } from '../problem/given-operands.ts';
import { placed } from '../problem/given-operands.ts';
import { randomVector } from '../problem/random.ts';

/** One product every combination of a problem is checked with. Operands in f64; each precision rounds them itself. */
export interface CheckVariant {
  readonly name: string;
  readonly scalars: Readonly<Record<string, number>>;
  /** Contents of every operand before the product, pairs of complex numbers; NaN everywhere in those that must not be read. */
  readonly buffers: Readonly<Record<string, Float64Array>>;
  /** The right-hand side that came with the matrix, when x is its solution. */
  readonly b?: Float64Array;
}

export interface VariantOptions {
  readonly seed: number;
  /** Host scalars that the user chose, of which an operation takes those it has. */
  readonly alpha: number;
  readonly beta: number;
  /** Also what the operation is checked with, as `validate` does. */
  readonly thorough: boolean;
  /** Operands that are not random. */
  readonly given?: GivenOperands;
  /** Companion files of the matrix; pairs of complex numbers. */
  readonly solution?: { readonly x: Float64Array; readonly b: Float64Array };
}

/** The products to check. The first is the one that is timed. */
export function checkVariants(workload: Workload, options: VariantOptions): readonly CheckVariant[] {
  const { signature, operation, components } = workload;
  const contents = new Map(
    signature.buffers.map((slot, b) => {
      const given = options.given?.[slot.name];
      return [
        slot.name,
        given ? placed(slot, given, components) : randomVector(components * slot.length, options.seed + b),
      ];
    }),
  );
  const poison = new Map<string, Float64Array>();
  const poisonOf = (name: string, length: number): Float64Array => {
    const made = poison.get(name) ?? new Float64Array(components * length).fill(Number.NaN);
    poison.set(name, made);
    return made;
  };
  const variant = (name: string, given: Readonly<Record<string, number>>): CheckVariant => {
    const scalars = scalarValues(workload, given);
    const unread = unreadOperands(workload, scalars);
    const buffers = Object.fromEntries(
      signature.buffers.map((slot) => [
        slot.name,
        unread.has(slot.name) ? poisonOf(slot.name, slot.length) : (contents.get(slot.name) as Float64Array),
      ]),
    );
    return { name, scalars, buffers };
  };
  const { alpha, beta, solution } = options;
  const chosen = scalarValues(workload, { alpha, beta });
  const words = Object.entries(chosen).map(([name, value]) => `${name}=${value}`);
  const variants = [variant(words.join(', ') || operation.formula, chosen)];
  if (options.thorough) {
    variants.push(...operation.checks.map((check) => variant(check.name, check.scalars)));
    // Of complex numbers the last once more, each scalar times 1 + i.
    const last = components === 2 ? operation.checks.at(-1) : undefined;
    if (last) {
      const parts = Object.entries(last.scalars).map(([name, value]) => [imaginaryOf(name), value] as const);
      variants.push(variant(`(${last.name})(1 + i)`, { ...last.scalars, ...Object.fromEntries(parts) }));
    }
  }
  if (solution && operation === spmv && workload.options['transpose'] !== true) {
    const plain = variant('A·x = b', { alpha: 1, beta: 0 });
    variants.push({ ...plain, buffers: { ...plain.buffers, x: solution.x }, b: solution.b });
  }
  return variants;
}

/** The exact results, computed once for each precision and variant. */
export interface References {
  /** By written operand. */
  of(variant: CheckVariant, precision: KernelPrecision): Readonly<Record<string, Reference>>;
  /** What a result may be wrong by, element by element: computed once for each accumulator. */
  bounds(reference: Reference, accumulator: Precision): Float64Array;
  /** More elements of an operand of which a reference has samples. */
  readonly judge: JudgeElements;
}

export function createReferences(workload: Workload): References {
  const known = new Map<string, Map<CheckVariant, Readonly<Record<string, Reference>>>>();
  const knownBounds = new Map<Reference, Map<Precision, Float64Array>>();
  const madeFor = new Map<Reference, { readonly variant: CheckVariant; readonly precision: KernelPrecision }>();
  return {
    judge(reference, operand, elements) {
      const made = madeFor.get(reference);
      if (!made) return undefined;
      const { variant, precision } = made;
      const asked = referencesOf(workload, variant.buffers, variant.scalars, precision, { [operand]: elements })[
        operand
      ];
      // A reference that does not look at what is asked has its samples again.
      if (!asked?.elements || !elements.every((element) => asked.elements?.includes(element))) return undefined;
      const [bounds = new Float64Array(0), ...others] = [...(knownBounds.get(reference)?.keys() ?? [])].map(
        (accumulator) => errorBounds(asked, accumulator),
      );
      return { reference: asked, bounds: bounds.map((bound, i) => Math.max(bound, ...others.map((b) => b[i] ?? 0))) };
    },
    bounds(reference, accumulator) {
      const ofReference = knownBounds.get(reference) ?? new Map<Precision, Float64Array>();
      knownBounds.set(reference, ofReference);
      const bounds = ofReference.get(accumulator) ?? errorBounds(reference, accumulator);
      ofReference.set(accumulator, bounds);
      return bounds;
    },
    of(variant, precision) {
      const key = `${precision.precision} ${storedPrecision(precision)}`;
      const ofPrecision = known.get(key) ?? new Map<CheckVariant, Readonly<Record<string, Reference>>>();
      known.set(key, ofPrecision);
      const found = ofPrecision.get(variant) ?? referencesOf(workload, variant.buffers, variant.scalars, precision);
      ofPrecision.set(variant, found);
      for (const reference of Object.values(found)) madeFor.set(reference, { variant, precision });
      return found;
    },
  };
}
