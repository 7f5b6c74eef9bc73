export { isOfTheKind } from './fit.ts';
export type { Hierarchy, Level } from './hierarchy.ts';
export { createHierarchy, hierarchyInParts, renewalInParts, renewHierarchy } from './hierarchy.ts';
export type { LevelFacts } from './level-facts.ts';
export { levelFacts } from './level-facts.ts';
export type { MultigridOptions } from './options.ts';
export type { Parts } from './parts.ts';
export type { Smoother } from './smoothing.ts';
export { entriesOf, transposed } from './csr.ts';
