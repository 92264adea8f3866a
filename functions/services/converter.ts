import { buildConverter } from '#aws/converter.ts';
import { provided } from './provided.ts';
import { storage } from './storage.ts';

/** The engines: their Lambda functions, unless this process has set another converter. */
export const [converter, useConverter] = provided(() => buildConverter(storage().files));
