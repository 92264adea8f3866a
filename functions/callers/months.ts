/** The calendar month of a moment, in UTC, as in `2026-11`. */
export function monthOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 7);
}

/** When a calendar month ends, in milliseconds since the epoch. @param month as in `2026-11` */
export function endOfMonth(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Date.UTC(year, number);
}

/** How long a calendar month is, in milliseconds. */
export function lengthOfMonth(month: string): number {
  return endOfMonth(month) - Date.parse(`${month}-01T00:00:00Z`);
}
