/** The units of times that are not in seconds. */
export interface Clock {
  /** Per second. */
  readonly frames: number;
  readonly ticks: number;
}

/** The defaults of TTML 2, 7.2.4 to 7.2.11. */
export const USUAL_CLOCK: Clock = { frames: 30, ticks: 1 };

const UNITS = { h: 3600, m: 60, s: 1, ms: 0.001 } as const;

/** Reads the units that a document declares. */
export function clockOf(attributes: ReadonlyMap<string, string>): Clock {
  const [numerator = 1, denominator = 1] = (attributes.get('frameRateMultiplier') ?? '1 1').split(/[ :]/).map(Number);
  const stated = Number(attributes.get('frameRate')) || undefined;
  const frames = ((stated ?? USUAL_CLOCK.frames) * numerator) / denominator || USUAL_CLOCK.frames;
  return { frames, ticks: Number(attributes.get('tickRate')) || stated || USUAL_CLOCK.ticks };
}

/** Parses 00:01:02.345, 00:01:02:12 (frames), 62.345s, 12f and 1000t. */
export function timeOf(text: string | undefined, { frames, ticks }: Clock): number | undefined {
  const [, hours, minutes, seconds, frame = '0'] =
    /^(\d+):(\d+):(\d+(?:\.\d+)?)(?::(\d+)(?:\.\d+)?)?$/.exec(text ?? '') ?? [];
  if (hours) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(frame) / frames;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)$/.exec(text ?? '') ?? [];
  const units = { ...UNITS, f: 1 / frames, t: 1 / ticks };
  return amount === undefined ? undefined : Number(amount) * units[unit as keyof typeof units];
}
