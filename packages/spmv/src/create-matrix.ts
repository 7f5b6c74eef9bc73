import type { CooMatrix, ValueArray } from '@spmv/core';
import { disposal, SpmvError, transposeCoo } from '@spmv/core';
import type { Sharer } from './share-backends.ts';
import { ENTRIES, IN_TURN, isMatrix, SHARED } from './share-backends.ts';
import type { VectorLike } from './choice.ts';
import { add } from './build/compose.ts';
import { copyOfEntries, entriesOf } from './build/entries.ts';
import { diagonal, get, slice, toDense } from './build/part.ts';
import { norm, sum } from './build/sums.ts';
import { map, scale, withValues } from './build/values.ts';
import { stackHere } from './leaks.ts';
import type { Columns, Matrix, SyncMatrix } from './matrix.ts';
import { takenNumbers, takenRights, withTaken } from './numbers.ts';
import type { StridedArray } from './memory/strided.ts';
import type { Making } from './making.ts';
import type { Operators, Settings } from './operators.ts';
import { createOperators } from './operators.ts';
import type { Before, Plan } from './plan.ts';
import type { MatrixProductOptions, ProductOptions } from './product.ts';
import { save } from './save.ts';
import type { VectorList } from './several.ts';
import type { Solving } from './solving.ts';
import type { TakenProduct } from './taken-product.ts';
import { noMatrix, takenProduct } from './taken-product.ts';
import type { Turns } from './turns.ts';
import { createTurns } from './turns.ts';

/** Entries, and how they were computed. */
interface MadeEntries {
  readonly coo: CooMatrix;
  readonly making: Making;
}

/** What a face of a matrix is made of: the matrix itself, or its transpose. */
interface Parts<N extends ValueArray> {
  readonly operators: Operators<N>;
  readonly isTransposed: boolean;
  readonly turns: Turns;
  /** What solves with it. */
  solvers(): Operators<N>;
  /** The entries that were asked for last, be they in place or not. */
  coo(): CooMatrix;
  /** The entries as the updates leave them that were asked for before. */
  inTurn(): Promise<CooMatrix>;
  /** The same places with other values. */
  update(coo: CooMatrix): Promise<void>;
  other(): Matrix<N>;
  readonly making: Making | undefined;
  derive(made: CooMatrix, like?: Plan): Matrix<N>;
  /** The same of entries that are still being computed. */
  derived<T extends MadeEntries>(product: Promise<T>): Promise<{ readonly made: T; readonly matrix: Matrix<N> }>;
  assertAlive(): void;
  dispose(): Promise<void>;
}

