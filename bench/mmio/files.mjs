// Files to measure with: seeded, of about the size asked for.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const ROWS = 500_000;

function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32;
  };
}

/** Values by kind: 16 to 17 digits, two decimals, none. */
const KINDS = {
  'real-full': (random) => ` ${Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())}`,
  'real-short': (random) => ` ${Math.round((random() - 0.5) * 600) / 100}`,
  pattern: () => '',
};

const BYTES_PER_LINE = { 'real-full': 33.3, 'real-short': 19, pattern: 13.8 };

/** Columns ascend, rows are random, as in files written by columns. */
export function makeFile(folder, kind, megabytes) {
  const path = join(folder, `${kind}.mtx`);
  const random = uniform(2026);
  const entries = Math.round((megabytes * 1e6) / BYTES_PER_LINE[kind]);
  const file = openSync(path, 'w');
  writeSync(
    file,
    `%%MatrixMarket matrix coordinate ${kind === 'pattern' ? 'pattern' : 'real'} general\n${ROWS} ${ROWS} ${entries}\n`,
  );
  for (let k = 0; k < entries; k += 10_000) {
    let text = '';
    for (let e = k; e < Math.min(k + 10_000, entries); e++) {
      text += `${1 + Math.floor(random() * ROWS)} ${1 + Math.floor((e / entries) * ROWS)}${KINDS[kind](random)}\n`;
    }
    writeSync(file, text);
  }
  closeSync(file);
  return {
    kind,
    path,
    entries,
    bytes: statSync(path).size,
    sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
  };
}
