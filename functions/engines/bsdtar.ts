import type { FormatName } from '../conversion/formats.ts';
import { ARCHIVE_SOURCES, ARCHIVES, COMPRESSED_FILES, TARGETS } from './bsdtar/archive-formats.ts';
import { optionsOfTargets } from './bsdtar/options.ts';
import type { Engine } from './engine.ts';

/** Converting these to themselves would change nothing. */
const UNCOMPRESSED: readonly FormatName[] = ['tar', 'cpio', 'iso'];

/** Archives among each other, and single compressed files into archives or other compressed files. */
export const bsdtar: Engine = {
  name: 'bsdtar',
  worker: {
    layers: ['bsdtar', 'unar'],
    memory: 3008,
    processes: 8,
    timeout: 600,
    processorTime: { seconds: 90, secondsForMillion: 60, most: 1100 },
    scratch: 5120,
    jobs: 100,
    packages: [],
  },
  conversions: Object.fromEntries<readonly FormatName[]>([
    ...ARCHIVE_SOURCES.map((source): [string, readonly FormatName[]] => [
      source,
      ARCHIVES.filter((target) => target !== source || !UNCOMPRESSED.includes(target)),
    ]),
    ...COMPRESSED_FILES.map((source): [string, readonly FormatName[]] => [source, TARGETS]),
  ]),
  options: optionsOfTargets(),
};
