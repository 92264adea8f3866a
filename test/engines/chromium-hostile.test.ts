import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { convertWeb } from '../../functions/engines/chromium/convert-web.ts';
import { stopBrowsing } from '../../functions/engines/chromium/run-browser.ts';
import { chromium } from '../../functions/engines/chromium.ts';
import { unpackLayer } from '../../functions/sandbox/unpack-layer.ts';
import { textOfPdf } from '../documents/read-result.ts';
import { briefly, convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';

vi.setConfig({ testTimeout: 120_000 });
const HEALTHY = '<p>Weiter geht es';

describe('a request of a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chromium-hostile-'));
  const secret = join(folder, 'secret.html');
  writeFileSync(secret, '<p>Geheimnis');
  const hits: string[] = [];
  const tcp = createServer((socket) => {
    hits.push('tcp');
    socket.destroy();
  });
  const udp = createSocket('udp4').on('message', () => hits.push('udp'));
  let port = 0;

  beforeAll(async () => {
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    port = (tcp.address() as AddressInfo).port;
    await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
    await unpackLayer('chromium');
  });

  afterAll(async () => {
    await stopBrowsing();
    tcp.close();
    udp.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** In this process, without the jail: what holds it back here is the browser's own. */
  async function textOf(page: string, sourceFormat: FormatName = 'html'): Promise<string> {
    const place = mkdtempSync(join(folder, 'job-'));
    const sourcePath = join(place, 'source');
    writeFileSync(sourcePath, page);
    const job = { sourcePath, sourceFormat, targetFormat: 'pdf', quality: 'medium' } as const;
    const { path } = await convertWeb({ ...job, options: { wait: 300 }, folder: place });
    return textOfPdf(readFileSync(path));
  }

  const addresses = () => [`http://127.0.0.1:${port}/`, `file://${secret}`];
  /** Ways to ask for an address, each tried with one that answers, and with a file. */
  const ASKING = JSON.parse(readFileSync(join(import.meta.dirname, 'hostile/asking-pages.json'), 'utf8')) as Record<
    string,
    string
  >;
  const asked = (name: string, to: string) =>
    Object.entries({
      to,
      plain: to.replace(/^\w+:/, ''),
      ws: to.replace('http', 'ws'),
      https: to.replace('http:', 'https:'),
      port,
    }).reduce((page, [place, value]) => page.replaceAll(`{${place}}`, `${value}`), ASKING[name] ?? '');

  /** These change what the rest of a page may do, or is. */
  const ALONE = ['reports', 'address', 'applet', 'a form', 'script'];
  const PAGES = [Object.keys(ASKING).filter((name) => !ALONE.includes(name)), ...ALONE.map((name) => [name])];

  it.each(PAGES.map((names) => [names.join(', '), names] as const))('is not fetched by %s', async (_, names) => {
    for (const to of addresses()) {
      const asking = names.map((name) => asked(name, to)).join('\n');
      const text = await textOf(
        `<body>${asking}<p id="end"></p><script>document.getElementById("end").append("Skript lief")</script>`,
      );
      expect(text).not.toMatch(/Geheimnis|root:/);
      if (names.length > 1) expect(text).toContain('Skript lief');
    }
    expect(hits).toEqual([]);
  });

  it('is not fetched by a saved page, which the browser opens from a file', async () => {
    const head = 'MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<body>';
    for (const to of addresses())
      for (const names of [...PAGES, []]) {
        const asking = names.map((name) => asked(name, to)).join('\n');
        const refresh = `<meta http-equiv="refresh" content="0;url=${to}">`;
        const text = await textOf(
          `${head}${asking || refresh}<p>Da<script>document.body.append("Skript")</script>`,
          'mhtml',
        );
        expect(text).toContain('Da');
        expect(text).not.toMatch(/Geheimnis|root:|Skript/);
      }
    expect(hits).toEqual([]);
  });

  it.each([
    ['a refresh', (to: string) => `<meta http-equiv="refresh" content="0;url=${to}"><p>Da`],
    ['a script', (to: string) => `<p>Da<script>location.href="${to}"</script>`],
    ['a form', (to: string) => `<p>Da<form id="f" action="${to}"></form><script>f.submit()</script>`],
    ['the window above', (to: string) => `<p>Da<iframe srcdoc="<script>top.location='${to}'</script>"></iframe>`],
    ['itself, without end', () => '<p>Da<script>location.reload()</script>'],
  ])('cannot be reached by navigation: %s', async (name, page) => {
    for (const to of addresses().slice(name === 'a form' ? 1 : 0)) {
      const text = await textOf(page(to));
      expect(text).toContain('Da');
      expect(text).not.toContain('Geheimnis');
    }
    expect(hits).toEqual([]);
  });

  it('would be heard', async () => {
    await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    expect(hits).toEqual(['tcp']);
  });
});

const failureOf = async (source: string | Buffer, to: FormatName = 'pdf', options: Options = {}, engine = chromium) =>
  codeOf(convertBytes(engine, Buffer.from(source), ['html', to], { options }));

describe('a page that never ends', () => {
  const OR_NOT = /^(?:none|TOO_COMPLEX)$/;

  it.each([
    ['a loop', '<p>x<script>while(true);</script>', 'TOO_COMPLEX'],
    ['a loop before it is printed', '<p>x<script>onbeforeprint=()=>{while(true);}</script>', OR_NOT],
    ['dialogs', '<p>x<script>for(;;)alert(1)</script>', OR_NOT],
    ['a promise', '<p>x<script type="module">await new Promise(()=>0)</script>', 'none'],
    ['timers that add to it', '<p>x<script>setInterval(()=>document.body.append("x".repeat(1e4)),1)</script>', OR_NOT],
    ['memory', '<p>x<script>const a=[];for(;;)a.push(new Uint8Array(1e8).fill(1))</script>', OR_NOT],
    ['height', '<p style="height:99999999999px">x', 'TOO_COMPLEX'],
    ['cells over all rows', `<table>${'<tr><td colspan=1000 rowspan=65534>x'.repeat(300)}`, 'TOO_COMPLEX'],
    [
      'a canvas',
      '<canvas width=30000 height=30000></canvas><script>document.querySelector("canvas").getContext("2d").fillRect(0,0,3e4,3e4)</script>',
      OR_NOT,
    ],
  ] as const)('for %s ends in one way, and the next is converted', async (what, page, end) => {
    // The first one ends by the time that its scripts have.
    const engine = what === 'a loop' ? chromium : briefly(chromium);
    expect(await failureOf(page, 'pdf', {}, engine)).toMatch(end);
    expect(await failureOf(HEALTHY, 'pdf', {}, engine)).toBe('none');
  });

  it('is refused as a picture that is too large', async () => {
    expect(await failureOf('<p style="height:200000px">x', 'png')).toBe('TOO_COMPLEX');
    expect(await failureOf('<p style="height:9000px">x', 'png', { scale: 4 })).toBe('TOO_COMPLEX');
    expect(await failureOf(HEALTHY, 'png')).toBe('none');
  });
});

describe('an empty page', () => {
  it.each(['<p></p>', '<!DOCTYPE html><title>Nur ein Titel</title>', '   '])('is refused: %s', async (page) => {
    expect(await failureOf(page)).toBe('UNREADABLE_FILE');
  });
});
