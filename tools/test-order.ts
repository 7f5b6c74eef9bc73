// The order in which files of tests are run, on machines that never ran them.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects whose files wait for processes and pages begin first; those that share processes follow one another, so that these go on. */
const PROJECTS = ['tools', 'playground', 'cli', 'outside', 'backend-webgpu', 'backend-petsc', 'alone', 'packages'];

/** By project, in each what takes longest first. */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification): number =>
      2 * PROJECTS.indexOf(project.name) + (/conformance|lying|bundlers|report-page|run-panel/u.test(moduleId) ? 0 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
