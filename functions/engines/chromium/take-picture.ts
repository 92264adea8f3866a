import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Options } from '../../conversion/options.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { tooComplex, unreadableFile } from '../refusals.ts';
import { convertPicture } from '../sharp/convert-picture.ts';
import { LIMITS as PICTURE } from '../sharp/limits.ts';
import type { Page, Viewport } from './page.ts';
import { LIMITS } from './page-limits.ts';

/** The options of the page; sharp applies all others to the screenshot. */
const OWN = ['viewport_width', 'viewport_height', 'full_page', 'scale', 'media', 'wait', 'wait_for'];

/** The viewport for a screenshot. */
export function viewportOf({
  viewport_width = 1280,
  viewport_height = 800,
  scale = 1,
  media = 'screen',
}: Options): Viewport {
  return {
    media: media as Viewport['media'],
    width: Number(viewport_width),
    height: Number(viewport_height),
    scale: Number(scale),
  };
}

/**
 * Takes a screenshot of a page, and converts it to the target.
 * @throws ConversionError
 */
export async function takePicture(page: Page, job: EngineJob): Promise<EngineResult> {
  const { options, folder } = job;
  const { scale = 1, ...viewport } = viewportOf(options);
  const { cssContentSize } = await page.send<{ cssContentSize: { width: number; height: number } }>(
    'Page.getLayoutMetrics',
  );
  const size = options.full_page === false ? viewport : cssContentSize;
  const [width, height] = [Math.ceil(size.width), Math.ceil(size.height)];
  checkSize(width * scale, height * scale);
  const sourcePath = join(folder, 'page.png');
  await writeFile(sourcePath, await takeScreenshot(page, { width, height }, options.background === 'transparent'));
  const left = Object.fromEntries(Object.entries(options).filter(([name]) => !OWN.includes(name)));
  if (
    job.targetFormat === 'png' &&
    Object.keys(left).every((name) => name === 'background' && left[name] === 'transparent')
  )
    return { path: sourcePath, format: 'png' };
  return convertPicture({ ...job, options: left, sourcePath, sourceFormat: 'png' });
}

/** Takes a screenshot of a page from its corner on. @returns a PNG */
export async function takeScreenshot(
  page: Page,
  size: { readonly width: number; readonly height: number },
  isTransparent: boolean,
): Promise<Buffer> {
  if (isTransparent)
    await page.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const { data } = await page.draw<{ data: string }>('Page.captureScreenshot', {
    format: 'png',
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, ...size, scale: 1 },
  });
  return Buffer.from(data, 'base64');
}

function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw unreadableFile('There is nothing on the page.');
  if (Math.max(width, height) <= LIMITS.side && width * height <= PICTURE.pixels) return;
  const [most, pixels] = [LIMITS.side, PICTURE.pixels / 1_000_000];
  throw tooComplex(
    `The page has ${Math.ceil(width)} x ${Math.ceil(height)} pixels; a picture has at most ${most} on a side and ${pixels} million. ` +
      'Choose pdf, a smaller scale, or "full_page" false.',
  );
}