function faceOf<N extends ValueArray>(parts: Parts<N>, settings: Settings): Matrix<N> & Sharer {
  const { operators, isTransposed, coo, derive, assertAlive } = parts;
  const { rows, cols } = operators.coo.shape;
  const solvers = async <T>(work: (solvers: Operators<N>) => Promise<T>): Promise<T> => {
    assertAlive();
    return parts.turns.read(() => work(parts.solvers()));
  };
  const solving = <T>(work: (solving: Solving<N>) => Promise<T>): Promise<T> => solvers((own) => own.solving(work));
  const same = (): Plan | undefined => (isTransposed ? undefined : operators.chosen);
  const { places, writePath } = settings;
  const askOf = (B: Sharer, options: MatrixProductOptions | undefined): Promise<TakenProduct> => {
    const asked = takenProduct(parts.inTurn(), B, options);
    // Whoever waits for the product is told, be it later.
    asked.catch(() => {});
    return asked;
  };
  return {
    [SHARED]() {
      assertAlive();
      return places;
    },
    [ENTRIES]() {
      assertAlive();
      return coo();
    },
    async [IN_TURN]() {
      assertAlive();
      return parts.inTurn();
    },
    making: parts.making,
    shape: isTransposed ? { rows: cols, cols: rows } : { rows, cols },
    nnz: operators.coo.values.length,
    get plan() {
      return operators.planOf(isTransposed);
    },
    get T() {
      return parts.other();
    },
    get H() {
      return parts.other();
    },
    multiply: (async (
      x: VectorLike | (Matrix<ValueArray> & Sharer),
      options?: ProductOptions<N> & MatrixProductOptions,
    ) => {
      assertAlive();
      if (!isMatrix(x)) return operators.multiply(x, options, isTransposed);
      const asked = askOf(x, options);
      const make = async () => (await import('./matrix-product.ts')).matrixProduct(await asked, settings);
      return (await parts.derived(parts.turns.read(make))).matrix;
    }) as Matrix<N>['multiply'],
    product: async (B, options) => {
      assertAlive();
      if (!isMatrix(B)) throw noMatrix(B);
      const asked = askOf(B, options);
      const keep = async () => (await import('./kept-product.ts')).keepProduct(await asked, settings);
      const { made, matrix } = await parts.derived(parts.turns.read(keep));
      return (await import('./kept-product.ts')).keptProduct(made, matrix, settings.precision);
    },
    multiplyMany: (async (X: VectorList | Columns | StridedArray) => {
      assertAlive();
      return operators.several(X, isTransposed);
    }) as Matrix<N>['multiplyMany'],
    // The lengths are what the solvers look at.
    solve: (async (b: VectorLike | VectorList, options?: Parameters<Solving<N>['solve']>[1]) => {
      const [right, asked] = [takenRights(b), withTaken(options, 'x0')];
      return solvers((own) => own.solve(right, asked));
    }) as Matrix<N>['solve'],
    factor: async (options) => {
      assertAlive();
      const own = coo();
      return (await import('@spmv/direct')).factor(own, options);
    },
    refine: async (b, options) => {
      const [right, asked] = [takenNumbers('b', b, 'f64'), withTaken(options, 'x0')];
      return solving((solvers) => solvers.refine(right, asked));
    },
    eigenvalues: async ({ M, ...options } = {}) => {
      const asked = M === undefined ? options : { ...options, M: entriesOf(M) };
      return solving((solvers) => solvers.eigenvalues(asked));
    },
    pageRank: async (options) => {
      const asked = withTaken(options, 'personalization');
      return solving((solvers) => solvers.pageRank(asked));
    },
    get: (i, j) => get(coo(), i, j),
    diagonal: () => diagonal(coo()),
    toDense: () => toDense(coo()),
    sum: ((axis?: 0 | 1) => (axis === undefined ? sum(coo()) : sum(coo(), axis))) as Matrix<N>['sum'],
    norm: (kind) => norm(coo(), kind),
    entries: () => copyOfEntries(coo()),
    slice: (block) => derive(slice(coo(), block)),
    add: (other, gamma = 1) => derive(add(coo(), isMatrix(other) ? other[ENTRIES]() : other, gamma)),
    scale: (gamma) => derive(scale(coo(), gamma), same()),
    map: (f) => derive(map(coo(), f), same()),
    update: async (values) => {
      assertAlive();
      const own = coo();
      const numbers = takenNumbers('values', values, 'f64') as Float64Array;
      if (numbers.length !== own.values.length)
        throw new SpmvError(
          'OPERAND.LENGTH',
          `values has ${numbers.length} elements, and the matrix ${own.values.length} entries.`,
          {
            fix: 'Give one value for each entry in the order of entries(): by row, then column, those of one position added.',
            details: { length: numbers.length, wanted: own.values.length },
          },
        );
      await parts.update(withValues(own, numbers));
    },
    save: async (path) => save(coo(), path, { fileTypes: places.registry.files, writePath }),
    ...disposal(parts.dispose),
  };
}

/** A matrix that is not open yet: its first product opens it, or `open`, to which what came before is told. */
export interface UnopenedMatrix<N extends ValueArray> {
  readonly matrix: Matrix<N>;
  /** Errors: those of `bind`. */
  open(before: Before): Promise<SyncMatrix<N>>;
}

