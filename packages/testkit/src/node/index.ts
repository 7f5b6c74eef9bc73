export type { PluginFolder, PluginPackageJson } from './package-folder.ts';
export { readPackage } from './package-folder.ts';
export { packageCases } from './package-cases.ts';
export type { PluginPackageOptions } from './plugin-package-cases.ts';
export { pluginPackageCases } from './plugin-package-cases.ts';
