import type { LintCheck } from './check.ts';
import { complexPlaces } from './checks/complex-places.ts';
import { corePurity } from './checks/core-purity.ts';
import { decisions } from './checks/decisions.ts';
import { declaredDependencies } from './checks/declared-dependencies.ts';
import { documentedExports } from './checks/documented-exports.ts';
import { fileLength } from './checks/file-length.ts';
import { filesByUrl } from './checks/files-by-url.ts';
import { forbiddenWords } from './checks/forbidden-words.ts';
import { importArrows } from './checks/import-arrows.ts';
import { importCircles } from './checks/import-circles.ts';
import { links } from './checks/links.ts';
import { moduleState } from './checks/module-state.ts';
import { namedPackages } from './checks/named-packages.ts';
import { packageManifest } from './checks/package-manifest.ts';
import { pluginEntry } from './checks/plugin-entry.ts';
import { publicNames } from './checks/public-names.ts';
import { tsconfigReferences } from './checks/tsconfig-references.ts';

/** Every check of `tools/lint`, in the order they report. */
export const CHECKS: readonly LintCheck[] = [
  importArrows,
  importCircles,
  declaredDependencies,
  tsconfigReferences,
  corePurity,
  packageManifest,
  pluginEntry,
  fileLength,
  moduleState,
  decisions,
  links,
  namedPackages,
  forbiddenWords,
  filesByUrl,
  documentedExports,
  publicNames,
  complexPlaces,
];
