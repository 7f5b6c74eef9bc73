// Makes a plugin with a format, an operation, a backend or a type of files anywhere from the templates in examples/, as `npm create @spmv/plugin` does from the published ones.
// Usage: npm run new:plugin -- FOLDER --id VENDOR/NAME [--kind format|operation|backend|file] [--package NAME] [--from FOLDER]
import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const PACKAGE = new URL('../packages/create-plugin/', import.meta.url);
const run = (file: string, ...args: readonly string[]): Buffer =>
  execFileSync(process.execPath, [fileURLToPath(new URL(file, PACKAGE)), ...args], { stdio: 'inherit' });
try {
  run('tools/stage-templates.ts');
  run('src/main.ts', ...process.argv.slice(2));
} catch (error) {
  // It has said why.
  process.exitCode = (error as { readonly status?: number }).status ?? 1;
}
