// Writes test/recorded-counts.json: sectors by buffer of each kernel on a few small matrices. Run it after an intended change of a
// kernel's indexing, and read what changed. Usage: node --conditions=@spmv/source packages/trace/tools/record-counts.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { currentCounts } from '../test/recorded-counts.ts';

writeFileSync(
  fileURLToPath(new URL('../test/recorded-counts.json', import.meta.url)),
  `${JSON.stringify(currentCounts(), null, 2)}\n`,
);
