import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { FormatName } from '../functions/conversion/formats.ts';
import type { Options } from '../functions/conversion/options.ts';
import { ARCHIVE_TARGETS } from '../functions/engines/bsdtar/archive-formats.ts';
import { levelOf } from '../functions/engines/bsdtar/options.ts';
import { runBsdtar } from '../functions/engines/bsdtar/tools.ts';
import { bsdtar } from '../functions/engines/bsdtar.ts';
import { runCalibre } from '../functions/engines/calibre/run-calibre.ts';
import { calibre } from '../functions/engines/calibre.ts';
import type { Engine } from '../functions/engines/engine.ts';
import { AUDIO_CODECS } from '../functions/engines/ffmpeg/planning/audio-codecs.ts';
import { ffmpeg } from '../functions/engines/ffmpeg.ts';
import { runPandoc } from '../functions/engines/pandoc/run-pandoc.ts';
import { pandoc } from '../functions/engines/pandoc.ts';
import { runTesseract } from '../functions/engines/tesseract/run-tesseract.ts';
import { tesseract } from '../functions/engines/tesseract.ts';
import { layerProgram } from '../functions/sandbox/layer.ts';
import { type RunResult, runTool } from '../functions/sandbox/run-tool.ts';
import { zip } from '../test/documents/package.ts';
import { convertWith, stopEngines } from '../test/support/engine.ts';
import { wav } from '../test/support/sound.ts';
import { median, ms, table, timed } from './measure.ts';
import { postToBytes } from './peers/http-client.ts';
import { processorTimeOf } from './processor-time.ts';
import { startService } from './running-service.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/** A conversion by an engine, and by nothing but its tool. */
interface Case {
  readonly name: string;
  readonly engine: Engine;
  readonly formats: readonly [source: FormatName, target: FormatName];
  readonly options?: Options;
  make(): Buffer | Promise<Buffer>;
  /** One run of the tool of the layer, outside of any jail. */
  bare(source: string, folder: string): Promise<RunResult | undefined>;
}

const SENTENCE = 'The quick brown fox jumps over the **lazy dog**, and what it costs is told in the _table_ below. ';
const CASES: readonly Case[] = [
  {
    name: '40 MB of wav to mp3',
    engine: ffmpeg,
    formats: ['wav', 'mp3'],
    make: () => wav(40e6),
    bare: bareFfmpeg,
  },
  {
    name: '80 MB of texts, zip to 7z',
    engine: bsdtar,
    formats: ['zip', '7z'],
    make: () => zip(Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`${index}.txt`, numbers(index)]))),
    bare: (source, folder) => {
      const level = `${levelOf('7z', 'medium', undefined)}`;
      const how = ARCHIVE_TARGETS['7z'].map((argument) => argument.replace('@level', level));
      return runBsdtar(['-cf', join(folder, 'bare.7z'), ...how, `@${source}`], { folder });
    },
  },
  {
    name: 'a page of 55 lines, png to txt',
    engine: tesseract,
    formats: ['png', 'txt'],
    options: { language: 'eng' },
    make: scan,
    bare: (source, folder) =>
      runTesseract(source, join(folder, 'bare'), ['-l', 'eng', '--psm', '3', '--dpi', '300'], folder),
  },
  {
    name: '1.8 MB of md to docx',
    engine: pandoc,
    formats: ['md', 'docx'],
    make: () => Buffer.from(Array.from({ length: 2000 }, chapter).join('\n')),
    bare: (source, folder) =>
      runPandoc(['-f', 'gfm', '-t', 'docx', '-o', join(folder, 'bare.docx'), source], { folder }),
  },
  {
    name: '500 kB of html to azw3',
    engine: calibre,
    formats: ['html', 'azw3'],
    make: book,
    bare: async (source, folder) => {
      await runCalibre(source, [join(folder, 'bare.azw3'), JSON.stringify({ input_encoding: 'utf-8' })], folder);
      return undefined;
    },
  },
];

