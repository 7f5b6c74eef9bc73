/** Version of this package, as in its package.json. */
export const KIT_VERSION = '0.1.0';
