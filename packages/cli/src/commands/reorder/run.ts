import { suggestNames } from '@spmv/core';
import { counted, toJson } from '@spmv/engine/basics';
import { profileOf, reordered, reverseCuthillMckee } from '@spmv/reorder';
import { usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import { hostBlock } from '../../documents/host.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { loadMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { wrap } from '../../output/wrap.ts';
import { checkWritable } from '../../output/write-target.ts';
import { writableType, writeOut } from '../write-out.ts';
import { writeVector } from '../write-vector.ts';

export interface ReorderFlags {
  readonly method: string;
  readonly out?: string;
  readonly order?: string;
}

const METHODS = { rcm: reverseCuthillMckee } as const;

/** `spmv reorder A.mtx`: PAPᵀ with a narrow band, and P. */
export async function run(context: Context, argument: string, flags: ReorderFlags): Promise<ExitCode> {
  const { terminal } = context;
  const { method, out, order: orderFile } = flags;
  if (!Object.hasOwn(METHODS, method))
    throw usageError(`There is no ordering '${method}'.`, suggestNames(method, Object.keys(METHODS)));
  for (const file of [out, orderFile]) if (file !== undefined) checkWritable(file);
  const [type, orderType] = [
    out === undefined ? undefined : await writableType(context, out),
    orderFile === undefined ? undefined : await writableType(context, orderFile),
  ];
  const source = matrixSource(argument);
  const { coo, name } = await loadMatrix(source, context);
  const before = profileOf(coo);
  const start = performance.now();
  const order = METHODS[method as keyof typeof METHODS](coo);
  const ms = performance.now() - start;
  const moved = reordered(coo, order);
  const after = profileOf(moved);
  if (out !== undefined) {
    const { shape, values, ...positions } = moved;
    await writeOut(out, { shape, positions, values }, { type });
  }
  // Files count rows from 1 on.
  if (orderFile !== undefined)
    await writeVector(
      orderFile,
      Float64Array.from(order, (i) => i + 1),
      orderType,
    );
  if (context.json) {
    const { rows, cols } = coo.shape;
    terminal.data(
      toJson({
        schema: 'spmv.reorder/1',
        host: hostBlock(),
        matrix: { name, source: argument, rows, cols, nnz: coo.values.length },
        method,
        before,
        after,
        ms,
        ...(out === undefined ? {} : { out }),
        ...(orderFile === undefined ? { order: Array.from(order, (i) => i + 1) } : { orderFile }),
      }),
    );
    return EXIT.ok;
  }
  const words = `bandwidth ${before.bandwidth} → ${after.bandwidth}, profile ${before.profile} → ${after.profile}`;
  terminal.data(wrap(`${name}  ${method}: ${words}`, terminal.width, 2));
  terminal.note(`${counted(coo.shape.rows, 'row', 'rows')} ordered in ${Math.ceil(ms)} ms`);
  return EXIT.ok;
}
