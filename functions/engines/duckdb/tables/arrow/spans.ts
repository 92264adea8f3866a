import { type DataType, type Duration, type Interval, IntervalUnit, type Time, TimeUnit } from 'apache-arrow';
import { unreadable } from '../../unreadable.ts';

const PER_SECOND: Readonly<Record<TimeUnit, bigint>> = {
  [TimeUnit.SECOND]: 1n,
  [TimeUnit.MILLISECOND]: 1000n,
  [TimeUnit.MICROSECOND]: 1_000_000n,
  [TimeUnit.NANOSECOND]: 1_000_000_000n,
};

const DAY = 86_400n;
const MICROS = 1_000_000n;
const NANOS = 1_000_000_000n;

/** A time of day, as in `10:30:00.5`; to the microsecond. */
export function timeOfDay(type: DataType, value: number | bigint): string {
  const perSecond = PER_SECOND[(type as Time).unit];
  const micros = (BigInt(value) * MICROS) / perSecond;
  if (micros < 0n || micros >= DAY * MICROS) throw unreadable('arrow', 'a time that no day has');
  const seconds = micros / MICROS;
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n].map((part) => String(part).padStart(2, '0'));
  return `${parts.join(':')}${fraction(micros % MICROS, 6)}`;
}

/** A span of time in ISO 8601, exactly, without days: `PT1H30M0.5S`. */
export function duration(type: DataType, value: bigint): string {
  return inIso({ months: 0n, days: 0n, nanos: value * (NANOS / PER_SECOND[(type as Duration).unit]) });
}

/** A span of months, days and nanoseconds in ISO 8601, each with a sign of its own: `P1Y2M3DT-5S`. */
export function interval(type: DataType, parts: Int32Array): string {
  const [first = 0, second = 0, low = 0, high = 0] = parts;
  switch ((type as Interval).unit) {
    case IntervalUnit.YEAR_MONTH:
      return inIso({ months: BigInt(first) * 12n + BigInt(second), days: 0n, nanos: 0n });
    case IntervalUnit.DAY_TIME:
      return inIso({ months: 0n, days: BigInt(first), nanos: BigInt(second) * 1_000_000n });
    default:
      return inIso({ months: BigInt(first), days: BigInt(second), nanos: wholeOf(low, high) });
  }
}

/** A number of 64 bits, of which the lower half comes first. */
function wholeOf(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

interface Span {
  readonly months: bigint;
  readonly days: bigint;
  readonly nanos: bigint;
}

function inIso({ months, days, nanos }: Span): string {
  const seconds = nanos / NANOS;
  const rest = nanos % NANOS;
  const part = (value: bigint, unit: string) => (value === 0n ? '' : `${value}${unit}`);
  const [whole, sign] = [seconds % 60n, nanos < 0n ? '-' : ''];
  const last = whole === 0n && rest === 0n ? '' : `${sign}${abs(whole)}${fraction(abs(rest), 9)}S`;
  const date = `${part(months / 12n, 'Y')}${part(months % 12n, 'M')}${part(days, 'D')}`;
  const time = `${part(seconds / 3600n, 'H')}${part((seconds / 60n) % 60n, 'M')}${last}`;
  if (date === '' && time === '') return 'PT0S';
  return `P${date}${time === '' ? '' : `T${time}`}`;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function fraction(value: bigint, digits: number): string {
  return value === 0n
    ? ''
    : `.${String(value)
        .padStart(digits, '0')
        .replace(/0{1,9}$/, '')}`;
}
