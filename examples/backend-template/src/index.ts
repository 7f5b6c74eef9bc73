export { plain } from './descriptor.ts';
export { default as plugin } from './plugin.ts';
