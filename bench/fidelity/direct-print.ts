import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Browser, startBrowser } from '../../functions/engines/chromium/browser.ts';
import { layerFolder, layerProgram } from '../../functions/sandbox/layer.ts';
import { unpackLayer } from '../../functions/sandbox/unpack-layer.ts';

/** The browser of the layer without anything of ours around it, and how it prints. */
export interface DirectPrinter {
  print(page: string): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Starts it, without a jail. */
export async function startPrinter(): Promise<DirectPrinter> {
  await unpackLayer('chromium');
  const home = mkdtempSync(join(tmpdir(), 'direct-print-'));
  const browser = await startBrowser(home);
  return {
    print: (page) => print(browser, page),
    async stop() {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function print(browser: Browser, page: string): Promise<Buffer> {
  const { browserContextId } = await browser.send<{ browserContextId: string }>('Target.createBrowserContext');
  const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  await browser.send('Page.enable', {}, sessionId);
  const loaded = new Promise<void>((resolve) => {
    const stop = browser.on('Page.loadEventFired', (_, session) => {
      if (session !== sessionId) return;
      stop();
      resolve();
    });
  });
  const url = `data:text/html;charset=utf-8;base64,${Buffer.from(page).toString('base64')}`;
  await browser.send('Page.navigate', { url }, sessionId);
  await loaded;
  const asked = { printBackground: true, preferCSSPageSize: true, generateTaggedPDF: true };
  const { data } = await browser.send<{ data: string }>('Page.printToPDF', asked, sessionId);
  await browser.send('Target.disposeBrowserContext', { browserContextId });
  return Buffer.from(data, 'base64');
}

/** A page of a PDF file, drawn by poppler. */
export async function drawn(pdf: Buffer, page = 1): Promise<{ pixels: Buffer; width: number; height: number }> {
  const [program, ...before] = layerProgram('poppler', 'bin/pdftocairo').command;
  const args = ['-png', '-singlefile', '-r', '96', '-f', `${page}`, '-', '-'];
  const png = execFileSync(program, [...before, ...args], { cwd: layerFolder('poppler'), input: pdf, maxBuffer: 1e8 });
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** The share of pixels in which two pages differ; 1 where they differ in size. */
export async function difference(one: Buffer, other: Buffer, page = 1): Promise<number> {
  const [a, b] = await Promise.all([drawn(one, page), drawn(other, page)]);
  if (a.width !== b.width || a.height !== b.height) return 1;
  let differing = 0;
  for (let at = 0; at < a.pixels.length; at++) if (Math.abs((a.pixels[at] ?? 0) - (b.pixels[at] ?? 0)) > 8) differing++;
  return differing / a.pixels.length;
}
