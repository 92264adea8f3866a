import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { convertWeb } from '../../functions/engines/chromium/convert-web.ts';
import { stopBrowsing } from '../../functions/engines/chromium/run-browser.ts';
import { chromium } from '../../functions/engines/chromium.ts';
import { unpackLayer } from '../../functions/sandbox/unpack-layer.ts';
import { convertWith } from '../books/convert-with.ts';
import { textOfPdf } from '../documents/read-result.ts';
import { briefly, stopEnginesAfterwards } from '../support/engine.ts';

stopEnginesAfterwards();

const TIME = 120_000;
const HEALTHY = '<p>Weiter geht es';

describe('what a page asks for', () => {
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
  async function textOf(page: string): Promise<string> {
    const place = mkdtempSync(join(folder, 'job-'));
    const sourcePath = join(place, 'source');
    writeFileSync(sourcePath, page);
    const job = { sourcePath, sourceFormat: 'html', targetFormat: 'pdf', quality: 'medium' } as const;
    const { path } = await convertWeb({ ...job, options: { wait: 300 }, folder: place });
    return textOfPdf(readFileSync(path));
  }

  const addresses = () => [`http://127.0.0.1:${port}/`, `file://${secret}`];
  /** Each for an address that answers, and for a file. */
  const ASKING: Readonly<Record<string, (address: string) => string>> = {
    img: (to) => `<img src="${to}"><img srcset="${to} 2x"><picture><source srcset="${to}"><img></picture>`,
    'img without a scheme': (to) => `<img src="${to.replace(/^\w+:/, '')}">`,
    'background and bgsound': (to) =>
      `<table background="${to}"><tr><td background="${to}">x</table><bgsound src="${to}">`,
    'css url': (to) =>
      `<p style="background:url(${to});list-style:url(${to});cursor:url(${to}),auto;content:url(${to})">x`,
    'css import': (to) => `<style>@import "${to}"; @import url(${to}) print;</style>`,
    'css font': (to) => `<style>@font-face{font-family:f;src:url(${to})}</style><p style="font-family:f">x`,
    'css image-set': (to) => `<p style="background:image-set(url(${to}) 1x);mask:url(${to}#m);filter:url(${to}#f)">x`,
    'page margin box': (to) => `<style>@page{@top-left{content:url(${to})}}</style>`,
    stylesheet: (to) => `<link rel="stylesheet" href="${to}"><link rel="alternate stylesheet" href="${to}">`,
    icon: (to) => `<link rel="icon" href="${to}"><link rel="manifest" href="${to}">`,
    hints: (to) =>
      ['preload', 'prefetch', 'modulepreload', 'preconnect', 'dns-prefetch', 'prerender']
        .map((rel) => `<link rel="${rel}" as="image" href="${to}">`)
        .join(''),
    'speculation rules': (to) =>
      `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${to}"]}],"prerender":[{"source":"list","urls":["${to}"]}]}</script>`,
    script: (to) => `<script src="${to}"></script><script type="module" src="${to}"></script>`,
    'script import': (to) => `<script>import("${to}").catch(()=>0)</script>`,
    iframe: (to) =>
      `<iframe src="${to}"></iframe><iframe srcdoc="<img src='${to}'><iframe src='${to}'></iframe>"></iframe>`,
    'sandboxed iframe': (to) => `<iframe sandbox="allow-scripts" srcdoc="<script>fetch('${to}')</script>"></iframe>`,
    'data iframe': (to) => `<iframe src="data:text/html,<img src='${to}'><script>fetch('${to}')</script>"></iframe>`,
    'object and embed': (to) =>
      `<object data="${to}"></object><embed src="${to}"><object type="text/html" data="${to}"></object>`,
    media: (to) =>
      `<video src="${to}" poster="${to}" autoplay></video><audio src="${to}" autoplay></audio><video><source src="${to}"><track src="${to}" default></video>`,
    svg: (to) =>
      `<svg xmlns:xlink="http://www.w3.org/1999/xlink"><use href="${to}#a"/><image href="${to}"/><image xlink:href="${to}"/><feImage href="${to}"/></svg>`,
    'svg in data': (to) =>
      `<img src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${to}"/></svg>`)}">`,
    'xml with a style': (to) =>
      `<iframe src="data:text/xml,${encodeURIComponent(`<?xml-stylesheet type="text/xsl" href="${to}"?><!DOCTYPE a [<!ENTITY b SYSTEM "${to}">]><a>&b;</a>`)}"></iframe>`,
    fetch: (to) =>
      `<script>fetch("${to}",{mode:"no-cors"}).catch(()=>0);fetch("${to}",{method:"POST",body:"x",keepalive:true,mode:"no-cors"}).catch(()=>0)</script>`,
    XMLHttpRequest: (to) =>
      `<script>for(const a of [true,false]){try{const x=new XMLHttpRequest();x.open("GET","${to}",a);x.send();document.body.append(x.responseText)}catch{}}</script>`,
    beacon: (to) =>
      `<script>navigator.sendBeacon("${to}","x")</script><a ping="${to}" href="#a" id="ping">x</a><script>document.getElementById("ping").click()</script>`,
    EventSource: (to) => `<script>try{new EventSource("${to}")}catch{}</script>`,
    WebSocket: (to) =>
      `<script>try{new WebSocket("${to.replace('http', 'ws')}")}catch{};try{new WebSocketStream("${to.replace('http', 'ws')}")}catch{}</script>`,
    WebTransport: (to) => `<script>try{new WebTransport("${to.replace('http:', 'https:')}")}catch{}</script>`,
    WebRTC: () =>
      `<script>try{for(const scheme of ["stun","turn"]){const c=new RTCPeerConnection({iceServers:[{urls:scheme+":127.0.0.1:${port}",username:"a",credential:"b"},{urls:scheme+":127.0.0.1:${port}?transport=tcp",username:"a",credential:"b"}]});c.createDataChannel("a");c.createOffer().then((o)=>c.setLocalDescription(o))}}catch{}</script>`,
    worker: (to) =>
      `<script>const w=(s,o)=>new Worker(URL.createObjectURL(new Blob([s],{type:"text/javascript"})),o);w('fetch("${to}");new WebSocket("${to.replace('http', 'ws')}")');w('importScripts("${to}")');w('import("${to}")',{type:"module"});try{new Worker("${to}")}catch{}</script>`,
    'shared worker': (to) =>
      `<script>try{new SharedWorker(URL.createObjectURL(new Blob(['fetch("${to}")'],{type:"text/javascript"})))}catch{};try{new SharedWorker("${to}")}catch{}</script>`,
    'service worker': (to) => `<script>navigator.serviceWorker?.register("${to}").catch(()=>0)</script>`,
    worklet: (to) =>
      `<script>CSS.paintWorklet?.addModule("${to}");try{new AudioContext().audioWorklet?.addModule("${to}")}catch{}</script>`,
    'window.open': (to) =>
      `<script>const o=window.open("${to}");o?.document.write("<img src='${to}'>");window.open("about:blank","_blank","noopener")</script>`,
    'a form': (to) =>
      `<form id="f" action="${to}" method="post" target="x"><input name="a"></form><script>document.getElementById("f").submit()</script>`,
    download: (to) => `<a download href="${to}" id="d">x</a><script>document.getElementById("d").click()</script>`,
    'a file that is to be written': () =>
      `<a download="x.txt" href="data:application/octet-stream,x" id="e">x</a><script>document.getElementById("e").click()</script>`,
    reports: (to) =>
      `<meta http-equiv="Content-Security-Policy" content="img-src 'none'; report-uri ${to}"><img src="data:,">`,
    applet: (to) => `<applet code="${to}" archive="${to}"></applet><frameset><frame src="${to}"></frameset>`,
    portal: (to) =>
      `<fencedframe src="${to}"></fencedframe><portal src="${to}"></portal><link rel="import" href="${to}">`,
    address: (to) => `<base href="${to}"><img src="a.png"><link rel="stylesheet" href="b.css">`,
    'another address of this machine': () =>
      [
        'http://0.0.0.0',
        'http://[::1]',
        'http://2130706433',
        'http://127.1',
        'http://job.invalid',
        'ftp://127.0.0.1',
        'ws://127.0.0.1',
      ]
        .map((host) => `<img src="${host}:${port}/"><script>fetch("${host}:${port}/").catch(()=>0)</script>`)
        .join(''),
    'the cloud': () => `<img src="http://169.254.169.254/latest/meta-data/"><img src="http://[fd00:ec2::254]/">`,
    'the browser itself': () =>
      [
        'view-source:file:///etc/passwd',
        'chrome://version',
        'about:version',
        'devtools://devtools/',
        'filesystem:http://job.invalid/a',
      ]
        .map((to) => `<iframe src="${to}"></iframe>`)
        .join(''),
  };

  /** These change what the rest of a page may do, or is. */
  const ALONE = ['reports', 'address', 'applet', 'a form', 'script'];
  const PAGES = [Object.keys(ASKING).filter((name) => !ALONE.includes(name)), ...ALONE.map((name) => [name])];

  it.each(PAGES.map((names) => [names.join(', '), names] as const))(
    'is not fetched by %s',
    { timeout: TIME },
    async (_, names) => {
      for (const to of addresses()) {
        const asking = names.map((name) => ASKING[name]?.(to)).join('\n');
        const text = await textOf(
          `<body>${asking}<p id="end"></p><script>document.getElementById("end").append("Skript lief")</script>`,
        );
        expect(text).not.toMatch(/Geheimnis|root:/);
        if (names.length > 1) expect(text).toContain('Skript lief');
      }
      expect(hits).toEqual([]);
    },
  );

  it.each([
    ['a refresh', (to: string) => `<meta http-equiv="refresh" content="0;url=${to}"><p>Da`],
    ['a script', (to: string) => `<p>Da<script>location.href="${to}"</script>`],
    ['a form', (to: string) => `<p>Da<form id="f" action="${to}"></form><script>f.submit()</script>`],
    ['the window above', (to: string) => `<p>Da<iframe srcdoc="<script>top.location='${to}'</script>"></iframe>`],
    ['itself, without end', () => '<p>Da<script>location.reload()</script>'],
    [
      'its history, without end',
      () => '<p>Da<script>for(let i=0;i<200;i++)history.pushState(i,"","/"+i);history.go(-1)</script>',
    ],
  ])('is not where it goes by %s', { timeout: TIME }, async (name, page) => {
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
  convertWith(engine, Buffer.from(source), ['html', to], options).then(
    () => 'none',
    (error) => error.code,
  );

describe('a page that never ends', () => {
  const OR_NOT = /^(?:none|TOO_COMPLEX)$/;

  it.each([
    ['a loop', '<p>x<script>while(true);</script>', 'TOO_COMPLEX'],
    ['a loop before it is printed', '<p>x<script>onbeforeprint=()=>{while(true);}</script>', OR_NOT],
    ['dialogs', '<p>x<script>for(;;)alert(1)</script>', OR_NOT],
    ['prints', '<p>x<script>for(let i=0;i<1e3;i++)print();onafterprint=()=>print()</script>', 'none'],
    ['a promise', '<p>x<script type="module">await new Promise(()=>0)</script>', 'none'],
    ['timers that add to it', '<p>x<script>setInterval(()=>document.body.append("x".repeat(1e4)),1)</script>', OR_NOT],
    ['memory', '<p>x<script>const a=[];for(;;)a.push(new Uint8Array(1e8).fill(1))</script>', OR_NOT],
    ['a regular expression', '<p>x<script>/(a+)+$/.test("a".repeat(50)+"b")</script>', 'TOO_COMPLEX'],
    ['height', '<p style="height:99999999999px">x', 'TOO_COMPLEX'],
    [
      'a canvas',
      '<canvas width=30000 height=30000></canvas><script>document.querySelector("canvas").getContext("2d").fillRect(0,0,3e4,3e4)</script>',
      OR_NOT,
    ],
    ['a table of many cells', `<table><tr>${'<td colspan=1000 rowspan=65534>x'.repeat(300)}</table>`, OR_NOT],
    ['attributes', `<p ${'a="'.repeat(333_000)}>x`, OR_NOT],
    ['nested quotations of CSS', `<style>${'a{'.repeat(300_000)}</style>x`, OR_NOT],
  ] as const)('for %s ends in one way, and the next is converted', { timeout: TIME }, async (what, page, end) => {
    // The first one ends by the time that its scripts have.
    const engine = what === 'a loop' ? chromium : briefly(chromium);
    expect(await failureOf(page, 'pdf', {}, engine)).toMatch(end);
    expect(await failureOf(HEALTHY, 'pdf', {}, engine)).toBe('none');
  });

  it('is refused as a picture that is too large', { timeout: TIME }, async () => {
    expect(await failureOf('<p style="height:200000px">x', 'png')).toBe('TOO_COMPLEX');
    expect(await failureOf('<p style="height:9000px">x', 'png', { scale: 4 })).toBe('TOO_COMPLEX');
    expect(await failureOf(HEALTHY, 'png')).toBe('none');
  });
});

describe('a page without anything', () => {
  it.each(['<p></p>', '<!DOCTYPE html><title>Nur ein Titel</title>', '   '])(
    'is refused: %s',
    { timeout: TIME },
    async (page) => {
      expect(await failureOf(page)).toBe('UNREADABLE_FILE');
    },
  );
});
