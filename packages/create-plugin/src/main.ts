#!/usr/bin/env node
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createPlugin } from './create-plugin.ts';
import { type Template, TEMPLATES } from './names.ts';

const USAGE = `usage: npm create @spmv/plugin FOLDER -- --id VENDOR/NAME [--kind format|kernel|operation|backend|file] [--package NAME] [--from PATH]…
  --id       id of the format, kernel, operation, backend or type of files, in lower-case words: acme/dia
  --kind     what to make; default format
  --package  npm name; default @VENDOR/spmv-NAME, or @VENDOR/spmv-backend-NAME for a backend
  --from     packed package (.tgz), or a folder of them, to install instead of the published ones; repeatable
`;

function isKind(kind: string): kind is Template['kind'] {
  return Object.hasOwn(TEMPLATES, kind);
}

function main(args: readonly string[]): void {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      id: { type: 'string' },
      kind: { type: 'string', default: 'format' },
      package: { type: 'string' },
      from: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const [folder] = positionals;
  const { kind, id } = values;
  if (folder === undefined || id === undefined || !isKind(kind))
    throw new Error('a folder, an id and a kind are needed');
  const name = createPlugin({
    folder,
    id,
    kind,
    ...(values.package === undefined ? {} : { package: values.package }),
    ...(values.from === undefined ? {} : { from: values.from }),
  });
  process.stdout.write(
    `${folder} holds ${name}. Next, there: npm install && npm test && npx spmv conform . && npm pack\n`,
  );
}

try {
  main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exitCode = 2;
}
