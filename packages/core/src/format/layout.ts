import type { ElementArrays, ElementType } from '../data/element.ts';
import { elementBytes } from '../data/element.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { ParamValue } from '../params/param-space.ts';
import type { StoredMatrix } from './stored-matrix.ts';

/** One array of a format. */
export interface ArrayDeclaration {
  /** `value` is the value type of the matrix; of several it is the narrowest that has {@link bits}. */
  readonly element: 'value' | ElementType | readonly ElementType[];
  /** Bits that an element needs, a formula like {@link length}. Only beside several elements. */
  readonly bits?: string;
  /**
   * Length as a sum of products: `rows + 1`, `2 · nnz`, `⌈rows/blockRows⌉ · stride`. Its names are rows, cols, nnz, scalars and parameters. A parameter
   * decides between two: `rows, or 0 when sigma = 1`.
   */
  readonly length: string;
  readonly doc: string;
  /** The array of the entries that it is. Core fills it: copied, or where {@link BuildOptions.share} says so, the array itself where it has this element. */
  readonly copyOf?: 'rowStart' | 'rowIndex' | 'colIndex' | 'values';
}

/** The arrays of a format by name. */
export type Layout = Readonly<Record<string, ArrayDeclaration>>;

type ArrayOf<E> = E extends ArrayDeclaration
  ? ArrayOf<E['element']>
  : E extends 'value'
    ? ValueArray
    : E extends ElementType
      ? ElementArrays[E]
      : E extends readonly (infer Each extends ElementType)[]
        ? ElementArrays[Each]
        : never;

/** The typed arrays of a layout that is declared `as const`, or of elements by name: `{ rowStart: 'i32'; values: 'value' }`. */
export type ArraysOf<L extends Readonly<Record<string, ArrayDeclaration | ArrayDeclaration['element']>>> = {
  readonly [K in keyof L]: ArrayOf<L[K]>;
};

/** What one array will be. */
export interface PlannedArray {
  readonly element: ElementType;
  /** Elements: of values, complex ones too, one for each. */
  readonly length: number;
  /** Numbers of an element, 2 of complex values; left out 1. */
  readonly components?: 2;
}

/** Numbers that an array holds. */
export function numbersIn({ length, components }: PlannedArray): number {
  return length * (components ?? 1);
}

/** Whether an array holds values of the matrix: it is declared as `value`, or as a choice of floating-point numbers. */
function holdsValues({ element }: ArrayDeclaration): boolean {
  return element === 'value' || (Array.isArray(element) && element.every((each) => each === 'f64' || each === 'f32'));
}

/** What the lengths of the arrays follow from. */
type Header = Pick<StoredMatrix, 'format' | 'shape' | 'nnz' | 'valueType' | 'components' | 'params' | 'scalars'>;

/** The number that a formula of a layout is for a matrix. Errors: `PLUGIN.INVALID` where it names what there is not. */
function evaluate(formula: string, { format, shape, nnz, params, scalars }: Header): number {
  // Parameters and sizes before scalars: those of a foreign matrix may have any names.
  const names: Readonly<Record<string, ParamValue>> = { ...scalars, ...params, ...shape, nnz };
  const named = (name: string): ParamValue => {
    const value = Object.hasOwn(names, name) ? names[name] : undefined;
    if (value !== undefined) return value;
    throw new SpmvError('PLUGIN.INVALID', `Format '${format}' has no '${name}', which its layout names: ${formula}.`, {
      fix: 'Name rows, cols, nnz, scalars that plan gives, or parameters.',
      details: { format, formula },
    });
  };
  const factor = (text: string): number => {
    const [above, below] = text.replace(/^⌈(.*)⌉$/u, '$1').split('/');
    if (above !== undefined && below !== undefined) return Math.ceil(factor(above) / factor(below));
    return /^\d+$/u.test(text) ? Number(text) : Number(named(text));
  };
  const [, usual = formula, other = formula, name, value] = /^(.+), or (.+) when (\w+) = (\w+)$/u.exec(formula) ?? [];
  return (name !== undefined && String(named(name)) === value ? other : usual)
    .split(' + ')
    .reduce((sum, term) => sum + term.split(' · ').reduce((product, text) => product * factor(text), 1), 0);
}

function elementOf({ element, bits = '0' }: ArrayDeclaration, header: Header): ElementType {
  if (element === 'value') return header.valueType;
  if (typeof element === 'string') return element;
  const least = evaluate(bits, header);
  const rising = [...element].sort((a, b) => elementBytes(a) - elementBytes(b));
  return rising.find((each) => 8 * elementBytes(each) >= least) ?? (rising.at(-1) as ElementType);
}

/** The arrays of a matrix with this header, by its format's layout. */
export function arraysOf(layout: Layout, header: Header): Readonly<Record<string, PlannedArray>> {
  return Object.fromEntries(
    Object.entries(layout).map(([name, declared]) => [
      name,
      {
        element: elementOf(declared, header),
        length: evaluate(declared.length, header),
        ...(header.components && holdsValues(declared) ? { components: header.components } : {}),
      },
    ]),
  );
}
