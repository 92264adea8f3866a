import { tooComplex } from '../../refusals.ts';

/** What a Date holds, in seconds on both sides of 1970. */
const MOST_SECONDS = 8_640_000_000_000n;

/** A time since 1970 in ISO 8601, without a zone, with microseconds where there are some. */
export function isoTime(ticks: bigint, perSecond: bigint): string {
  const seconds = ticks / perSecond - (ticks % perSecond < 0n ? 1n : 0n);
  if (seconds > MOST_SECONDS || seconds < -MOST_SECONDS) throw tooComplex('There is a time that no calendar has.');
  const micros = ((ticks - seconds * perSecond) * 1_000_000n) / perSecond;
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, -'.000Z'.length);
  return micros === 0n ? text : `${text}.${String(micros).padStart(6, '0')}`;
}