/** What a matrix was made of. */
interface Origin {
  /** The plan of one with the same places. */
  readonly like?: Plan | undefined;
  /** How its entries were computed. */
  readonly making?: Making;
  /** The stack where it was made of another. */
  readonly madeAt?: string | undefined;
}

/** A matrix of these entries, one more user of its backends. */
export function createMatrix<N extends ValueArray>(
  entries: CooMatrix,
  settings: Settings,
  { like, making, madeAt }: Origin = {},
): UnopenedMatrix<N> {
  const { places } = settings;
  const turns = createTurns();
  const operators = createOperators<N>(entries, settings, turns, like);
  let transposed: Matrix<N> | undefined;
  let ofTransposed: Operators<N> | undefined;
  let isDisposed = false;
  const assertAlive = (): void => {
    if (!isDisposed) return;
    throw new SpmvError('LIFETIME.DISPOSED', 'The matrix was disposed of.', {
      fix: 'Open it again, or dispose of it after its last product.',
    });
  };
  const dispose = async (): Promise<void> => {
    if (isDisposed) return;
    isDisposed = true;
    forget?.();
    try {
      await turns.change(async () => {
        await ofTransposed?.dispose();
        await operators.dispose();
      });
    } finally {
      // Backends free what could not be disposed of by itself.
      await places.release();
    }
  };
  const madeHere = (): string | undefined => settings.watch && stackHere();
  const derive = (made: CooMatrix, as?: Plan): Matrix<N> => {
    assertAlive();
    places.hold();
    return createMatrix<N>(made, settings, { like: as, madeAt: madeHere() }).matrix;
  };
  const derived = async <T extends MadeEntries>(product: Promise<T>) => {
    // Its backends stay for it, whoever disposes of this matrix meanwhile.
    places.hold();
    const here = madeHere();
    try {
      const made = await product;
      return { made, matrix: createMatrix<N>(made.coo, settings, { making: made.making, madeAt: here }).matrix };
    } catch (error) {
      await places.release();
      throw error;
    }
  };
  const common = { operators, turns, derive, derived, making, assertAlive, dispose };
  const update = (coo: CooMatrix): Promise<void> =>
    turns.change(async () => {
      await operators.update(coo);
      const old = ofTransposed;
      ofTransposed = undefined;
      await old?.dispose();
    }, coo);
  /** Entries of Aᵀ, and what they were made of. */
  let columns: { readonly of: CooMatrix; readonly coo: CooMatrix } | undefined;
  const newest = (): CooMatrix => turns.coming ?? operators.coo;
  const byColumns = (of: CooMatrix): CooMatrix => {
    if (columns?.of !== of) columns = { of, coo: transposeCoo(of) };
    return columns.coo;
  };
  const T = (): Matrix<N> => {
    transposed ??= faceOf<N>(
      {
        ...common,
        isTransposed: true,
        solvers: () => (ofTransposed ??= createOperators<N>(byColumns(operators.coo), settings, turns)),
        coo: () => byColumns(newest()),
        inTurn: async () => turns.read(async () => byColumns(operators.coo)),
        update: async (other) => update(transposeCoo(other)),
        other: () => matrix,
      },
      settings,
    );
    return transposed;
  };
  const matrix = faceOf<N>(
    {
      ...common,
      isTransposed: false,
      solvers: () => operators,
      coo: newest,
      inTurn: async () => turns.read(async () => operators.coo),
      update,
      other: T,
    },
    settings,
  );
  const { rows, cols } = entries.shape;
  const forget = settings.watch?.(
    matrix,
    `a matrix of ${rows} × ${cols} with ${entries.values.length} entries`,
    madeAt,
  );
  return {
    matrix,
    async open(before) {
      await operators.open(before);
      const now = (x: VectorLike, into?: N): N => {
        assertAlive();
        return operators.plain?.(x, into) as N;
      };
      const isAtOnce = operators.plain && (operators.chosen ?? places.isHost);
      return Object.assign(matrix, isAtOnce && { multiplySync: now }) as unknown as SyncMatrix<N>;
    },
  };
}
