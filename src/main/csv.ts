type Cell = string | number | null;

/**
 * Rows as a file for spreadsheets: CSV (RFC 4180) with a byte order mark. A text that
 * a spreadsheet would take for a formula is quoted with an apostrophe.
 */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
