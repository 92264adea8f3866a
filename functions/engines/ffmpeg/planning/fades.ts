import { invalidOption } from '../../../conversion/options.ts';

/** How long sound fades in and out, in seconds. */
export interface FadeOptions {
  readonly fade_in?: number;
  readonly fade_out?: number;
}

/**
 * The filters that fade sound in and out.
 * @param length of the sound, in seconds
 * @throws ConversionError INVALID_OPTION when the sound is shorter than its fades
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
