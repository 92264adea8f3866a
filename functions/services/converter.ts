import { buildConverter } from '#aws/converter.ts';
import type { Converter } from '../conversion/converter.ts';
import { storage } from './storage.ts';

let engines: Converter | undefined;

/** The way to the engines, built on first use: their functions, unless this machine has said where else they are. */
export function converter(): Converter {
  engines ??= buildConverter(storage().files);
  return engines;
}

/** Has everybody in this process use other engines than the functions on AWS. */
export function useConverter(other: Converter): void {
  engines = other;
}
