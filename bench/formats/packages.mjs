// The built packages: by name where they are installed (the offline bundle), else beside this folder in the workspace.
async function load(room, file = 'index.js', entry = '') {
  try {
    return await import(`@spmv/${room}${entry}`);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes(`@spmv/${room}`)) throw error;
    return import(new URL(`../../packages/${room}/dist/${file}`, import.meta.url).href);
  }
}

export const core = await load('core');
export const testkit = await load('testkit');
export const mmio = await load('mmio');
export const mmioNode = await load('mmio', 'node/index.js', '/node');

const ROOMS = [
  'formats',
  'format-sell',
  'format-hyb',
  'format-bell',
  'backend-serial',
  'backend-threads',
  'backend-webgpu',
  'backend-cuda',
];
const plugins = [];
for (const room of ROOMS) plugins.push((await load(room)).plugin);

/** Formats, kernels and backends to compare. */
export const registry = core.createRegistry(plugins);
