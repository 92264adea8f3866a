import { invalidOption } from '../../../conversion/options.ts';

/** What may be asked of how sound begins and ends, in seconds. */
export interface FadeOptions {
  readonly fade_in?: number;
  readonly fade_out?: number;
}

/**
 * The filters that let sound begin and end softly.
 * @param length how long it lasts
 * @throws ConversionError INVALID_OPTION when it does not last long enough
 */
export function fadeFilters({ fade_in: begin = 0, fade_out: end = 0 }: FadeOptions, length: number): string[] {
  if (begin + end > length)
    throw invalidOption(
      `The options "fade_in" and "fade_out" must not be longer than the sound, which lasts ${Number(length.toFixed(3))} seconds.`,
    );
  return [
    ...(begin > 0 ? [`afade=t=in:st=0:d=${begin.toFixed(6)}`] : []),
    ...(end > 0 ? [`afade=t=out:st=${(length - end).toFixed(6)}:d=${end.toFixed(6)}`] : []),
  ];
}
