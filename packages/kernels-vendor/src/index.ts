export { default as plugin } from './plugin.ts';
