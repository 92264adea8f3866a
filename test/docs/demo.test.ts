import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Camera } from '../../docs/demo/film.ts';
import { filmPage } from '../../docs/demo/page-scenes.ts';
import { makeSampleFiles } from '../../docs/demo/sample-files.ts';
import { filmTerminal } from '../../docs/demo/terminal-scene.ts';
import { useLocalService } from '../support/local-service.ts';
import { hasBrowser, useBrowser } from '../web/browser.ts';

/** Takes no pictures: they are most of the time that the recording takes. */
const BLIND: Camera = {
  shoot: async () => {},
  shootUntil: async (_page, done) => void (await done),
};
const service = useLocalService();

describe.skipIf(!hasBrowser)('the recording of the demonstration', () => {
  const browser = useBrowser();
  let folder: string;
  let files: string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'demo-'));
    files = await makeSampleFiles(folder, service.origin);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('finds on the page all that it presses, and ends with a joined PDF', async () => {
    const { page, errors } = await browser.open(service.origin, { viewport: { width: 960, height: 640 } });
    await filmPage(page, BLIND, files);
    await page.getByRole('button', { name: 'Save joined.pdf' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('types commands that work', async () => {
    const { page } = await browser.open('about:blank');
    await filmTerminal(page, BLIND, { folder, service: service.origin });
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['all.pdf', 'report.pdf', 'sunset.avif']));
  });
});
