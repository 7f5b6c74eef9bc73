// Writes the API reference of all published packages as Markdown, for the site. Usage: node tools/api-docs/markdown.ts FOLDER
import { resolve } from 'node:path';
import process from 'node:process';
import type { TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { exitCodeOf, readReference } from './application.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: pnpm exec node tools/api-docs/markdown.ts FOLDER\n');
  process.exit(2);
}
const options: Partial<TypeDocOptions & PluginOptions> = {
  plugin: ['typedoc-plugin-markdown'],
  readme: 'none',
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  expandObjects: true,
  parametersFormat: 'table',
  propertyMembersFormat: 'list',
};
const reference = await readReference(options);
await reference.app.outputs.writeOutput({ name: 'markdown', path: resolve(folder) }, reference.project);
process.exitCode = exitCodeOf(reference);
