import { SpmvError } from '@spmv/core';
import type { Fields } from '../bench/fields.ts';
import { fieldsIn, isFields, listIn, numberIn, textIn } from '../bench/fields.ts';

/** A document of `spmv solve`, as far as a report shows it. */
export interface SolveDocument {
  readonly name: string;
  readonly matrix: string;
  /** `cg with jacobi`. */
  readonly method: string;
  readonly backend: string;
  readonly precision: string;
  readonly reason: string;
  readonly message: string;
  readonly fix: string | null;
  readonly iterations: number | null;
  /** ‖b − Ax‖, and what it was to become. */
  readonly residual: number | null;
  readonly tolerance: number | null;
  /** ‖b‖; null where it is not known, or 0. */
  readonly bNorm: number | null;
  readonly ms: number | null;
  /** Of it: before the first iteration, and in them. Older documents have neither. */
  readonly setupMs: number | null;
  readonly iterationMs: number | null;
  /** ‖b − Ax‖ at checks. */
  readonly history: readonly { readonly iteration: number; readonly residual: number }[];
  readonly fields: Fields;
}

const FIX = 'Give documents that spmv solve --json wrote, or reports made of them, and no others beside them.';

/** Whether a document says that it is one of `spmv solve`. */
export function isSolveDocument(document: unknown): boolean {
  return isFields(document) && /^spmv\.solve\/1\b/u.test(textIn(document, 'schema') ?? '');
}

/** Reads a document of `spmv.solve/1`. Errors: `REPORT.DOCUMENT` for what is none. */
export function readSolve(name: string, document: unknown): SolveDocument {
  const refuse = (why: string): SpmvError =>
    new SpmvError('REPORT.DOCUMENT', `${name} is not a document of spmv solve: ${why}.`, {
      fix: FIX,
      details: { name },
    });
  if (!isFields(document)) throw refuse('it is no JSON object');
  if (!isSolveDocument(document)) throw refuse(`its schema is ${textIn(document, 'schema') ?? 'missing'}`);
  const [method, matrix] = [textIn(document, 'method'), textIn(fieldsIn(document, 'matrix'), 'name')];
  if (matrix === null) throw refuse('it names no matrix');
  if (method === null) throw refuse('it names no method: it was ended before there was a result');
  const preconditioner = textIn(document, 'preconditioner') ?? 'none';
  const [residual, relative, bNorm] = ['residual', 'relativeResidual', 'bNorm'].map((one) => numberIn(document, one));
  const size = bNorm ?? (residual && relative ? residual / relative : null);
  return {
    name,
    matrix,
    method: preconditioner === 'none' ? method : `${method} with ${preconditioner}`,
    backend: textIn(document, 'backend') ?? '',
    precision: textIn(document, 'precision') ?? '',
    reason: textIn(document, 'reason') ?? 'unknown',
    message: textIn(document, 'message') ?? '',
    fix: textIn(fieldsIn(document, 'error'), 'fix'),
    iterations: numberIn(document, 'iterations'),
    residual: residual ?? null,
    tolerance: numberIn(document, 'tolerance'),
    bNorm: size === 0 ? null : size,
    ms: numberIn(document, 'ms'),
    setupMs: numberIn(document, 'setupMs'),
    iterationMs: numberIn(document, 'iterationMs'),
    history: listIn(document, 'history').flatMap((check) => {
      const [iteration, value] = [numberIn(check, 'iteration'), numberIn(check, 'residual')];
      return iteration === null || value === null ? [] : [{ iteration, residual: value }];
    }),
    fields: document,
  };
}
