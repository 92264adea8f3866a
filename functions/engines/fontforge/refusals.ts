import { unreadableAs } from '../refusals.ts';

export const DAMAGED = 'The font is damaged or incomplete.';

export const unreadable = unreadableAs(DAMAGED);
