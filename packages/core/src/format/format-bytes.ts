/** `160.1 GB` in powers of ten, three significant digits or the bytes below 1 kB. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value >= 100 ? value.toFixed(0) : value.toPrecision(3)} ${units[unit]}`;
}
