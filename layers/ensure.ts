import { type BuildOutcome, buildLayers, LAYER_NAMES } from './build-layers.ts';

/**
 * Builds the layers that are missing, with progress on stderr. It never throws: what cannot be built here is said,
 * and the service runs with the engines it has.
 */
export async function ensureLayers(names: readonly string[] = LAYER_NAMES): Promise<BuildOutcome> {
  const outcome = await buildLayers(names).catch((error: Error) => ({
    built: [],
    failed: new Map(names.map((name) => [name, error])),
  }));
  for (const [name, error] of outcome.failed) {
    process.stderr.write(`layer ${name} is not available: ${error.message}\n`);
  }
  return outcome;
}
