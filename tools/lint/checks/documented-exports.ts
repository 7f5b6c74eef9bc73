import type { LintCheck } from '../check.ts';
import { publicExportsOf, publishedIn } from '../public-exports.ts';

/** Everything that a published package exports says in a doc comment what it is: the API reference consists of these. */
export const documentedExports: LintCheck = {
  name: 'documented-exports',
  run: (workspace) =>
    publishedIn(workspace)
      .flatMap((owner) => publicExportsOf(workspace, owner))
      .filter(({ hasComment }) => !hasComment)
      .map(({ file, line, local }) => ({ file, line, message: `'${local}' is exported without a doc comment` })),
};
