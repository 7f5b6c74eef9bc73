// What the kernels of @spmv/vectors and @spmv/fused compute on CUDA, for devices of tests: all blocks of a launch at once, their sums as those of the first block.
import type { Emulated, Given } from '../../packages/backend-cuda/test/executing-addon.ts';

type Values = Float64Array | Float32Array;
type Type = Float64ArrayConstructor | Float32ArrayConstructor;

/** What a pass is given, by name: vectors, numbers of one element, host scalars, n. */
type Named = Readonly<Record<string, Values>> & { readonly n: number; readonly alpha: number; readonly beta: number };

const NAMES: Readonly<Record<string, readonly string[]>> = {
  linear: ['x', 'a', 'y', 'b', 'z', 'sums', 'alpha', 'beta'],
  advance: ['p', 'a', 'x', 'r', 'b'],
  descend: ['q', 'a', 'c', 'r', 'd', 'sums'],
  conjugate: ['p', 'a', 'c', 'b', 'x', 'r', 'd'],
  hadamard: ['d', 'x', 'y', 'sums'],
  dots: ['x', 'z', 'sums'],
};
const ENDINGS = ['none', 'dot', 'norm', 'dot_norm', 'plain', 'scaled'];

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);
const number = (of: Values | undefined): number => of?.[0] as number;

/** New elements of what is written, in place, and the element that sums are taken over. */
const STEPS: Readonly<Record<string, (v: Named, i: number) => readonly [dot: number, norm: number]>> = {
  linear(v, i) {
    const { x, y, z, alpha, beta } = v as Named & Record<'x' | 'y' | 'z', Values>;
    const [a, b] = [number(v['a']), number(v['b'])];
    const first = alpha !== 0 && a !== 0 ? alpha * a * (x[i] as number) : 0;
    y[i] = beta !== 0 && b !== 0 ? first + beta * b * (y[i] as number) : first;
    return [y[i] * (z?.[i] ?? 0), y[i] ** 2];
  },
  advance(v, i) {
    const { x, p, r } = v as Named & Record<'x' | 'p' | 'r', Values>;
    x[i] = (x[i] as number) + number(v['a']) * (p[i] as number);
    p[i] = (r[i] as number) + number(v['b']) * (p[i] as number);
    return [0, 0];
  },
  descend(v, i) {
    const { q, r } = v as Named & Record<'q' | 'r', Values>;
    r[i] = (r[i] as number) - finite(number(v['a']) / number(v['c'])) * (q[i] as number);
    return [r[i] ** 2 * (v['d']?.[i] ?? 0), r[i] ** 2];
  },
  conjugate(v, i) {
    const { x, p, r } = v as Named & Record<'x' | 'p' | 'r', Values>;
    const a = number(v['a']);
    x[i] = (x[i] as number) + finite(a / number(v['c'])) * (p[i] as number);
    p[i] = (r[i] as number) * (v['d']?.[i] ?? 1) + finite(number(v['b']) / a) * (p[i] as number);
    return [0, 0];
  },
  hadamard(v, i) {
    const { d, x, y } = v as Named & Record<'d' | 'x' | 'y', Values>;
    y[i] = (d[i] as number) * (x[i] as number);
    return [y[i] * (x[i] as number), 0];
  },
  dots(v, i) {
    const { x } = v as Named & Record<'x', Values>;
    return [(x[i] as number) * (v['z']?.[i] ?? 0), (x[i] as number) ** 2];
  },
};

const FORMS: Readonly<Record<string, (given: readonly number[]) => number>> = {
  quotient: ([a = 0, b = 0, delta = 1]) => finite(delta * (a / b)),
  product: ([a = 0, b = 0, delta = 1]) => delta * a * b,
  sum: ([a = 0, b = 0, alpha = 1, beta = 1]) => alpha * a + beta * b,
  root: ([a = 0, delta = 1]) => finite(delta * Math.sqrt(a)),
  ratio: ([a = 0, b = 0, c = 0, d = 0, delta = 1]) => finite(delta * (a / c) * (b / d)),
  hypot: ([a = 0, b = 0]) => Math.hypot(a, b),
  copy: ([a = 0]) => a,
};

/** The values in bytes, or a number as it is. */
function valuesOf(type: Type, given: Given | undefined): Values {
  const { buffer, byteOffset, byteLength } = given as Uint8Array;
  return new type(buffer as ArrayBuffer, byteOffset, Math.floor(byteLength / type.BYTES_PER_ELEMENT));
}

/** Leaves sums where blocks leave theirs. */
function leave(sums: Values, ending: string, [dot, norm]: readonly [number, number]): void {
  sums.fill(0);
  const list = ending === 'norm' || ending === 'plain' ? [norm] : ending === 'dot' ? [dot] : [dot, norm];
  sums.set(list);
}

