import type { SourceName } from '../matrix/source.ts';
import { shownName } from '../matrix/source.ts';
import type { ShippedMatrix } from './bundled.ts';

/** What is known of a matrix before it is read, by its name; empty of one that there is not. */
export function aboutMatrix(name: SourceName, bundled: readonly ShippedMatrix[]): string {
  if (name !== shownName(name)) return 'From this device, which it does not leave.';
  if (name.startsWith('gen:')) return 'Made in this browser, by a generator.';
  const known = bundled.find((one) => one.name === name);
  return known === undefined ? '' : `${known.why} · ${known.author} · SuiteSparse Matrix Collection, ${known.licence}`;
}
