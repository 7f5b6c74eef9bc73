// Serves the built page. Usage: node serve/main.ts [--port N] [--no-isolation]
import { existsSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serveFolder } from './static-server.ts';

const folder = fileURLToPath(new URL('../dist/site', import.meta.url));
const { values } = parseArgs({
  options: { port: { type: 'string', default: '8080' }, 'no-isolation': { type: 'boolean', default: false } },
});
if (existsSync(folder)) {
  const { url } = await serveFolder({ folder, port: Number(values.port), isolated: !values['no-isolation'] });
  process.stdout.write(`The page is at ${url} (Ctrl+C ends it).\n`);
} else {
  process.stderr.write(
    `There is no ${folder}: build it first, with \`npm run playground\` in the root of the clone.\n`,
  );
  process.exitCode = 1;
}
