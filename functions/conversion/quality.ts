/** The three qualities a client can ask for; each engine has one table that says what they mean for each format. */
export const QUALITIES = ['low', 'medium', 'high'] as const;

export type Quality = (typeof QUALITIES)[number];

export const DEFAULT_QUALITY: Quality = 'medium';

/** The quality a client's word means (any case), or undefined when it means none. */
export function findQuality(word: string): Quality | undefined {
  const wanted = word.trim().toLowerCase();
  return QUALITIES.find((quality) => quality === wanted);
}
