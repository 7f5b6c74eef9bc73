export * from './csr';
export * from './sell';
export * from './total';
