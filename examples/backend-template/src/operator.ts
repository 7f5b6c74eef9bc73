import type {
  Carry,
  JsPass,
  JsProgram,
  JsSpmvArguments,
  JsSpmvFunction,
  SpmvDriverOperator,
  SpmvDriverRequest,
} from '@spmv/core';
import { SpmvError, storageBytes, valueArray } from '@spmv/core';
import type { PlainVector } from './plain-vector.ts';

/** The function of a pass. The precision as the URL's fragment gives each precision an instance of the module, specialised to its arrays. */
async function loadFunction(pass: JsPass, precision: string, kernel: string): Promise<JsSpmvFunction> {
  let cause: unknown;
  try {
    const loaded = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ `${pass.module}#${precision}`
    )) as Readonly<Record<string, unknown>>;
    if (typeof loaded[pass.export] === 'function') return loaded[pass.export] as JsSpmvFunction;
  } catch (thrown) {
    cause = thrown;
  }
  throw new SpmvError(
    'KERNEL.LOAD_FAILED',
    `Kernel '${kernel}': '${pass.export}' of ${pass.module} cannot be loaded.`,
    {
      fix: 'Reinstall the package that brings the kernel.',
      details: { kernel, module: pass.module, export: pass.export },
      cause,
    },
  );
}

/** Binds a matrix to a program. The arrays are copied: the caller may drop or change its own. */
export async function preparePlainOperator({
  matrix,
  kernel,
  program,
  auxiliary,
  kernelParams,
  precision,
}: SpmvDriverRequest): Promise<SpmvDriverOperator> {
  const arrays = Object.fromEntries(Object.entries(matrix.arrays).map(([name, array]) => [name, array.slice()]));
  const carry: Carry = { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 };
  const nothing = valueArray(matrix.valueType, 0);
  const passes: { readonly run: JsSpmvFunction; readonly args: JsSpmvArguments }[] = [];
  for (const pass of (program as JsProgram).passes) {
    // One range holds all units, so that no row is cut and nothing is carried.
    const args: JsSpmvArguments = {
      ...matrix.shape,
      nnz: matrix.nnz,
      scalars: matrix.scalars,
      arrays,
      auxiliary,
      formatParams: matrix.params,
      kernelParams,
      x: nothing,
      y: nothing,
      alpha: 1,
      beta: 0,
      begin: 0,
      end: pass.partition.count,
      carry,
    };
    passes.push({ run: await loadFunction(pass, precision.precision, kernel.id), args });
  }
  return {
    bytesResident: storageBytes(matrix),
    apply(x, y, alpha, beta) {
      for (let p = 0; p < passes.length; p++) {
        const { run, args } = passes[p] as (typeof passes)[number];
        if (args.end === 0) continue;
        args.x = (x as PlainVector).data;
        args.y = (y as PlainVector).data;
        args.alpha = alpha;
        // Later passes add to what the first one wrote.
        args.beta = p === 0 ? beta : 1;
        run(args);
      }
    },
    dispose: () => {},
  };
}
