import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application, type ProjectReflection, type TypeDocOptions } from 'typedoc';
import { readWorkspace } from '../lint/workspace.ts';
import { entryPoints } from './entry-points.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ApiReference {
  readonly app: Application;
  readonly project: ProjectReflection;
}

/** What the published packages say of themselves, read by TypeDoc. What is the same in every output is set here. */
export async function readReference(options: Partial<TypeDocOptions>): Promise<ApiReference> {
  const modules = entryPoints(readWorkspace(root));
  const app = await Application.bootstrapWithPlugins({
    name: 'spmv',
    entryPoints: modules.map(({ file }) => join(root, file)),
    tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
    basePath: root,
    // Each package is checked by the workspace's own compiler, with the library it is written for.
    skipErrorChecking: true,
    disableGit: true,
    gitRevision: 'main',
    // Without git a path begins where all entries have something in common.
    sourceLinkTemplate: 'https://github.com/spmv/spmv/blob/{gitRevision}/packages/{path}#L{line}',
    excludePrivate: true,
    excludeInternal: true,
    ...options,
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('The sources do not compile; see above.');
  for (const module of project.children ?? []) {
    const file = relative(root, module.sources?.[0]?.fullFileName ?? '').replaceAll('\\', '/');
    module.name = modules.find((each) => each.file === file)?.name ?? module.name;
  }
  app.validate(project);
  return { app, project };
}

/** A warning is a link that leads nowhere or a type that nobody can look up. */
export const exitCodeOf = ({ app }: ApiReference): number =>
  app.logger.hasErrors() || app.logger.hasWarnings() ? 1 : 0;
