import { tooComplex } from '../../refusals.ts';

/** The limit of a Date, in seconds from 1970. */
const MOST_SECONDS = 8_640_000_000_000n;

/** Formats a time since 1970 in ISO 8601, without a zone, with microseconds where they are not 0. */
export function isoTime(ticks: bigint, perSecond: bigint): string {
  const seconds = ticks / perSecond - (ticks % perSecond < 0n ? 1n : 0n);
  if (seconds > MOST_SECONDS || seconds < -MOST_SECONDS)
    throw tooComplex('The file has a time outside of all calendars.');
  const micros = ((ticks - seconds * perSecond) * 1_000_000n) / perSecond;
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, -'.000Z'.length);
  return micros === 0n ? text : `${text}.${String(micros).padStart(6, '0')}`;
}