function passOf(type: Type, operation: string, ending: string): Emulated {
  const hasDot = ['dot', 'dot_norm', 'scaled'].includes(ending);
  const names = (NAMES[operation] as readonly string[]).filter(
    (name) =>
      (name !== 'z' || hasDot) &&
      (name !== 'sums' || (ending !== 'none' && operation !== 'advance')) &&
      (name !== 'd' || operation === 'hadamard' || ending === 'scaled'),
  );
  const step = STEPS[operation] as (v: Named, i: number) => readonly [number, number];
  return (given) => {
    const named = Object.fromEntries(
      names.map((name, k) => [name, typeof given[k] === 'number' ? given[k] : valuesOf(type, given[k])]),
    );
    const v = { ...named, n: given.at(-1) } as unknown as Named;
    let [dot, norm] = [0, 0];
    for (let i = 0; i < v.n; i++) {
      const [ofDot, ofNorm] = step(v, i);
      dot += ofDot;
      norm += ofNorm;
    }
    if (v['sums']) leave(v['sums'], ending, [dot, norm]);
  };
}

/** Adds up what `blocks` blocks left, for one number or two side by side. */
function total(type: Type, given: readonly Given[], numbers: number, blocks: number, first: number): void {
  const sums = valuesOf(type, given[0]);
  for (let k = 0; k < numbers; k++) {
    let sum = 0;
    for (let b = 0; b < blocks; b++) sum += sums[b * numbers + k] as number;
    valuesOf(type, given[first + k])[0] = sum;
  }
}

function fusedOf(type: Type, ending: string): Emulated {
  return (given) => {
    const [, , starts, columns, entries, , ...rest] = given;
    const i32 = (one: Given | undefined): Int32Array => {
      const { buffer, byteOffset, byteLength } = one as Uint8Array;
      return new Int32Array(buffer, byteOffset, byteLength / 4);
    };
    const [rowStart, colIndex, values] = [i32(starts), i32(columns), valuesOf(type, entries)];
    // Sums come before x, and gamma and w after y.
    const vectors = rest.filter((one) => typeof one !== 'number').map((one) => valuesOf(type, one));
    const [sums, x, y, z, w] = ending === 'axpy' ? [undefined, ...vectors] : vectors;
    const [alpha = 1, beta = 0, delta = 1] = rest.filter((one) => typeof one === 'number');
    let [dot, norm] = [0, 0];
    for (let i = 0; i + 1 < rowStart.length; i++) {
      let sum = 0;
      for (let k = rowStart[i] as number; k < (rowStart[i + 1] as number); k++)
        sum += (values[k] as number) * (x?.[colIndex[k] as number] as number);
      const result = alpha * sum + (beta === 0 ? 0 : beta * (y?.[i] as number));
      (y as Values)[i] = result;
      if (w) w[i] = number(z) * result + (delta === 0 ? 0 : delta * (w[i] as number));
      dot += result * (z?.[i] ?? 0);
      norm += result * result;
    }
    if (sums) leave(sums, ending, [dot, norm]);
  };
}

function emulatedIn(suffix: string, type: Type): readonly (readonly [string, Emulated])[] {
  const passes = Object.keys(NAMES).flatMap((operation) =>
    ENDINGS.map((ending) => [`${operation}_${ending}_${suffix}`, passOf(type, operation, ending)] as const),
  );
  const forms = Object.entries(FORMS).map(([form, compute]): readonly [string, Emulated] => [
    `scalar_${form}_${suffix}`,
    (given) => {
      const numbers = given.map((one) => (typeof one === 'number' ? one : number(valuesOf(type, one))));
      const at = given.findLastIndex((one) => typeof one !== 'number');
      valuesOf(type, given[at])[0] = compute(numbers.toSpliced(at, 1));
    },
  ]);
  return [
    ...passes,
    [`advance_${suffix}`, passOf(type, 'advance', 'none')],
    ...forms,
    [`total_${suffix}`, (given) => total(type, given, 1, given.at(-1) as number, 1)],
    [`total_both_${suffix}`, (given) => total(type, given, 2, given.at(-1) as number, 1)],
    ...['dot', 'norm', 'dot_norm', 'axpy'].map(
      (ending) => [`fused_csr_${ending}_${suffix}`, fusedOf(type, ending)] as const,
    ),
    // Blocks are counted in memory; all but the first have left nothing.
    [`fused_total_${suffix}`, (given) => total(type, given, 1, 1, 2)],
    [`fused_total_both_${suffix}`, (given) => total(type, given, 2, 1, 2)],
    [
      `gather_${suffix}`,
      (given) => {
        const y = valuesOf(type, given[8]);
        const [first = 0, n = 0] = given.slice(9) as readonly number[];
        for (let k = 0; k < 8 && first + k < n; k++) y[first + k] = number(valuesOf(type, given[k]));
      },
    ],
  ];
}

/** By entry point. */
export const EMULATED_VECTORS: Readonly<Record<string, Emulated>> = Object.fromEntries([
  ...emulatedIn('f64', Float64Array),
  ...emulatedIn('f32', Float32Array),
]);
