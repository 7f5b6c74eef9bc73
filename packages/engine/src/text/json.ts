import { jsonOfNumber } from '@spmv/core';

/** Pretty JSON with arrays of numbers on one line; NaN and infinities are texts, which `numberOfJson` reads back. */
export function toJson(value: unknown): string {
  return `${render(value, '')}\n`;
}

function scalar(value: unknown): string {
  return JSON.stringify(value, jsonOfNumber) ?? 'null';
}

function render(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return scalar(value);
  const inner = `${indent}  `;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.from(value as ArrayLike<unknown>);
    if (items.length === 0) return '[]';
    if (items.every((item) => typeof item !== 'object' || item === null)) return `[${items.map(scalar).join(', ')}]`;
    return `[\n${items.map((item) => inner + render(item, inner)).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return '{}';
  if (indent !== '' && entries.every(([, item]) => typeof item !== 'object') && entries.length <= 4) {
    return `{ ${entries.map(([key, item]) => `${JSON.stringify(key)}: ${scalar(item)}`).join(', ')} }`;
  }
  return `{\n${entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${render(item, inner)}`).join(',\n')}\n${indent}}`;
}
