// Writes test/registers.json: registers and spilled bytes of every kernel as ptxas reports them for compute capability 9.0, and which ptxas.
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const table = {};
for (const file of readdirSync(join(root, 'src/kernels'))
  .filter((name) => name.endsWith('.cu'))
  .sort()) {
  const stem = file.slice(0, -'.cu'.length);
  const report = execFileSync(
    'sh',
    ['-c', 'ptxas -v -arch=sm_90 "$1" -o /dev/null 2>&1', 'sh', join(root, 'dist/kernels', `${stem}.ptx`)],
    { encoding: 'utf8' },
  );
  const kernels = {};
  for (const [, name, , spill, registers] of report.matchAll(
    /Compiling entry function '([^']+)'([\s\S]*?)(\d+) bytes spill stores[\s\S]*?Used (\d+) registers/g,
  )) {
    kernels[name] = { registers: Number(registers), spillBytes: Number(spill) };
  }
  table[stem] = Object.fromEntries(Object.entries(kernels).sort(([a], [b]) => (a < b ? -1 : 1)));
}
const [assembler] = /\bV\d+\.\d+\.\d+/.exec(execFileSync('ptxas', ['--version'], { encoding: 'utf8' })) ?? ['unknown'];
const lines = Object.entries(table).map(
  ([stem, kernels]) =>
    `    ${JSON.stringify(stem)}: {\n${Object.entries(kernels)
      .map(([name, usage]) => `      ${JSON.stringify(name)}: ${JSON.stringify(usage)}`)
      .join(',\n')}\n    }`,
);
writeFileSync(
  join(root, 'test/registers.json'),
  `{\n  "assembler": ${JSON.stringify(assembler)},\n  "kernels": {\n${lines.join(',\n')}\n  }\n}\n`,
);
