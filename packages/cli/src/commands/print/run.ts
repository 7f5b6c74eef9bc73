import type { StoredMatrix, TypedArray } from '@spmv/core';
import { buildMatrix, formatParams, planStorage, precisionOf, PRECISIONS, structureOf } from '@spmv/core';
import { counted } from '@spmv/engine/basics';
import { usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import { loadFormats } from '../../discovery/needed.ts';
import { checkedSelection } from '../../session/check-selection.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { loadAnyMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { publish } from '../../output/publish.ts';
import { selectionOf } from '../flags/selection.ts';
import { paramsOn } from '../params-on.ts';

export interface PrintFlags {
  readonly format: string;
  readonly precision: string;
  readonly param?: readonly string[];
  readonly maxBytes?: number;
  readonly limit: number;
}

function arrayLine(name: string, width: number, array: TypedArray): string {
  return `${name.padEnd(width)}  ${Array.from(array, String).join(' ')}`;
}

function text(stored: StoredMatrix): string {
  const { shape, nnz, params, scalars, arrays } = stored;
  const names = [...Object.keys(scalars), ...Object.keys(arrays)];
  const width = Math.max(0, ...names.map(({ length }) => length));
  const settings = formatParams(params);
  return [
    `${stored.format}${settings === '' ? '' : ` (${settings})`}, ${shape.rows} × ${shape.cols}, ${counted(nnz, 'entry', 'entries')}, ${precisionOf(stored.valueType, stored.components)}`,
    ...Object.entries(scalars).map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    ...Object.entries(arrays).map(([name, array]) => arrayLine(name, width, array)),
  ].join('\n');
}

/** `spmv print M --format F`: the arrays of a small matrix as stored. */
export async function run(context: Context, argument: string, flags: PrintFlags): Promise<ExitCode> {
  const source = matrixSource(argument);
  const { registry } = await loadFormats(await context.discover(), [flags.format]);
  const selection = checkedSelection(
    registry,
    selectionOf({
      format: [flags.format],
      precision: [flags.precision],
      seed: 0,
      ...(flags.param ? { param: flags.param } : {}),
    }),
  );
  const format = registry.format(flags.format);
  const { coo } = await loadAnyMatrix(source, context);
  const valueType = PRECISIONS[selection.precisions?.[0] ?? 'f64'].host;
  const params = paramsOn(selection, format.params.axes);
  const limits = flags.maxBytes === undefined ? {} : { maxBytes: flags.maxBytes };
  const { arrays } = planStorage(format, structureOf(coo), params, precisionOf(valueType, coo.components), limits);
  const elements = Object.values(arrays).reduce((sum, { length }) => sum + length, 0);
  if (elements > flags.limit) {
    throw usageError(
      `${argument} in ${flags.format} has ${elements} array elements, too many to print.`,
      `Raise --limit, or write them to a file: spmv convert ${argument} out.json --format ${flags.format}.`,
    );
  }
  const stored = buildMatrix(format, coo, { params, valueType, ...limits });
  await publish(context, { document: { schema: 'spmv.stored/1', ...stored }, rows: [], text: () => text(stored) });
  return EXIT.ok;
}
