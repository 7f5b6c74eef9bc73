// The built packages: by name where they are installed (the offline bundle), else beside this folder in the workspace.
async function load(room, file = 'index.js', entry = '') {
  try {
    return await import(`@spmv/${room}${entry}`);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return import(new URL(`../../packages/${room}/dist/${file}`, import.meta.url).href);
  }
}

export const core = await load('core');
export const { plugin: formatsPlugin } = await load('formats');
export const { plugin: serialPlugin, serial } = await load('backend-serial');
export const { plugin: threadsPlugin, threads } = await load('backend-threads');
export const { plugin: csr16Plugin } = await load('format-csr16');
export const { plugin: rowSegmentsPlugin } = await load('format-row-segments');
export const kernelsCpu = await load('kernels-cpu');
export const testkit = await load('testkit');
export const mmio = await load('mmio');
export const mmioNode = await load('mmio', 'node/index.js', '/node');
export const registry = core.createRegistry([
  formatsPlugin,
  serialPlugin,
  threadsPlugin,
  csr16Plugin,
  rowSegmentsPlugin,
]);
