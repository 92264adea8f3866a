import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildPairPages } from './build-pair-pages.ts';

const HERE = import.meta.dirname;

const STATIC = ['icon.svg', 'manifest.webmanifest'] as const;

/** Bundles the page. @returns the content of each of its files by its name; `index.html` is the page itself */
export async function buildPage(): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map(await bundle());
  const named = (pattern: RegExp) => [...files.keys()].find((name) => pattern.test(name)) ?? '';
  const html = await readFile(join(HERE, 'static/index.html'), 'utf8');
  const index = html.replace('%SCRIPT%', named(/^main-\w+\.js$/)).replace('%STYLE%', named(/\.css$/));
  files.set('index.html', Buffer.from(index));
  for (const [name, page] of buildPairPages(index)) files.set(name, page);
  files.set('service-worker.js', await bundleWorker());
  for (const name of STATIC) files.set(name, await readFile(join(HERE, 'static', name)));
  return files;
}

async function bundle(): Promise<[name: string, content: Uint8Array][]> {
  const { outputFiles } = await build({
    entryPoints: { main: join(HERE, 'src/main.tsx'), style: join(HERE, 'src/style.css') },
    outdir: '/',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    charset: 'utf8',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles.map(({ path, contents }) => [path.slice(1), contents]);
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
