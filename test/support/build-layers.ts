import { ensureLayers } from '../../layers/ensure.ts';

/** Before all tests: builds the layers that are missing. A test whose engine could not be built fails, and says so. */
export default async function buildLayers(): Promise<void> {
  await ensureLayers();
}
