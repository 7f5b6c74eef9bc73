import type { Carry, JsPass, JsProgram, JsSpmvArguments, JsSpmvFunction, SpmvDriverOperator, SpmvDriverRequest } from '@spmv/core';
import { SpmvError, storageBytes, valueArray } from '@spmv/core';
import type { SerialVector } from './serial-vector.ts';

interface LoadedPass {
  readonly run: JsSpmvFunction;
  readonly carry: Carry;
  readonly args: JsSpmvArguments;
}

/**
 * The function of a pass, from an instance of its module that only this precision uses: an engine specialises a loop to the types
 * of arrays it has seen, and one that has seen both f32 and f64 runs at half the speed.
 */
async function loadFunction(pass: JsPass, precision: string, kernel: string): Promise<JsSpmvFunction> {
  const url = `${pass.module}${pass.module.includes('?') ? '&' : '?'}precision=${precision}`;
  let loaded: Readonly<Record<string, unknown>>;
  try {
    loaded = (await import(/* @vite-ignore */ url)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw new SpmvError('KERNEL.LOAD_FAILED', `Kernel '${kernel}': module ${pass.module} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, {
      fix: 'Reinstall the package that brings the kernel.',
      details: { kernel, module: pass.module },
      cause,
    });
  }
  const run = loaded[pass.export];
  if (typeof run === 'function') return run as JsSpmvFunction;
  throw new SpmvError('KERNEL.LOAD_FAILED', `Kernel '${kernel}': module ${pass.module} exports no function '${pass.export}'.`, {
    fix: 'Correct the export name in the kernel\'s program.',
    details: { kernel, module: pass.module, export: pass.export },
  });
}

/** Prepares a JavaScript program: arrays are copied, so that the caller may drop or change its own. */
export async function prepareJsOperator(request: SpmvDriverRequest): Promise<SpmvDriverOperator> {
  const { matrix, kernelParams, precision } = request;
  const program = request.program as JsProgram;
  const arrays = Object.fromEntries(Object.entries(matrix.arrays).map(([name, array]) => [name, array.slice()]));
  const nothing = valueArray(matrix.valueType, 0);
  const passes: LoadedPass[] = [];
  for (const pass of program.passes) {
    const run = await loadFunction(pass, precision.precision, request.kernel.id);
    const carry: Carry = { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 };
    const args: JsSpmvArguments = {
      ...matrix.shape,
      nnz: matrix.nnz,
      scalars: matrix.scalars,
      arrays,
      auxiliary: request.auxiliary,
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
    passes.push({ run, carry, args });
  }
  const auxiliaryBytes = Object.values(request.auxiliary).reduce((sum, array) => sum + array.byteLength, 0);
  return {
    bytesResident: storageBytes(matrix) + auxiliaryBytes,
    apply(x, y, alpha, beta) {
      const xData = (x as SerialVector).data;
      const yData = (y as SerialVector).data;
      for (let p = 0; p < passes.length; p++) {
        const { run, args } = passes[p] as LoadedPass;
        if (args.end === 0) continue;
        args.x = xData;
        args.y = yData;
        args.alpha = alpha;
        // Later passes add to what the first one wrote.
        args.beta = p === 0 ? beta : 1;
        run(args);
        args.x = nothing;
        args.y = nothing;
      }
    },
    dispose() {
      passes.length = 0;
    },
  };
}
