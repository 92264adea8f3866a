import { ensureLayers } from '../../layers/ensure.ts';
import { testPrograms } from './test-programs.ts';

/** Builds missing layers and bundles the programs of engines before all tests. A test whose engine could not be built fails. */
export default async function buildLayers(): Promise<void> {
  await ensureLayers();
  await testPrograms();
}
