import { withLoads } from './by-turns.ts';
import { benchDocumentRates, benchDocuments } from './documents.ts';
import { benchMemory } from './memory.ts';
import { benchPhonePictures } from './phone-pictures.ts';
import { benchPhotos, benchSmallPictures } from './pictures.ts';
import { benchQueueLane } from './queue-lane.ts';
import { benchSound } from './sound.ts';

/** The benchmarks against alternatives. */
export const PEER_BENCHES: Readonly<Record<string, () => Promise<string>>> = {
  'peers:documents': () => withLoads(benchDocuments),
  'peers:document-rates': () => withLoads(benchDocumentRates),
  'peers:small-pictures': () => withLoads(benchSmallPictures),
  'peers:photos': () => withLoads(benchPhotos),
  'peers:phone-pictures': () => withLoads(benchPhonePictures),
  'peers:sound': () => withLoads(benchSound),
  'peers:queue-lane': () => withLoads(benchQueueLane),
  'peers:memory': () => withLoads(benchMemory),
};
