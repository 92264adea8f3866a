/** A subtitle: what is shown from when to when, in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Subtitles as SubRip, which ffmpeg reads. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ start, end, text }, index) => `${index + 1}\n${clock(start)} --> ${clock(end)}\n${text}\n`)
    .join('\n');
}

function clock(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (unit: number, of: number) => String(Math.floor(milliseconds / unit) % of).padStart(2, '0');
  const rest = String(milliseconds % 1000).padStart(3, '0');
  return `${part(3_600_000, 100)}:${part(60_000, 60)}:${part(1000, 60)},${rest}`;
}
