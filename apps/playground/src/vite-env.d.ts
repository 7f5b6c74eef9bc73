interface ImportMeta {
  /** What the bundler says of the build. */
  readonly env: { readonly PROD: boolean };
}
declare module '*.css';
