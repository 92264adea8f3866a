import { unreadableAs } from '../refusals.ts';

/** What is told of a font that is damaged. */
export const DAMAGED = 'The font is damaged or incomplete.';

/** The error for such a font. */
export const unreadable = unreadableAs(DAMAGED);
