import { SpmvError } from '../errors/spmv-error.ts';

/** The Nodes that spmv runs on, as `engines` of every package says: the first ones in which `require` loads ES modules. */
export const SUPPORTED_NODES = '^20.19.0 || >=22.12.0';

/** Whether {@link SUPPORTED_NODES} holds a version such as `22.12.0`. */
export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

/** Why spmv does not run where versions are these, as `process.versions` has them. Bun and Deno say a Node's that they are like, not what they have. */
export function nodeObstacle(versions: Readonly<Record<string, string | undefined>>): SpmvError | undefined {
  const { node, bun, deno } = versions;
  if (node === undefined || bun !== undefined || deno !== undefined || isSupportedNode(node)) return undefined;
  return new SpmvError('BACKEND.UNAVAILABLE', `spmv does not run on Node ${node}.`, {
    fix: `Install Node ${SUPPORTED_NODES} from https://nodejs.org.`,
    details: { node, supported: SUPPORTED_NODES },
  });
}
