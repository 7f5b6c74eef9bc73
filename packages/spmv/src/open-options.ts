import type { Experience } from '@spmv/advice';
import type { OptionRule, OptionRules, Plugin, Precision, ValueArray } from '@spmv/core';
import {
  arrayOption,
  booleanOption,
  checkOptions,
  countOption,
  functionOption,
  nameOption,
  numberOption,
  objectOption,
  PRECISION_NAMES,
  signalOption,
  textOption,
} from '@spmv/core';
import type { Forced } from './bound.ts';
import type { OnLeak } from './leaks.ts';
import type { Matrix } from './matrix.ts';
import type { MatrixReadOptions } from './source/read-matrix.ts';

/** How to open a matrix. */
export interface OpenMatrixOptions<B extends string = string, P extends Precision = Precision>
  extends MatrixReadOptions, Forced {
  /**
   * Where products are computed: one backend, or several of which the fastest is chosen. One that is not there is an error. Default `auto`: of all that are
   * installed those that are worth starting for so many entries; `plan.considered` says which, and why others are not among them.
   */
  readonly backend?: B | readonly B[];
  /** What is stored and added up in. Default `f64`; a backend that does not compute in it is an error where it is named, and left out otherwise. */
  readonly precision?: P;
  /**
   * Most products of trial before a format, a kernel and a backend are chosen, at once; 0: by statistics alone. Left out, CSR multiplies first, and the choice follows once products, or iterations that it still repays, took as long as it
   * does, by at most 10 trials, or 0 for fewer than 200,000 entries: of these thousands of products gain less by trials than the tenth of a second that trials take.
   */
  readonly trials?: number;
  /** How many products are going to be computed: each then bears its share of conversion and preparation. Default: so many that these do not count. */
  readonly products?: number;
  /**
   * Whether arrays are copied at the call. Default true. With false those that are as the matrix holds them (Int32Array, Float64Array, sorted, none twice, and not shared between threads) stay where they
   * are: 12 bytes an entry less, and you vouch that nobody writes to them or transfers them while the matrix, or one made of it, is used. They are checked once: an index that changes later reads foreign memory.
   */
  readonly copy?: boolean;
  /** More formats, kernels, backends and types of files. */
  readonly plugins?: readonly Plugin[];
  /** What is known of kernels. Default: what this project recorded. */
  readonly experience?: Experience;
  /**
   * For development: told of this matrix, and of each that is made of it, where the engine collects it before it was disposed of. An engine collects when it likes, and at the end of a process not at
   * all: what nobody is told of may be a leak, too. Left out, nothing is watched.
   */
  readonly onLeak?: OnLeak;
}

/** How to open a matrix on the backends of another one. */
export interface OpenBesideOptions<
  M extends Matrix<ValueArray> = Matrix<ValueArray>,
  P extends Precision = Precision,
> extends Omit<OpenMatrixOptions<never, P>, 'backend' | 'plugins'> {
  /**
   * A matrix that was opened before and is there: threads and devices are its own, and not started again. Backends and plugins are those of it, also where this matrix is much larger; those that
   * do not compute in its precision are left out. Each of the two is disposed of by itself, in any order.
   */
  readonly shareBackendsWith: M;
}

/** Options of either way to open a matrix. */
export type AnyOpenOptions = OpenMatrixOptions & Partial<OpenBesideOptions>;

const backends: OptionRule = {
  words: 'the name of a backend, or several in an array',
  is: (value) =>
    typeof value === 'string' ||
    (Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string')),
};

const RULES: OptionRules<AnyOpenOptions> = {
  backend: backends,
  precision: nameOption(PRECISION_NAMES),
  trials: countOption(0),
  products: numberOption(1),
  copy: booleanOption,
  format: textOption,
  kernel: textOption,
  params: objectOption,
  plugins: arrayOption,
  experience: objectOption,
  shareBackendsWith: objectOption,
  signal: signalOption,
  part: textOption,
  onProgress: functionOption,
  onLeak: functionOption,
};

/** Errors: `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`. */
export function checkOpenOptions(options: AnyOpenOptions | undefined): void {
  checkOptions('openMatrix', options, RULES);
}
