import { setTimeout } from 'node:timers/promises';
import { docx } from '../test/documents/office-open-xml.ts';
import { fixture as pdfFixture } from '../test/pdfs/convert-pdf.ts';
import { photo } from '../test/support/pictures.ts';
import { wav } from '../test/support/sound.ts';
import { phonePhoto } from './image.ts';
import { table } from './measure.ts';
import { type RunningService, startService } from './running-service.ts';
import { serviceMemory } from './service-memory.ts';

const CONVERSIONS = 3500;
const CLIENTS = 8;

/** The sampling interval under load, in milliseconds: each sample costs processor time. */
const INTERVAL = 2000;

/** How long after the load the service is idle, in milliseconds: its hosts wait a minute for another job. */
const UNTIL_IDLE = 75_000;

type Kind = readonly [filename: string, target: string, content: Uint8Array, share: number];

/** The memory of the whole service: started, under a load of mixed conversions with their downloads, and after it. */
export async function benchMemory(): Promise<string> {
  const kinds = await mixedKinds();
  const service = await startService();
  try {
    await setTimeout(5000);
    const rows: [string, string, string][] = [['started', megabytes(service), '']];
    const begun = performance.now();
    const peak = await peakWhile(service, load(service, kinds));
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    rows.push([`under ${CONVERSIONS} conversions, ${CLIENTS} at once, in ${seconds} s`, `${peak} MB`, '900 MB']);
    rows.push(['right after', megabytes(service), '']);
    await setTimeout(UNTIL_IDLE);
    rows.push(['idle', megabytes(service), '400 MB']);
    return table(['', 'memory', 'goal, at most'], rows);
  } finally {
    await service.stop();
  }
}

/** Mostly small pictures, and something for each engine. */
async function mixedKinds(): Promise<Kind[]> {
  const paragraphs = Array.from({ length: 60 }, (_, number) => `Paragraph ${number} has a few words. `.repeat(5));
  return [
    ['small.jpg', 'webp', await photo(400, 300), 25],
    ['letter.docx', 'pdf', await docx(paragraphs), 5],
    ['office.pdf', 'png', pdfFixture('office.pdf'), 2],
    ['sound.wav', 'mp3', wav(1_000_000), 2],
    ['photo.jpg', 'webp', await phonePhoto(), 1],
  ];
}

async function load(service: RunningService, kinds: readonly Kind[]): Promise<void> {
  // Spread, so that every engine has something to do all the time.
  const round = kinds.flatMap((kind) => Array.from({ length: kind[3] }, (_, at) => ({ kind, at: at / kind[3] })));
  round.sort((a, b) => a.at - b.at);
  let next = 0;
  const client = async () => {
    while (next < CONVERSIONS) {
      const [filename, target, content] = round[next++ % round.length]?.kind ?? [];
      if (filename && target && content) await service.fetchResult(content, filename, target);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function peakWhile(service: RunningService, work: Promise<void>): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, serviceMemory(service.pid));
  }, INTERVAL);
  try {
    await work;
    return peak;
  } finally {
    clearInterval(timer);
  }
}

function megabytes({ pid }: RunningService): string {
  return `${serviceMemory(pid)} MB`;
}