/** Engines in their jailed hosts, with what they check and prepare, against their bare tools; and the first book of a fresh service. */
export async function benchTools(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-tools-'));
  try {
    const rows = [];
    for (const one of CASES) rows.push(await compare(one, mkdtempSync(join(folder, 'case-'))));
    const head = ['', 'engine', 'bare tool', 'ratio (goal 1.05)', 'engine, of processors', 'bare tool', 'ratio'];
    const first = { time: 0 };
    const processors = await processorTimeOf(async () => {
      first.time = await firstBook();
    });
    const said = `First book of a fresh service: ${ms(first.time)} (goal 8000 ms)`;
    return `${table(head, rows)}\n\n${said}; of processors, with the start of the service, ${ms(processors)}.`;
  } finally {
    await stopEngines();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare({ name, engine, formats, options = {}, make, bare }: Case, folder: string): Promise<string[]> {
  const [sourceFormat, targetFormat] = formats;
  const source = join(folder, `source.${sourceFormat}`);
  writeFileSync(source, await make());
  const job = { sourcePath: source, sourceFormat, targetFormat, quality: 'medium', options } as const;
  const ours = () => convertWith(engine, { ...job, folder: mkdtempSync(join(folder, 'job-')) });
  const theirs = async () => {
    const work = mkdtempSync(join(folder, 'bare-'));
    const result = await bare(source, work);
    if (result && result.exitCode !== 0) throw new Error(`${name}: the tool ended with ${result.exitCode}`);
  };
  const [long, short] = await byTurns(ours, theirs);
  const ratio = (kind: keyof Spent) => (long[kind] / short[kind]).toFixed(2);
  return [
    `${name}, ${engine.name}`,
    ms(long.time),
    ms(short.time),
    ratio('time'),
    ms(long.processors),
    ms(short.processors),
    ratio('processors'),
  ];
}

/** What was spent on something, in milliseconds. */
interface Spent {
  readonly time: number;
  readonly processors: number;
}

/** Medians of tasks that are done in turn. The first round is not counted. */
async function byTurns(...tasks: (() => Promise<unknown>)[]): Promise<[Spent, Spent]> {
  const spent = tasks.map(() => ({ times: [] as number[], processors: [] as number[] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, task] of tasks.entries()) {
      let processors = 0;
      const time = await timed(async () => {
        processors = await processorTimeOf(task);
      });
      if (round === 0) continue;
      spent[index]?.times.push(time);
      spent[index]?.processors.push(processors);
    }
  }
  return spent.map((one) => ({ time: median(one.times), processors: median(one.processors) })) as [Spent, Spent];
}

function bareFfmpeg(source: string, folder: string): Promise<RunResult> {
  const { encoder, settings } = AUDIO_CODECS.mp3;
  const quality = Object.entries(settings.medium()).flatMap(([name, value]) => [`-${name}:a`, value]);
  const args = ['-v', 'error', '-i', source, '-c:a', encoder, ...quality, join(folder, 'bare.mp3')];
  return runTool(layerProgram('ffmpeg', 'bin/ffmpeg'), args, { folder });
}

/** From the POST to a service that has just been started to the last byte: the engine is not ready then, and starts. */
async function firstBook(): Promise<number> {
  const service = await startService();
  try {
    const content = book();
    return await timed(postToBytes(service.origin, { filename: 'book.html', content, target: 'azw3' }));
  } finally {
    await service.stop();
  }
}

/** A megabyte of lines that are like each other, and not the same. */
function numbers(seed: number): string {
  const line = (_: unknown, row: number) => `${seed},${row},${(row * 7919 + seed) % 10_007},some words of what it is\n`;
  return Array.from({ length: 27_000 }, line).join('');
}

function chapter(_: unknown, index: number): string {
  return `## Chapter ${index}\n\n${SENTENCE.repeat(8)}\n\n- ${SENTENCE}\n- an end\n`;
}

function book(): Buffer {
  const chapters = Array.from({ length: 500 }, (_, at) => `<h2>Chapter ${at}</h2><p>${SENTENCE.repeat(9)}</p>`);
  return Buffer.from(
    `<!DOCTYPE html><html><head><title>A book</title></head><body>${chapters.join('\n')}</body></html>`,
  );
}

/** A page of A4 at 300 dots to the inch, grey as scanners write it: transparency would cost the bare tool half a second. */
function scan(): Promise<Buffer> {
  const lines = Array.from(
    { length: 55 },
    (_, row) => `<text x="200" y="${250 + row * 58}">Line ${row}: ${SENTENCE.replace(/[*_]/g, '').slice(0, 80)}</text>`,
  );
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="2480" height="3508"><rect width="100%" height="100%" fill="white"/>
    <g font-family="Liberation Serif, DejaVu Serif, serif" font-size="44">${lines.join('')}</g></svg>`;
  return sharp(Buffer.from(page)).flatten().toColourspace('b-w').withDensity(300).png().toBuffer();
}
