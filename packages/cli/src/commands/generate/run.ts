import { DEFAULT_SEED, counted, randomVector } from '@spmv/engine/basics';
import { usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import type { GeneratorSpec } from '../../matrices/generator-spec.ts';
import { pair, parseGeneratorSpec } from '../../matrices/generator-spec.ts';
import { generate } from '../../matrices/generators.ts';
import { parseInteger } from '../flags/values.ts';
import { writableType, writeOut } from '../write-out.ts';

export interface GenerateFlags {
  readonly out: string;
}

function specOf(name: string, options: readonly string[]): GeneratorSpec {
  const spec = parseGeneratorSpec(name.replace(/^gen:/, ''));
  return { generator: spec.generator, params: { ...spec.params, ...Object.fromEntries(options.map(pair)) } };
}

/** `spmv generate vector length=100 seed=1`: the x that bench and validate use. */
function vectorOf({ params }: GeneratorSpec): Float64Array {
  const unknown = Object.keys(params).find((key) => key !== 'length' && key !== 'seed');
  if (unknown !== undefined) throw usageError(`A vector has no option '${unknown}'.`, 'It has length and seed.');
  if (params['length'] === undefined)
    throw usageError('A vector needs a length.', 'Write for example: spmv generate vector length=100.');
  return randomVector(
    parseInteger(params['length']),
    params['seed'] === undefined ? DEFAULT_SEED : parseInteger(params['seed']),
  );
}

/** `spmv generate NAME key=value…`: a seeded matrix or vector as Matrix Market. */
export async function run(
  context: Context,
  name: string,
  options: readonly string[],
  flags: GenerateFlags,
): Promise<ExitCode> {
  const spec = specOf(name, options);
  const type = await writableType(context, flags.out);
  const text = `${spec.generator} ${Object.entries(spec.params)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ')}`.trim();
  const comments = [` made by spmv generate ${text}`];
  if (spec.generator === 'vector') {
    const vector = vectorOf(spec);
    const shape = { rows: vector.length, cols: 1 };
    await writeOut(flags.out, { shape, values: vector }, { type, market: { comments } });
    context.terminal.note(`${text}: ${counted(vector.length, 'number', 'numbers')} in [0.1, 3)`);
    return EXIT.ok;
  }
  const coo = generate(spec);
  const { shape, values, ...positions } = coo;
  await writeOut(flags.out, { shape, positions, values }, { type, market: { comments } });
  context.terminal.note(
    `${text}: ${coo.shape.rows} × ${coo.shape.cols}, ${counted(coo.values.length, 'entry', 'entries')}`,
  );
  return EXIT.ok;
}
