// Writes the library example into README.md from the example program that the tests run.
// Usage: node tools/readme.ts [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../examples/multiply/src/multiply.ts', import.meta.url));

/** The README with its example block replaced by the source of the example. */
export function withExample(readme: string, example: string): string {
  const block = `<!-- example:begin -->\n\`\`\`ts\n${example.trim()}\n\`\`\`\n<!-- example:end -->`;
  return readme.replace(/<!-- example:begin -->[\s\S]*<!-- example:end -->/, () => block);
}

/** Whether README.md shows the example as it is. */
export function readmeIsCurrent(): boolean {
  const readme = readFileSync(README, 'utf8');
  return withExample(readme, readFileSync(EXAMPLE, 'utf8')) === readme;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) {
    writeFileSync(README, withExample(readFileSync(README, 'utf8'), readFileSync(EXAMPLE, 'utf8')));
  } else if (!readmeIsCurrent()) {
    process.stderr.write('README.md does not show examples/multiply as it is. Run: pnpm exec node tools/readme.ts\n');
    process.exitCode = 1;
  }
}
