import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placeUnpacked } from '../../functions/sandbox/unpack-layer.ts';
import { packFolder } from '../../layers/archive/pack-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** A layer of many small files, as large ones are packed. */
async function layerOf(content: string): Promise<string> {
  const [source, layer] = [mkdtempSync(join(folder, 'files-')), mkdtempSync(join(folder, 'layer-'))];
  mkdirSync(join(source, 'bin'));
  for (let index = 0; index < 200; index++) writeFileSync(join(source, 'bin', `${index}`), `${content} ${index}`);
  await packFolder(source, layer, { onPart: () => undefined });
  return layer;
}

const FILES = Array.from({ length: 200 }, (_, index) => `${index}`).sort();
const contentIn = (build: string) => readFileSync(join(build, 'bin/199'), 'utf8');

it('many processes that replace an older one at the same time all find it complete, and leave nothing else', async () => {
  const place = join(mkdtempSync(join(folder, 'unpacked-')), 'layer');
  const [old, layer] = [await layerOf('old'), await layerOf('new')];
  for (let round = 0; round < 2; round++) {
    await placeUnpacked(old, join(place, `old-${round}`));
    const target = join(place, `new-${round}`);
    const found = await Promise.all(
      Array.from({ length: 6 }, async () => {
        await placeUnpacked(layer, target);
        return [contentIn(target), readdirSync(join(target, 'bin')).length];
      }),
    );
    expect(found).toEqual(Array.from({ length: 6 }, () => ['new 199', FILES.length]));
    expect(readdirSync(place)).toEqual([`new-${round}`]);
  }
});
