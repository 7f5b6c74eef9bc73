import { SpmvError } from '@spmv/core';
import type { MatrixMarketField } from '../model/header.ts';
import type { WritableBody } from './writable.ts';

export function refuse(what: string, fix: string): never {
  throw new SpmvError('MMIO.WRITE', what, { fix });
}

/** The body under another field. Errors: `MMIO.WRITE`. */
export function withField(body: WritableBody, field: MatrixMarketField | undefined): WritableBody {
  const { banner, values } = body;
  if (field === undefined || field === banner.field) return body;
  if (banner.field === 'complex' || field === 'complex')
    refuse(`A ${banner.field} matrix cannot be written as ${field}.`, 'Leave the option field out.');
  if (field === 'pattern') {
    if (banner.format === 'array') refuse('An array cannot be written as a pattern.', 'Write it in coordinate form.');
    for (let k = 0; k < values.length; k++)
      if (values[k] !== 1)
        refuse(
          `Value ${k} is ${values[k]}; a pattern has no values other than 1.`,
          'Leave the option field out, or write only the positions.',
        );
    return { ...body, banner: { ...banner, field }, values: [] };
  }
  const filled = values.length === 0 && banner.field === 'pattern' ? new Float64Array(body.lines).fill(1) : values;
  if (field !== 'real') {
    for (let k = 0; k < filled.length; k++) {
      const value = filled[k] as number;
      if (!Number.isSafeInteger(value) || (field === 'unsigned-integer' && value < 0))
        refuse(`Value ${k} is ${value}, which field ${field} cannot hold.`, "Write it as 'real'.");
    }
  } else if (body.integers !== undefined)
    refuse('Integers beyond 2^53 cannot be written as real without loss.', 'Leave the option field out.');
  return { ...body, banner: { ...banner, field }, values: filled };
}
