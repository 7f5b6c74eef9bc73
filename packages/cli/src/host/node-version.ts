/** The Nodes that spmv runs on, as `engines` of every package says: the first ones in which `require` loads ES modules. */
export const SUPPORTED_NODES = '^20.19.0 || >=22.12.0';

/** Whether {@link SUPPORTED_NODES} holds a version such as `22.12.0`. */
export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}
