import type { AnyCoo } from '@spmv/core';
import {
  absoluteCoo,
  buildMatrix,
  complexCoo,
  imaginaryPart,
  inParts,
  isComplex,
  PRECISIONS,
  realPart,
} from '@spmv/core';
import { counted, toJson } from '@spmv/engine/basics';
import type { WriteOptions } from '@spmv/mmio';
import { usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import { loadFormats } from '../../discovery/needed.ts';
import { checkedSelection } from '../../session/check-selection.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { loadAnyMatrix } from '../../matrices/load-matrix.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { writeWhole } from '../../output/write-file.ts';
import { selectionOf } from '../flags/selection.ts';
import { paramsOn } from '../params-on.ts';
import { refuseParams, writableType, writeOut } from '../write-out.ts';

export interface ConvertFlags {
  readonly format?: string;
  readonly precision?: string;
  readonly param?: readonly string[];
  readonly maxBytes?: number;
  readonly symmetry?: NonNullable<WriteOptions['symmetry']>;
  /** Of a complex matrix. */
  readonly part?: Part;
}

type Part = 'real' | 'imaginary' | 'abs';

/** The part of the entries that was asked for, or all. Of real ones the imaginary part is 0. */
function partOfEntries(coo: AnyCoo, part: Part | undefined): AnyCoo {
  if (part === undefined) return coo;
  const any = isComplex(coo) ? coo : complexCoo(coo);
  return { real: realPart, imaginary: imaginaryPart, abs: absoluteCoo }[part](any);
}

/** Refuses flags of another type of file than the one that is written. Errors: usage. */
function refuseIdle(
  out: string,
  flags: ConvertFlags,
  { json, market }: Readonly<Record<'json' | 'market', boolean>>,
): void {
  const idle = (['format', 'precision', 'maxBytes', 'symmetry'] as const).find(
    (name) => flags[name] !== undefined && (name === 'symmetry' ? !market : !json),
  );
  if (idle === undefined) return;
  const [flag, wanted, ending] =
    idle === 'symmetry'
      ? ['--symmetry', 'Matrix Market', '.mtx']
      : [`--${idle === 'maxBytes' ? 'max-bytes' : idle}`, 'the arrays of a format', '.json'];
  throw usageError(
    `${flag} is for ${wanted}, which ${out} will not hold.`,
    `Give the output a name that ends in ${ending}, or leave ${flag} out.`,
  );
}

async function toStoredJson(context: Context, coo: AnyCoo, out: string, flags: ConvertFlags): Promise<void> {
  const id = flags.format ?? 'coo';
  const { registry } = await loadFormats(await context.discover(), [id]);
  const selection = checkedSelection(
    registry,
    selectionOf({
      format: [id],
      precision: [flags.precision ?? 'f64'],
      seed: 0,
      ...(flags.param ? { param: flags.param } : {}),
    }),
  );
  const format = registry.format(id);
  const valueType = PRECISIONS[selection.precisions?.[0] ?? 'f64'].host;
  const stored = buildMatrix(format, coo, {
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
  const json = out.endsWith('.json') || (out === '-' && flags.format !== undefined);
  const type = json ? undefined : await writableType(context, out, ['.json']);
  refuseIdle(out, flags, { json, market: !json && type === undefined });
  const selection = selectionOf({ seed: 0, ...(flags.param ? { param: flags.param } : {}) });
  if (!json) refuseParams(type, selection);
  const matrix = await loadAnyMatrix(matrixSource(argument), context);
  const coo = partOfEntries(matrix.coo, flags.part);
  if (json) await toStoredJson(context, coo, out, flags);
  else {
    const { shape, rowIndex, colIndex, values, components } = coo;
    await writeOut(
      out,
      { shape, positions: { rowIndex, colIndex }, ...inParts(values, components) },
      {
        type,
        market: flags.symmetry === undefined ? {} : { symmetry: flags.symmetry },
        selection,
      },
    );
  }
  if (out !== '-')
    context.terminal.note(
      `${out}: ${coo.shape.rows} × ${coo.shape.cols}, ${counted(coo.colIndex.length, 'entry', 'entries')}`,
    );
  return EXIT.ok;
}
