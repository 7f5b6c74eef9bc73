export { edges } from './file-type.ts';
export { default as plugin } from './plugin.ts';
