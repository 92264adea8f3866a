import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { Film } from './film.ts';
import { filmPage } from './page-scenes.ts';
import { makeSampleFiles } from './sample-files.ts';
import { filmTerminal } from './terminal-scene.ts';

// Films the page and the command line while they convert real files: docs/demo.webp, and docs/page.png for who wants no motion.
const DOCS = join(import.meta.dirname, '..');
const ROOT = join(DOCS, '..');

const folder = await mkdtemp(join(tmpdir(), 'demo-'));
const { server, origin } = await startService();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
});
try {
  const files = await makeSampleFiles(folder, origin);
  const page = await browser.newPage({ viewport: { width: 960, height: 640 }, locale: 'en-GB' });
  const film = new Film();
  await page.goto(origin);
  await writeFile(join(DOCS, 'page.png'), await filmPage(page, film, files));
  const terminal = await browser.newPage({ viewport: { width: 960, height: 640 } });
  await filmTerminal(terminal, film, { folder, service: origin });
  const size = await film.write(join(DOCS, 'demo.webp'));
  process.stdout.write(`docs/demo.webp: ${(film.length / 1000).toFixed(1)} s, ${Math.round(size / 1000)} kB\n`);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await rm(folder, { recursive: true });
}

/** Starts what `npm start` starts, at a port that is free. */
async function startService(): Promise<{ server: ChildProcess; origin: string }> {
  const started = spawn(process.execPath, ['--conditions=one-machine', 'bin/local.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', POWERTOOLS_LOG_LEVEL: 'SILENT' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const output of started.stdout.setEncoding('utf8')) {
    said += output;
    const [, address] = /(http:\/\/[\w.:-]+)\//.exec(said) ?? [];
    if (address) return { server: started, origin: address };
  }
  throw new Error(`The service did not start: ${said}`);
}
