import { availableParallelism, cpus } from 'node:os';
import { benchColdStart } from './cold-start.ts';
import { benchCosts } from './costs.ts';
import { benchImage } from './image.ts';
import { benchIngest } from './ingest.ts';
import { benchMedia } from './media.ts';
import { benchMemory } from './memory.ts';
import { benchOffice } from './office.ts';

const benches: Readonly<Record<string, () => Promise<string>>> = {
  image: benchImage,
  office: benchOffice,
  media: benchMedia,
  ingest: benchIngest,
  'cold-start': benchColdStart,
  costs: benchCosts,
  memory: benchMemory,
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benches);
console.log(`${availableParallelism()} processors (${cpus()[0]?.model.trim()}), Node ${process.version}\n`);
for (const name of wanted) {
  const bench = benches[name];
  if (!bench) throw new Error(`There is no bench "${name}": ${Object.keys(benches).join(', ')}.`);
  console.log(`## ${name}\n\n${await bench()}\n`);
}
