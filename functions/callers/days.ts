const DAY = 86_400_000;

/** The calendar day of a moment, in UTC, as in `2026-11-21`. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** The last days before that of a moment, the earliest first. */
export function daysBefore(moment: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => dayOf(moment - (count - index) * DAY));
}

/** Whether a text is a calendar day as `dayOf` writes it. */
export function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(moment) && dayOf(moment) === text;
}
