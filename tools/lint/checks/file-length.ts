import type { LintCheck } from '../check.ts';

/** Most lines of a file that a person writes and reads. */
export const MAX_LINES = 300;

const SOURCE = /\.(?:ts|tsx|mts|mjs|js|cjs|wgsl|cu|cuh|cpp|cc|c|h|hpp|css|sh)$/u;
const GENERATED = /\.generated\./u;

/** A source file holds one concept; beyond this it holds two. Generated files carry `.generated.` in their name. */
export const fileLength: LintCheck = {
  name: 'file-length',
  run: (workspace) =>
    [...workspace.files].flatMap(([file, text]) => {
      if (!SOURCE.test(file) || GENERATED.test(file)) return [];
      const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
      return lines > MAX_LINES
        ? [{ file, message: `has ${lines} lines, more than ${MAX_LINES}: split it by concept` }]
        : [];
    }),
};
