export { reordered } from './permute.ts';
export type { Profile } from './profile.ts';
export { profileOf } from './profile.ts';
export { reverseCuthillMckee } from './reverse-cuthill-mckee.ts';
