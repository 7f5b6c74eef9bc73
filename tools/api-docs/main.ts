// Writes the API reference of all published packages. Usage: node tools/api-docs/main.ts [FOLDER]   (default: docs/api/)
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';
import { readWorkspace } from '../lint/workspace.ts';
import { entryPoints } from './entry-points.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = resolve(process.argv[2] ?? join(root, 'docs', 'api'));
const modules = entryPoints(readWorkspace(root));
const app = await Application.bootstrap({
  name: 'spmv',
  entryPoints: modules.map(({ file }) => join(root, file)),
  tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
  readme: join(root, 'README.md'),
  // The page links to folders of the repository, which are no part of the reference.
  validation: { invalidPath: false },
  basePath: root,
  // Each package is checked by the workspace's own compiler, with the library it is written for.
  skipErrorChecking: true,
  disableGit: true,
  gitRevision: 'main',
  // Without git a path begins where all entries have something in common.
  sourceLinkTemplate: 'https://github.com/spmv/spmv/blob/{gitRevision}/packages/{path}#L{line}',
  excludePrivate: true,
  excludeInternal: true,
});
const project = await app.convert();
if (project === undefined) throw new Error('The sources do not compile; see above.');
for (const module of project.children ?? []) {
  const file = relative(root, module.sources?.[0]?.fullFileName ?? '').replaceAll('\\', '/');
  module.name = modules.find((each) => each.file === file)?.name ?? module.name;
}
app.validate(project);
await app.generateDocs(project, target);
// A warning is a link that leads nowhere or a type that nobody can look up.
process.exitCode = app.logger.hasErrors() || app.logger.hasWarnings() ? 1 : 0;
