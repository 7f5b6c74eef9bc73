import { buildMatrix, PRECISIONS } from '@spmv/core';
import { counted, toJson } from '@spmv/engine/basics';
import type { WriteOptions } from '@spmv/mmio';
import { usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import { loadFormats } from '../../discovery/needed.ts';
import { checkedSelection } from '../../session/check-selection.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import type { LoadedMatrix } from '../../matrices/load-matrix.ts';
import { loadMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { writeWhole } from '../../output/write-file.ts';
import { checkWritable } from '../../output/write-target.ts';
import { selectionOf } from '../flags/selection.ts';
import { paramsOn } from '../params-on.ts';
import { writableEndings, writableType, writeOut } from '../write-out.ts';

export interface ConvertFlags {
  readonly format?: string;
  readonly precision: string;
  readonly param?: readonly string[];
  readonly maxBytes?: number;
  readonly symmetry: string;
}

const SYMMETRIES = ['auto', 'general', 'symmetric', 'skew-symmetric'];

async function toStoredJson(context: Context, matrix: LoadedMatrix, out: string, flags: ConvertFlags): Promise<void> {
  const id = flags.format ?? 'coo';
  const { registry } = await loadFormats(await context.discover(), [id]);
  const selection = checkedSelection(
    registry,
    selectionOf({
      format: [id],
      precision: [flags.precision],
      seed: 0,
      ...(flags.param ? { param: flags.param } : {}),
    }),
  );
  const format = registry.format(id);
  const valueType = PRECISIONS[selection.precisions?.[0] ?? 'f64'].host;
  const stored = buildMatrix(format, matrix.coo, {
    params: paramsOn(selection, format.params.axes),
    valueType,
    ...(flags.maxBytes === undefined ? {} : { maxBytes: flags.maxBytes }),
  });
  const text = toJson({ schema: 'spmv.stored/1', ...stored });
  if (out === '-') context.terminal.data(text);
  else await writeWhole(out, text);
}

/** `spmv convert M OUT`: any file to any that can be written, or the arrays of a format as JSON. */
export async function run(context: Context, argument: string, out: string, flags: ConvertFlags): Promise<ExitCode> {
  const json = out.endsWith('.json') || (out === '-' && (context.json || flags.format !== undefined));
  if (!json && flags.format !== undefined)
    throw usageError(
      `--format ${flags.format} is only for .json files, and ${out} is none.`,
      'Give the output a name that ends in .json, or leave --format out.',
    );
  const type = json ? undefined : await writableType(context, out);
  if (!json && type === undefined && out !== '-' && !/\.mtx(\.gz)?$/i.test(out)) {
    const endings = ['.mtx', '.mtx.gz', ...(await writableEndings(context))];
    throw usageError(`The ending of ${out} does not say what to write.`, `End it in ${endings.join(', ')} or .json.`);
  }
  if (!SYMMETRIES.includes(flags.symmetry))
    throw usageError(`There is no symmetry '${flags.symmetry}'.`, `Use one of: ${SYMMETRIES.join(', ')}.`);
  checkWritable(out);
  const matrix = await loadMatrix(matrixSource(argument), context, { complex: !json });
  if (json) await toStoredJson(context, matrix, out, flags);
  else {
    const { shape, values, ...positions } = matrix.coo;
    await writeOut(
      out,
      { shape, positions, values, ...(matrix.imaginary ? { imaginary: matrix.imaginary } : {}) },
      {
        type,
        market: { symmetry: flags.symmetry as NonNullable<WriteOptions['symmetry']> },
        selection: selectionOf({ seed: 0, ...(flags.param ? { param: flags.param } : {}) }),
      },
    );
  }
  if (out !== '-')
    context.terminal.note(
      `${out}: ${matrix.coo.shape.rows} × ${matrix.coo.shape.cols}, ${counted(matrix.coo.values.length, 'entry', 'entries')}`,
    );
  return EXIT.ok;
}
