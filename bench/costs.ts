import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Converter } from '../functions/conversion/converter.ts';
import { findFormat } from '../functions/conversion/formats.ts';
import { ENGINES } from '../functions/engines/index.ts';
import { layerProgram } from '../functions/sandbox/layer.ts';
import { converter, useConverter } from '../functions/services/converter.ts';
import { startLocalService } from '../local/service.ts';
import { docx } from '../test/documents/office-open-xml.ts';
import { fixture as pdfFixture } from '../test/pdfs/convert-pdf.ts';
import { phonePhoto } from './image.ts';
import { median, ms, table } from './measure.ts';

const ROUNDS = 5;

/** The price of a gigabyte-second of Lambda on arm64 in us-east-1, in dollars (list price of 2025). */
const PRICE = 0.0000133334;

/** Memory of the functions, in GB: now, and before the engines had functions of their own. */
const NOW = { convert: 0.5, dispatch: 0.25 };
const BEFORE = { convert: 2.9375 };

interface Kind {
  readonly name: string;
  readonly filename: string;
  readonly target: string;
  readonly content: Buffer;
}

/** The busy times of a conversion, in milliseconds. */
interface Times {
  /** The function of the route, from the request to the response. */
  readonly answer: number;
  /** The engine, with the transfer of source and result. */
  readonly engine: number;
}

/**
 * What Lambda costs for a thousand conversions, from the times that the functions would be busy. They are measured on
 * this machine; Lambda's processors, and the ways between its functions, may be slower.
 */
export async function benchCosts(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-costs-'));
  const service = await startLocalService();
  try {
    const engineTimes: number[] = [];
    useConverter(timing(converter(), engineTimes));
    const rows = [];
    for (const kind of await kinds(folder)) rows.push(row(kind, await measure(service.origin, kind, engineTimes)));
    const head = ['', 'POST to answer', 'of it engine', 'GB-seconds before', 'now', '$ a thousand before', 'now'];
    return table(head, rows);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function kinds(folder: string): Promise<Kind[]> {
  const photo = await phonePhoto();
  const sentence = 'The quick brown fox jumps over the lazy dog. ';
  const letter = await docx(Array.from({ length: 12 }, () => sentence.repeat(6)));
  const media = (name: string, ...args: string[]) => {
    const [program, ...loader] = layerProgram('ffmpeg', 'bin/ffmpeg').command;
    execFileSync(program, [...loader, '-v', 'error', '-f', 'lavfi', ...args, join(folder, name)]);
    return readFileSync(join(folder, name));
  };
  return [
    { name: 'photo of 12 megapixels to webp', filename: 'photo.jpg', target: 'webp', content: photo },
    { name: 'docx to pdf', filename: 'letter.docx', target: 'pdf', content: letter },
    { name: 'pdf to png', filename: 'paper.pdf', target: 'png', content: pdfFixture('office.pdf') },
    { name: '30 s of sound to mp3', filename: 'a.wav', target: 'mp3', content: media('a.wav', '-i', 'sine=d=30') },
    {
      name: '5 s of 720p to webm',
      filename: 'a.mp4',
      target: 'webm',
      content: media('a.mp4', '-i', 'testsrc2=size=1280x720:duration=5', '-c:v', 'libx264', '-preset', 'veryfast'),
    },
  ];
}

/** The same converter, which records the time of each conversion. */
function timing(engines: Converter, times: number[]): Converter {
  return {
    outlivesRequest: engines.outlivesRequest,
    async convert(job, options) {
      const started = performance.now();
      const file = await engines.convert(job, options);
      times.push(performance.now() - started);
      return file;
    },
  };
}

async function measure(origin: string, kind: Kind, engineTimes: number[]): Promise<Times> {
  await post(origin, kind); // starts what has to be started
  engineTimes.length = 0;
  const answers: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await post(origin, kind);
    answers.push(performance.now() - started);
  }
  return { answer: median(answers), engine: median(engineTimes) };
}

async function post(origin: string, { content, filename, target }: Kind): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), filename);
  form.set('target_format', target);
  const answer = await fetch(`${origin}/api/v1/convert`, { method: 'POST', body: form });
  const { success, error, data } = (await answer.json()) as {
    success: boolean;
    error?: string;
    data?: { status: string };
  };
  if (!success || data?.status !== 'ready') throw new Error(`${filename} to ${target}: ${error ?? data?.status}`);
}

function row({ name, filename, target }: Kind, { answer, engine }: Times): (string | number)[] {
  const [before, now] = [gigabyteSecondsBefore, gigabyteSeconds].map((count) =>
    count(filename, target, { answer, engine }),
  );
  const dollars = (count = 0) => (count * PRICE * 1000).toFixed(4);
  return [name, ms(answer), ms(engine), before?.toFixed(2) ?? '', now?.toFixed(2) ?? '', dollars(before), dollars(now)];
}

/** The function of the route waits; the engine function converts, and dispatch waits for it unless the route does. */
function gigabyteSeconds(filename: string, target: string, { answer, engine }: Times): number {
  const { lane, memory } = workerOf(filename, target);
  const waiting = answer * NOW.convert + (lane === 'queue' ? engine * NOW.dispatch : 0);
  return (waiting + engine * (memory / 1024)) / 1000;
}

/** Pictures were converted by the function that answered; it was as large while it waited for all else. */
function gigabyteSecondsBefore(filename: string, target: string, { answer, engine }: Times): number {
  const { lane, memory } = workerOf(filename, target);
  return (answer * BEFORE.convert + (lane === 'queue' ? engine * (memory / 1024) : 0)) / 1000;
}

function workerOf(filename: string, target: string) {
  const [source, result] = [findFormat(filename.slice(filename.lastIndexOf('.'))), findFormat(target)];
  const engine = ENGINES.find(({ conversions }) => source && result && conversions[source]?.includes(result));
  if (!engine) throw new Error(`no engine for ${filename} to ${target}`);
  return engine.worker;
}
