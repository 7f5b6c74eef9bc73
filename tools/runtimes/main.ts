// Runs what is published in every runtime of JavaScript, and writes what works where into docs/runtimes.md. Packages must be built; runtimes besides
// Node are installed with npm at first. Usage: node tools/runtimes/main.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { lack } from '../machine.ts';
import { ROOT } from '../packages/pack-all.ts';
import { install, runAll } from './run.ts';
import { runtimeTable, withRuntimes } from './table.ts';

if (lack('runtimes')) await install();
const table = runtimeTable(await runAll());
const page = join(ROOT, 'docs', 'runtimes.md');
writeFileSync(page, withRuntimes(readFileSync(page, 'utf8'), table));
process.stdout.write(`${table}\n`);
