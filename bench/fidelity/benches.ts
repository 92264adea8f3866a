import { benchMediaSizes } from './media-sizes.ts';
import { benchMerge } from './merge.ts';
import { benchPages } from './pages.ts';
import { benchRoundTrip } from './round-trip.ts';
import { benchSizes } from './sizes.ts';
import { benchScannedTables, benchTables } from './tables.ts';

/** The benchmarks of fidelity. */
export const FIDELITY_BENCHES: Readonly<Record<string, () => Promise<string>>> = {
  'fidelity:merge': benchMerge,
  'fidelity:pages': benchPages,
  'fidelity:sizes': benchSizes,
  'fidelity:media-sizes': benchMediaSizes,
  'fidelity:round-trip': benchRoundTrip,
  'fidelity:tables': benchTables,
  'fidelity:scanned-tables': benchScannedTables,
};
