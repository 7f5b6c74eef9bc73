import type {
  PartialSums,
  DriverOperator,
  DriverRequest,
  JsFunction,
  JsPass,
  JsProgram,
  JsRange,
  ValueArray,
} from '@spmv/core';
import { allocate, SpmvError, storageBytes, storedPrecision, valueArray } from '@spmv/core';
import type { PlainVector } from './plain-vector.ts';

/** The function of a pass. The precision as the URL's fragment gives each precision an instance of the module, specialised to its arrays. */
async function loadFunction(pass: JsPass, precision: string, kernel: string): Promise<JsFunction> {
  let cause: unknown;
  try {
    const loaded = (await import(
      /* @vite-ignore */ /* webpackIgnore: true */ `${pass.module}#${precision}`
    )) as Readonly<Record<string, unknown>>;
    if (typeof loaded[pass.export] === 'function') return loaded[pass.export] as JsFunction;
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

/** A pass with the object of arguments that every product changes. */
interface BoundPass {
  readonly run: JsFunction;
  readonly args: JsRange & Record<string, ValueArray | number>;
  readonly pass: JsPass;
}

/** Binds a matrix to a program. The arrays are copied: the caller may drop or change its own. */
export async function preparePlainOperator(request: DriverRequest): Promise<DriverOperator> {
  const { matrix, kernel, auxiliary, kernelParams, precision, signature, sizes } = request;
  const program = request.program as JsProgram;
  const arrays = Object.fromEntries(Object.entries(matrix.arrays).map(([name, array]) => [name, array.slice()]));
  const scratch = Object.fromEntries(
    Object.entries(program.scratch ?? {}).map(([name, { element, length }]) => [name, allocate(element, length)]),
  );
  const partialSums: PartialSums = { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 };
  const nothing = valueArray(matrix.valueType, 0);
  const passes: BoundPass[] = [];
  for (const pass of program.passes) {
    const { count } = pass.partition;
    // One worker and one range with all units: no row is split.
    const range: JsRange = {
      ...matrix.shape,
      nnz: matrix.nnz,
      sizes,
      scalars: matrix.scalars,
      arrays,
      auxiliary,
      formatParams: matrix.params,
      kernelParams,
      numbers: pass.numbers ?? {},
      scratch,
      worker: 0,
      workers: 1,
      begin: 0,
      end: count === 'workers' ? 1 : count,
      partialSums,
    };
    const args = range as BoundPass['args'];
    for (const { name } of signature.buffers) args[name] = nothing;
    const run = await loadFunction(pass, `${precision.precision}-${storedPrecision(precision)}`, kernel.id);
    passes.push({ run, args, pass });
  }
  return {
    bytesResident: storageBytes(matrix),
    apply(buffers, scalars) {
      for (const { run, args, pass } of passes) {
        if (args.end === 0) continue;
        for (let b = 0; b < buffers.length; b++) {
          args[signature.buffers[b]?.name as string] = (buffers[b] as PlainVector).data;
        }
        for (let s = 0; s < scalars.length; s++) {
          const name = signature.scalars[s]?.name as string;
          args[name] = pass.set?.[name] ?? (scalars[s] as number);
        }
        run(args);
      }
    },
    dispose: () => {},
  };
}
