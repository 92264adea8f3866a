import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type * as client from '../../client/index.ts';
import { sharp as pictures } from '../../functions/engines/sharp.ts';
import { useLocalService } from '../support/local-service.ts';
import { serve } from '../support/serve.ts';
import { hasBrowser, useBrowser } from './browser.ts';

const service = useLocalService({ engines: [pictures] });

/** The client, as a page that bundles it has it. */
declare const bundled: typeof client;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../client/index.ts')],
    bundle: true,
    format: 'iife',
    globalName: 'bundled',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

describe.skipIf(!hasBrowser)('the client in a browser', () => {
  const browser = useBrowser();
  /** A page of another origin than the service, as most are: what it may read is what CORS lets it. */
  async function open(): Promise<Page> {
    const { page } = await browser.open(await serve((_, response) => response.end('<!doctype html>')));
    await page.addScriptTag({ content: await bundle() });
    return page;
  }

  it('converts, reports the upload progress, and downloads the result', async () => {
    const told = await (await open()).evaluate(async (address) => {
      const canvas = new OffscreenCanvas(1200, 900);
      const context = canvas.getContext('2d');
      const noise = new ImageData(1200, 900);
      for (let at = 0; at < noise.data.length; at += 65_536)
        crypto.getRandomValues(noise.data.subarray(at, Math.min(at + 65_536, noise.data.length)));
      context?.putImageData(noise, 0, 0);
      const steps: client.Progress[] = [];
      const file = await new bundled.FileConversion(address).convert(await canvas.convertToBlob(), {
        to: 'webp',
        name: 'noise.png',
        options: { width: 100 },
        onProgress: (step) => steps.push(step),
      });
      const { width } = await createImageBitmap(await file.blob());
      const uploads = steps.flatMap((step) => (step.stage === 'upload' ? [step] : []));
      return { name: file.name, width, last: uploads.at(-1), isLarge: (uploads.at(-1)?.total ?? 0) > 4_000_000 };
    }, service.origin);
    expect(told).toMatchObject({ name: 'noise.webp', width: 100, isLarge: true });
    expect(told.last?.loaded).toBe(told.last?.total);
  });
});
