import { availableParallelism, cpus } from 'node:os';
import { benchColdStart } from './cold-start.ts';
import { benchCosts } from './costs.ts';
import { FIDELITY_BENCHES } from './fidelity/benches.ts';
import { benchImage } from './image.ts';
import { benchIngest } from './ingest.ts';
import { benchLoad } from './load.ts';
import { benchLongVideos } from './long-videos.ts';
import { benchMedia } from './media.ts';
import { benchMemory } from './memory.ts';
import { benchOffice } from './office.ts';
import { PEER_BENCHES } from './peers/benches.ts';
import { benchTools } from './tools.ts';
import { benchVideosAndPictures } from './videos-and-pictures.ts';

const OWN_BENCHES: Readonly<Record<string, () => Promise<string>>> = {
  image: benchImage,
  office: benchOffice,
  media: benchMedia,
  ingest: benchIngest,
  'cold-start': benchColdStart,
  costs: benchCosts,
  memory: benchMemory,
  tools: benchTools,
  load: benchLoad,
};
/** What takes long, and is asked for by name. */
const LONG_BENCHES: typeof OWN_BENCHES = {
  'long-videos': benchLongVideos,
  'videos-and-pictures': benchVideosAndPictures,
};
const GROUPS = { peers: PEER_BENCHES, fidelity: FIDELITY_BENCHES };
const benches = { ...OWN_BENCHES, ...LONG_BENCHES, ...PEER_BENCHES, ...FIDELITY_BENCHES };

/** What peers and fidelity need has to be installed by whoever measures: they are asked for by name. */
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(OWN_BENCHES);
console.log(`${availableParallelism()} processors (${cpus()[0]?.model.trim()}), Node ${process.version}\n`);
for (const name of wanted.flatMap((name) =>
  Object.hasOwn(GROUPS, name) ? Object.keys(GROUPS[name as keyof typeof GROUPS]) : name,
)) {
  const bench = benches[name];
  if (!bench)
    throw new Error(`There is no bench "${name}": ${[...Object.keys(GROUPS), ...Object.keys(benches)].join(', ')}.`);
  console.log(`## ${name}\n\n${await bench()}\n`);
}
