export { threads } from './descriptor.ts';
export { default as plugin } from './plugin.ts';
