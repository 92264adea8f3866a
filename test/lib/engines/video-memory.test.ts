import { expect, it } from 'vitest';
import { ffmpeg } from '../../../functions/engines/ffmpeg.ts';
import { sharp } from '../../../functions/engines/sharp.ts';
import { Synthesis } from '../synthesis.ts';

const memoryWith = (videoMemory?: number) => {
  const props = { engines: [ffmpeg, sharp], ...(videoMemory !== undefined && { videoMemory }) };
  const synthesized = new Synthesis(props);
  const memoryOf = (name: string) =>
    synthesized.resourceOf(synthesized.engineFunctions()[`engine ${name}`]).Properties.MemorySize;
  return [memoryOf('ffmpeg'), memoryOf('sharp')];
};

it('sets the memory of the function that encodes videos, and of no other', () => {
  expect(memoryWith(8846)).toEqual([8846, sharp.worker.memory]);
  expect(memoryWith()).toEqual([ffmpeg.worker.memory, sharp.worker.memory]);
});

it.each([1769, 3008.5, 10_241, Number.NaN])('refuses %s MB', (memory) => {
  expect(() => memoryWith(memory)).toThrow(/videoMemory is a number of MB from 3008 to 10240/);
});
