// Reads random and hard decimals by both scanners and compares every bit with Number(); writes random float64 by the printer and
// compares with String(). Usage: node tools/exact.ts [COUNT] [SEED]
import process from 'node:process';
import { createPowerTable } from '../src/number/power-table.ts';
import { parseRealText } from '../src/number/parse-number.ts';
import { scanReal } from '../src/number/scan-real.ts';
import { createPrinter, PRINT_ENTRIES } from '../src/wasm/printer.ts';
import { createScanner } from '../src/wasm/scanner.ts';
import { shortestF64 } from '../src/write/number-text.ts';
import { decimalCases, hardCases } from './decimal-cases.ts';

const count = Number(process.argv[2] ?? 1e6);
const seed = Number(process.argv[3] ?? 1);
const scanner = createScanner();
const printer = createPrinter();
if (scanner === undefined || printer === undefined) throw new Error('There is no WebAssembly with SIMD here.');
const powers = createPowerTable();
const cursor = { position: 0 };
const encoder = new TextEncoder();
const tally = { decimals: 0, bySlowPath: 0, wrong: 0, printed: 0, printedWrong: 0 };

function report(what: string, text: string, found: unknown): void {
  process.stderr.write(`${what}: ${text} gave ${String(found)}\n`);
}

function readBlock(block: readonly string[]): void {
  const bytes = encoder.encode(`${block.join('\n')}\n`);
  scanner?.input.set(bytes);
  let at = 0;
  let k = 0;
  while (k < block.length) {
    at = scanner?.array(at, bytes.length, block.length, 1, false) ?? 0;
    const n = scanner?.written() ?? 0;
    for (let j = 0; j < n; j++, k++) compare('WebAssembly', block[k] ?? '', scanner?.values[j]);
    if (k >= block.length) break;
    tally.bySlowPath++;
    compare('slow path', block[k] ?? '', parseRealText(block[k] ?? ''));
    at = bytes.indexOf(10, at) + 1;
    k++;
  }
  let p = 0;
  for (const text of block) {
    const value = scanReal(bytes, p, cursor, powers);
    if (cursor.position >= 0) compare('JavaScript', text, value);
    p += text.length + 1;
  }
  tally.decimals += block.length;
}

function compare(what: string, text: string, found: number | undefined): void {
  if (Object.is(found, Number(text))) return;
  tally.wrong++;
  report(what, text, found);
}

function printBlock(block: readonly string[]): void {
  const n = Math.min(block.length, PRINT_ENTRIES);
  for (let k = 0; k < n; k++) if (printer !== undefined) printer.values[k] = Number(block[k]);
  const lines = new TextDecoder().decode(printer?.lines(n, 0, 1)).split('\n');
  for (let k = 0; k < n; k++) {
    const value = printer?.values[k] ?? 0;
    if (lines[k] === shortestF64(value)) continue;
    tally.printedWrong++;
    report('printer', String(value), lines[k]);
  }
  tally.printed += n;
}

let block: string[] = [...hardCases()];
for (const text of decimalCases(seed, count)) {
  block.push(text);
  if (block.length < 1000) continue;
  readBlock(block);
  printBlock(block);
  block = [];
}
readBlock(block);
printBlock(block);
process.stdout.write(`${JSON.stringify(tally)}\n`);
process.exitCode = tally.wrong + tally.printedWrong === 0 ? 0 : 1;
