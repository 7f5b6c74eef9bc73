import { isSpmvError } from '@spmv/core';
import { expandSymmetry, type MatrixMarketFile, readMatrixMarket } from '../src/index.ts';

function entries(file: MatrixMarketFile): string {
  const { header } = file;
  if (header.format === 'array') return `${header.rows} × ${header.cols} array`;
  const stored = file.rowIndex.length;
  const expanded = expandSymmetry(file).rowIndex.length;
  const all = header.symmetry === 'general' ? '' : `, ${expanded} expanded`;
  return `${header.rows} × ${header.cols}, ${stored} ${stored === 1 ? 'entry' : 'entries'}${all}`;
}

/** What this package does with a file, in one line: what it reads, or the code, place and reason of its refusal. */
export async function describeReading(source: Uint8Array | string): Promise<string> {
  try {
    const file = await readMatrixMarket(source);
    const warnings = file.warnings.map(
      (warning) => `; warns: ${warning.message.replace(/^Line \d+: /, '').replace(/\.$/, '')}`,
    );
    const exact = file.integers === undefined ? '' : '; exact in `integers`';
    return `reads ${entries(file)}${exact}${warnings.join('')}`;
  } catch (error) {
    if (!isSpmvError(error)) throw error;
    const { line, column } = error.details;
    const reason = error.message.replace(/^Line \d+, column \d+: /, '').replace(/: ‘.*’$/, '');
    return `refuses: ${error.code}, line ${String(line)}, column ${String(column)}: ${reason}`;
  }
}
