import { type TextPlace, type ReadErrorCode, readError } from '../errors/read-error.ts';
import type { MatrixMarketWarning } from '../model/file.ts';

export interface WarningList {
  readonly warnings: () => readonly MatrixMarketWarning[];
  warn(code: ReadErrorCode, line: number, column: number, message: string, excerpt?: string): void;
}

/** Collects one warning a kind, with its count; in strict mode the first one is an error. */
export function createWarningList(strict: boolean, onWarning?: (warning: MatrixMarketWarning) => void): WarningList {
  const found = new Map<string, { code: string; line: number; count: number; message: string }>();
  return {
    warnings: () => [...found.values()],
    warn(code, line, column, message, excerpt) {
      if (strict) {
        const place: TextPlace = excerpt === undefined || excerpt === '' ? { line, column } : { line, column, excerpt };
        throw readError(
          code,
          place,
          `${message} (refused because of the option strict)`,
          'Correct the file, or read it without strict.',
        );
      }
      const known = found.get(code);
      if (known !== undefined) {
        known.count++;
        return;
      }
      const warning = { code, line, count: 1, message: `Line ${line}: ${message}.` };
      found.set(code, warning);
      onWarning?.({ ...warning });
    },
  };
}
