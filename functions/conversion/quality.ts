/** The qualities; each engine has a table of what they mean for its formats. */
export const QUALITIES = ['low', 'medium', 'high'] as const;

export type Quality = (typeof QUALITIES)[number];

export const DEFAULT_QUALITY: Quality = 'medium';

/** The quality with a name in any case, or undefined when there is none. */
export function findQuality(word: string): Quality | undefined {
  const wanted = word.trim().toLowerCase();
  return QUALITIES.find((quality) => quality === wanted);
}
