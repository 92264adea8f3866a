import type { Engine } from '../engine.ts';
import { sharp } from './sharp.ts';

/** Every engine, in order of preference: where two can do a conversion, the first does it. */
export const ENGINES: readonly Engine[] = [sharp];
