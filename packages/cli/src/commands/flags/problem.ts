import type { Command } from 'commander';
import type { DenseRequest, Sizes } from '@spmv/core';
import { usageError } from '../../cli-error.ts';
import { pair } from '../../matrices/generator-spec.ts';
import type { MatrixSource } from '../../matrices/matrix-source.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { collectRaw, parseInteger } from './values.ts';
import type { CommandSelection } from '../../session/selection.ts';

/** Options that say what an operation is computed on besides its stored matrix. */
export interface ProblemFlags {
  readonly size?: readonly string[];
  readonly layout?: readonly string[];
  readonly operand?: readonly string[] | undefined;
}

export function withProblem(command: Command): Command {
  return command
    .option(
      '--size <names=values>',
      'sizes that the operation declares: n=64; n=64,128 runs both; m,n,k=64,128 sets all three; repeated: every combination; with --operation each is a flag of its name, too',
      collectRaw,
    )
    .option(
      '--layout <name=order>',
      'layout of a dense operand: A=column; with leading dimension A=row,ld=520; with batch stride A=row,stride=4096 (repeatable)',
      collectRaw,
    )
    .option(
      '--operand <name=what>',
      'what an operand holds: a matrix file or a generator, A=gen:dense?density=0.1 (repeatable); default random',
      collectRaw,
    );
}

const SIZE_FIX = 'Write NAMES=VALUES, for example --size m,n,k=128,256 or --size m=128 --size n=64,128.';

/** Names that take their values together. */
interface SizeAxis {
  readonly names: readonly string[];
  readonly values: readonly number[];
}

/** `m,n=64,128,k=3`: numbers are values, words names of what comes next. Errors: usage. */
function sizeAxes(text: string): readonly SizeAxis[] {
  const axes: { names: string[]; values: number[] }[] = [];
  let waiting: string[] = [];
  for (const part of text.split(',')) {
    const [word = '', value, ...more] = part.split('=');
    const isNumber = /^[0-9]/.test(word);
    const last = axes.at(-1);
    if (more.length > 0 || word === '' || (isNumber && (value !== undefined || !last || waiting.length > 0)))
      throw usageError(`'${text}' is not a size.`, SIZE_FIX);
    if (isNumber) last?.values.push(parseInteger(word));
    else {
      waiting.push(word);
      if (value === undefined) continue;
      axes.push({ names: waiting, values: [parseInteger(value)] });
      waiting = [];
    }
  }
  if (waiting.length > 0) throw usageError(`'${text}' gives no value for ${waiting.join(', ')}.`, SIZE_FIX);
  return axes;
}

/** Every combination of what the flags say; of a size that is named twice the last one. */
function sizesOf(texts: readonly string[]): readonly Sizes[] {
  let all: readonly Sizes[] = [{}];
  for (const { names, values } of texts.flatMap(sizeAxes))
    all = all.flatMap((sizes) =>
      values.map((value) => ({ ...sizes, ...Object.fromEntries(names.map((name) => [name, value])) })),
    );
  return all;
}

const LAYOUT_FIX = 'Write NAME=row or NAME=column; ,ld=N and ,stride=N may follow.';

/** `A=column,ld=520,stride=0`. Errors: usage. */
function layoutOf(text: string): readonly [string, DenseRequest] {
  const [first = '', ...rest] = text.split(',');
  const [name, order] = pair(first);
  if (order !== 'row' && order !== 'column') throw usageError(`'${order}' is not a storage order.`, LAYOUT_FIX);
  const gaps = rest.map((part): readonly [string, number] => {
    const [key, value] = pair(part);
    if (key === 'ld') return ['leadingDimension', parseInteger(value)];
    if (key === 'stride') return ['batchStride', parseInteger(value)];
    throw usageError(`A layout has no '${key}'.`, LAYOUT_FIX);
  });
  return [name, { order, ...Object.fromEntries(gaps) }];
}

function operandOf(text: string): readonly [string, MatrixSource] {
  const at = text.indexOf('=');
  if (at <= 0) throw usageError(`'${text}' names no operand.`, 'Write NAME=FILE or NAME=gen:dense.');
  return [text.slice(0, at), matrixSource(text.slice(at + 1))];
}

/** What these flags stand for. Errors: usage; bad input for a file that is not there. */
export function problemOf({
  size,
  layout,
  operand,
}: ProblemFlags): Pick<CommandSelection, 'sizes' | 'layouts' | 'operands'> {
  return {
    ...(size ? { sizes: sizesOf(size) } : {}),
    ...(layout ? { layouts: Object.fromEntries(layout.map(layoutOf)) } : {}),
    ...(operand ? { operands: Object.fromEntries(operand.map(operandOf)) } : {}),
  };
}
