export function comparedWith(folder: string): string;
export function requireTests(chosen: readonly string[], written: string): Promise<void>;
