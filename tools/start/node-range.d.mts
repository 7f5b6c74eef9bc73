export function isInRange(version: string, range: string): boolean;
