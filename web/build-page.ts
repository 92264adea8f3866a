import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';

const HERE = import.meta.dirname;

/** A file of the page. */
export interface PageFile {
  /** As it is asked for, beginning with a slash. */
  readonly path: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
  /** Whether its name changes with its content, so that it can be kept for ever. */
  readonly immutable: boolean;
}

/** Bundles the page: every file of it, ready to be served. */
export async function buildPage(): Promise<PageFile[]> {
  const [assets, worker, icon, manifest, html] = await Promise.all([
    bundle(),
    bundleWorker(),
    readFile(join(HERE, 'static/icon.svg')),
    readFile(join(HERE, 'static/manifest.webmanifest')),
    readFile(join(HERE, 'static/index.html'), 'utf8'),
  ]);
  const named = (pattern: RegExp) => assets.find(({ path }) => pattern.test(path))?.path ?? '';
  const index = html.replace('%SCRIPT%', named(/\/main-\w+\.js$/)).replace('%STYLE%', named(/\.css$/));
  return [
    { path: '/', mediaType: 'text/html; charset=utf-8', content: Buffer.from(index), immutable: false },
    { path: '/service-worker.js', mediaType: 'text/javascript; charset=utf-8', content: worker, immutable: false },
    { path: '/manifest.webmanifest', mediaType: 'application/manifest+json', content: manifest, immutable: false },
    { path: '/icon.svg', mediaType: 'image/svg+xml', content: icon, immutable: false },
    ...(await Promise.all([192, 512].map((side) => picture(icon, side)))),
    ...assets,
  ];
}

async function bundle(): Promise<PageFile[]> {
  const { outputFiles } = await build({
    entryPoints: { main: join(HERE, 'src/main.tsx'), style: join(HERE, 'src/style.css') },
    outdir: '/assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles.map(({ path, contents }) => ({
    path,
    mediaType: `text/${path.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
    content: contents,
    immutable: true,
  }));
}

async function bundleWorker(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [join(HERE, 'src/service-worker.ts')],
    bundle: true,
    format: 'iife',
    minify: true,
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

async function picture(icon: Uint8Array, side: number): Promise<PageFile> {
  const content = await sharp(icon, { density: 72 * (side / 64) })
    .resize(side, side)
    .png()
    .toBuffer();
  return { path: `/icon-${side}.png`, mediaType: 'image/png', content, immutable: false };
}
