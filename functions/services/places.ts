import { buildPlaces } from '#aws/places.ts';
import type { Places } from '../conversion/places.ts';

let built: Places | undefined;

/** The ways to the buckets of others, built on first use. */
export function places(): Places {
  built ??= buildPlaces();
  return built;
}
