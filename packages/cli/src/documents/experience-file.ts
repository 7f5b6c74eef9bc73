import type { Experience } from '@spmv/advice';
import { recordedExperience } from '@spmv/advice';
import { inputError } from '../cli-error.ts';
import { isObject, readJsonFile } from './bench-document.ts';

const FIX = 'Make one with spmv advise --judge RUN.json --keep FILE.';

/** What is known of kernels: from a file, else what comes with this project. Errors: bad input. */
export function experienceOf(path: string | undefined): Experience {
  if (path === undefined) return recordedExperience;
  const value = readJsonFile(path, FIX);
  const { schema, kernels, features, evidence } = isObject(value) ? value : {};
  const isKnown = schema === 'spmv.experience/1' && [kernels, features, evidence].every(Array.isArray);
  const isWhole = (one: unknown): boolean =>
    isObject(one) &&
    typeof one['kernel'] === 'string' &&
    Array.isArray(one['coefficients']) &&
    one['coefficients'].every((c) => typeof c === 'number' && c >= 0);
  if (!isKnown || !(kernels as readonly unknown[]).every(isWhole))
    throw inputError(`${path} does not hold what is known of kernels (schema ${String(schema)}).`, FIX);
  return value as Experience;
}
