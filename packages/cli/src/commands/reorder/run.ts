import { counted, grouped, significant, toJson } from '@spmv/engine/basics';
import { BOUNDS_SCHEMA, partsByWork, profileOf, reordered } from '@spmv/reorder';
import type { Context } from '../../documents/context.ts';
import { hostBlock } from '../../documents/host.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { requireProportion } from '../../host/require-memory.ts';
import { loadMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { besideFiles } from '../../output/terminal.ts';
import { wrap } from '../../output/wrap.ts';
import { writeWhole } from '../../output/write-file.ts';
import { writableType, writeOut } from '../write-out.ts';
import { writeVector } from '../write-vector.ts';
import type { OrderFlags, Shared } from './order-by.ts';
import { checkMethod, orderBy, sharedBy } from './order-by.ts';

export interface ReorderFlags extends OrderFlags {
  readonly out?: string;
  readonly order?: string;
  readonly bounds?: string;
}

/** `halo 1 024 → 512 B, most of a part 300 → 128 B from 4 → 2, most/mean entries 1.02 → 1.01`. */
function sharedWords(before: Shared, after: Shared): string {
  const { haloBytes: was, mostReceivedBytes: mostWas, mostSources: from, imbalance } = before;
  return [
    `halo ${grouped(was)} → ${grouped(after.haloBytes)} B`,
    `most of a part ${grouped(mostWas)} → ${grouped(after.mostReceivedBytes)} B from ${from} → ${after.mostSources}`,
    `most/mean entries ${significant(imbalance)} → ${significant(after.imbalance)}`,
  ].join(', ');
}

/** `spmv reorder A.mtx`: PAPᵀ with a narrow band or in parts that share few columns, and P. */
export async function run(context: Context, argument: string, flags: ReorderFlags): Promise<ExitCode> {
  const host = hostBlock();
  const { method, parts, out, order: orderFile, bounds: boundsFile } = flags;
  const terminal = besideFiles(context.terminal, out, orderFile);
  checkMethod(flags);
  const [type, orderType] = [
    out === undefined ? undefined : await writableType(context, out),
    orderFile === undefined ? undefined : await writableType(context, orderFile),
  ];
  const source = matrixSource(argument);
  const { coo, name } = await loadMatrix(source, context);
  requireProportion(name, coo);
  const before = profileOf(coo);
  const start = performance.now();
  const { order, bounds: found } = await orderBy(context, coo, flags);
  const ms = performance.now() - start;
  const moved = reordered(coo, order);
  const after = profileOf(moved);
  const bounds = parts === undefined ? undefined : (found ?? partsByWork(moved, parts));
  const division =
    bounds && parts !== undefined
      ? { parts, before: sharedBy(coo, partsByWork(coo, parts)), after: sharedBy(moved, bounds) }
      : undefined;
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
  if (boundsFile !== undefined && bounds)
    await writeWhole(boundsFile, `${toJson({ schema: BOUNDS_SCHEMA, matrix: name, method, bounds: [...bounds] })}\n`);
  if (after.bandwidth > before.bandwidth)
    terminal.warn(
      `The bandwidth grew from ${before.bandwidth} to ${after.bandwidth}: ${division ? 'parts keep together what they share, not what is near' : 'the order that the matrix had is the better one; keep it'}.`,
    );
  if (context.json) {
    const { rows, cols } = coo.shape;
    terminal.data(
      toJson({
        schema: 'spmv.reorder/1',
        host,
        matrix: { name, source: argument, rows, cols, nnz: coo.values.length },
        method,
        ...(division && method !== 'rcm' ? { within: flags.within ?? 'rcm' } : {}),
        before,
        after,
        ...(division ? { division } : {}),
        ...(bounds ? { bounds: Array.from(bounds) } : {}),
        ms,
        ...(out === undefined ? {} : { out }),
        ...(boundsFile === undefined ? {} : { boundsFile }),
        ...(orderFile === undefined ? { order: Array.from(order, (i) => i + 1) } : { orderFile }),
      }),
    );
    return EXIT.ok;
  }
  const words = `bandwidth ${before.bandwidth} → ${after.bandwidth}, profile ${before.profile} → ${after.profile}`;
  terminal.data(wrap(`${name}  ${method}: ${words}`, terminal.width, 2));
  if (division) {
    const { before: was, after: is } = division;
    terminal.data(wrap(`  ${counted(division.parts, 'part', 'parts')}: ${sharedWords(was, is)}`, terminal.width, 4));
  }
  terminal.note(`${counted(coo.shape.rows, 'row', 'rows')} ordered in ${Math.ceil(ms)} ms`);
  return EXIT.ok;
}
