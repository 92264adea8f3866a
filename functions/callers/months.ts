/** For how many months after its end it is remembered what an account has used in a month: for a year in any case. */
export const MONTHS_REMEMBERED = 13;

/** The calendar month of a moment, in UTC, as in `2026-11`. */
export function monthOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 7);
}

/** Whether a text is a calendar month as `monthOf` writes it. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

/** The calendar month that comes so many before that of a moment. */
export function monthBefore(moment: number, count: number): string {
  const date = new Date(moment);
  return monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count));
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
