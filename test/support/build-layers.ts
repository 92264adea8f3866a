import { ensureLayers } from '../../layers/ensure.ts';
import { testPrograms } from './test-programs.ts';

/** Before all tests: builds the layers that are missing, and bundles the programs of engines, which all then find as they are. A test whose engine could not be built fails, and says so. */
export default async function buildLayers(): Promise<void> {
  await ensureLayers();
  await testPrograms();
}
