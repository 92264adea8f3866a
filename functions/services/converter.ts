import { buildConverter } from '#aws/converter.ts';
import { provided } from './provided.ts';
import { storage } from './storage.ts';

/** The way to the engines: their functions, unless this machine has said where else they are. */
export const [converter, useConverter] = provided(() => buildConverter(storage().files));
