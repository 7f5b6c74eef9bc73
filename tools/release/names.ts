// Every name that a release publishes, one a line. Usage: node tools/release/names.ts
import process from 'node:process';
import { ROOT } from '../packages/pack-all.ts';
import { publishedPackages } from './published.ts';

for (const { name } of publishedPackages(ROOT)) process.stdout.write(`${name}\n`);
