// Dawn says on standard error what it does not find while it looks for Vulkan, and no option keeps it from that. So what it would not find
// is looked for before.

/** The loader as Dawn opens it. */
const LOADER = 'libvulkan.so.1';

/**
 * The system's words where this machine has no Vulkan loader that Dawn could open, else `undefined`: it is opened, and closed again, since
 * it is no addon of Node. Linux only; elsewhere there is another way to the GPU.
 */
export function missingLoader(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    process.dlopen({ exports: {} }, LOADER);
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    return /did not self-register/iu.test(words) ? undefined : words;
  }
  return undefined;
}

/** Folders in which the loader looks for drivers, as its documentation lists them. */
function driverFolders(env: NodeJS.ProcessEnv): readonly string[] {
  const home = env['HOME'] ?? '';
  const list = (name: string, otherwise: string): readonly string[] => (env[name] || otherwise).split(':');
  const roots = [
    ...list('XDG_CONFIG_HOME', `${home}/.config`),
    ...list('XDG_CONFIG_DIRS', '/etc/xdg'),
    '/usr/local/etc',
    '/etc',
    ...list('XDG_DATA_HOME', `${home}/.local/share`),
    ...list('XDG_DATA_DIRS', '/usr/local/share:/usr/share'),
  ];
  return roots.map((root) => `${root}/vulkan/icd.d`);
}

/** What Linux has in /dev for a GPU: of its own drivers, NVIDIA's, Windows below, Qualcomm's, ARM's. */
const GPU_FILES: ReadonlySet<string> = new Set(['dri', 'nvidiactl', 'dxg', 'kgsl-3d0', 'mali0']);

/** Whether the system has a file for any GPU. */
export async function hasGpuFile(folder: string = '/dev'): Promise<boolean> {
  const names = await process.getBuiltinModule('node:fs/promises').readdir(folder);
  return names.some((name) => GPU_FILES.has(name));
}

/** Whether a file that describes a Vulkan driver is where the loader looks; then the loader itself may say what it makes of it. */
export async function describesDriver(env: NodeJS.ProcessEnv): Promise<boolean> {
  // Not imported, as everywhere here: bundlers for the web refuse Node's modules, or warn of them.
  const { access, readdir } = process.getBuiltinModule('node:fs/promises');
  const exists = async (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
  const named = env['VK_DRIVER_FILES'] ?? env['VK_ICD_FILENAMES'];
  if (named !== undefined) return (await Promise.all(named.split(':').map(exists))).includes(true);
  const files = await Promise.all(driverFolders(env).map(async (folder) => readdir(folder).catch(() => [])));
  return env['VK_ADD_DRIVER_FILES'] !== undefined || files.flat().some((name) => name.endsWith('.json'));
}
