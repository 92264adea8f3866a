import { setTimeout } from 'node:timers/promises';
import { docx } from '../test/documents/office-open-xml.ts';
import { photo } from '../test/support/pictures.ts';
import { wav } from '../test/support/sound.ts';
import { watchHealth } from './health-watch.ts';
import { table } from './measure.ts';
import { type RunningService, startService } from './running-service.ts';
import { serviceMemory } from './service-memory.ts';

/** The sampling interval of the memory, in milliseconds: each sample costs processor time. */
const INTERVAL = 2000;

/** The polling interval of a conversion, in milliseconds. */
const POLL = 1000;

/** The largest count of retries after SERVICE_BUSY. */
const MOST_TRIES = 40;

/** A kind of file, with its count and its expected outcome. */
interface Kind {
  readonly filename: string;
  readonly target: string;
  readonly content: Uint8Array;
  readonly count: number;
  /** The code with which it is refused. @default none: it is converted */
  readonly code?: string;
}

/** The outcome of a file for its client. */
interface Story {
  readonly kind: Kind;
  /** The responses to its POSTs: status and code. */
  readonly answers: string[];
  /** `downloaded`, the code of its failure, or an unexpected state. */
  readonly end: string;
  /** Milliseconds until it was over. */
  readonly time: number;
}

/** A thousand simultaneous uploads: their responses and outcomes, and the health of the service meanwhile. */
export async function benchLoad(): Promise<string> {
  const kinds = await mixedKinds();
  const started = await startService();
  // Not by a name: looking one up a thousand times at once is slower than all that is measured.
  const service = { ...started, origin: started.origin.replace('localhost', '127.0.0.1') };
  const health = watchHealth(service.origin);
  try {
    await setTimeout(5000);
    const idle = await health.take();
    const before = serviceMemory(service.pid);
    const { stories, peak } = await underLoad(service, kinds);
    const during = await health.take();
    return [
      endsTable(kinds, stories),
      answersTable(stories),
      table(
        ['health', 'asked', 'unanswered', 'p50', 'p99', 'longest'],
        [['idle', ...idle] as const, ['under load', ...during] as const],
      ),
      table(['memory', 'before', 'highest'], [['', `${before} MB`, `${peak} MB`]]),
    ].join('\n\n');
  } finally {
    await health.stop();
    await service.stop();
  }
}

async function mixedKinds(): Promise<Kind[]> {
  const [small, text] = [await photo(400, 300), await docx(['A letter.', 'It has a few words.'])];
  const rows = Array.from({ length: 200 }, (_, row) => `${row},name ${row},${row * 3}`);
  const kind = (name: string, target: string, content: Uint8Array, count: number, code?: string): Kind => ({
    filename: name,
    target,
    content,
    count,
    ...(code && { code }),
  });
  return [
    kind('small.jpg', 'webp', small, 250),
    kind('small.jpg', 'png', small, 150),
    kind('rows.csv', 'json', Buffer.from(`id,name,value\n${rows.join('\n')}\n`), 150),
    kind('notes.md', 'html', Buffer.from('# Notes\n\nText with *emphasis*.\n'.repeat(20)), 150),
    kind('letter.docx', 'pdf', text, 150),
    kind('sound.wav', 'mp3', wav(200_000), 100),
    kind('cut.jpg', 'webp', small.subarray(0, 600), 20, 'UNREADABLE_FILE'),
    kind('nothing.xyz', 'pdf', Buffer.from([0, 1, 2, 3, 250, 251, 252, 9, 0, 0, 7]), 15, 'UNKNOWN_FORMAT'),
    kind('small.jpg', 'mp3', small, 15, 'UNSUPPORTED_CONVERSION'),
  ];
}

async function underLoad(service: RunningService, kinds: readonly Kind[]) {
  // Spread, so that every engine has something to do from the beginning.
  const files = kinds.flatMap((kind) => Array.from({ length: kind.count }, (_, at) => ({ kind, at: at / kind.count })));
  files.sort((a, b) => a.at - b.at);
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, serviceMemory(service.pid));
  }, INTERVAL);
  try {
    return { stories: await Promise.all(files.map(({ kind }) => follow(service.origin, kind))), peak };
  } finally {
    clearInterval(timer);
  }
}

/** Converts a file, with retries, as a patient client does. */
async function follow(origin: string, kind: Kind): Promise<Story> {
  const began = performance.now();
  const answers: string[] = [];
  const end = await send(origin, kind, answers).catch((error: unknown) => `lost: ${reasonOf(error)}`);
  return { kind, answers, end, time: performance.now() - began };
}

async function send(origin: string, { content, filename, target }: Kind, answers: string[]): Promise<string> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(content)]), filename);
    form.set('target_format', target);
    const answer = await fetch(`${origin}/api/v1/convert`, { method: 'POST', body: form }).catch((error: unknown) => {
      answers.push(`none: ${reasonOf(error)}`);
      throw error;
    });
    const { data, code } = (await answer.json()) as Envelope;
    answers.push(`${answer.status} ${code ?? data?.status}`);
    if (data) return await fetchResult(origin, data);
    if (code !== 'SERVICE_BUSY') return code ?? 'refused without a code';
    await setTimeout(1000 * Number(answer.headers.get('retry-after') ?? 30) * (1 + Math.random() / 4));
  }
  return 'never taken';
}

interface Envelope {
  readonly code?: string;
  readonly data?: Conversion;
}

interface Conversion {
  readonly conversion_id: string;
  readonly status: string;
  readonly download_url: string;
  readonly file_size: number;
}

async function fetchResult(origin: string, begun: Conversion): Promise<string> {
  let data = begun;
  while (data.status === 'processing') {
    await setTimeout(POLL * (1 + Math.random()));
    const answer = (await (await fetch(`${origin}/api/v1/status/${data.conversion_id}`)).json()) as Envelope;
    if (!answer.data) return answer.code ?? 'failed without a code';
    data = answer.data;
  }
  if (data.status !== 'ready') return data.status;
  const result = await fetch(new URL(data.download_url, origin));
  const { byteLength } = await result.arrayBuffer();
  return result.ok && byteLength === data.file_size ? 'downloaded' : `a download of ${result.status}`;
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string }; message?: string };
  return cause?.code ?? message ?? 'unknown';
}

function endsTable(kinds: readonly Kind[], stories: readonly Story[]): string {
  const rows = kinds.map((kind) => {
    const own = stories.filter((story) => story.kind === kind);
    const expected = kind.code ?? 'downloaded';
    const good = own.filter(({ end }) => end === expected);
    const others = count(own.filter(({ end }) => end !== expected).map(({ end }) => end));
    const slowest = Math.max(...own.map(({ time }) => time)) / 1000;
    return [`${kind.filename} to ${kind.target}`, kind.count, expected, good.length, others, `${slowest.toFixed(0)} s`];
  });
  return table(['file', 'sent', 'should be', 'are', 'others', 'all over after'], rows);
}

function answersTable(stories: readonly Story[]): string {
  return table(['answers to the posts', ''], [...counted(stories.flatMap(({ answers }) => answers))]);
}

function count(words: readonly string[]): string {
  return [...counted(words)].map(([word, times]) => `${times} ${word}`).join(', ') || 'none';
}

function counted(words: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const word of [...words].sort()) numbers.set(word, (numbers.get(word) ?? 0) + 1);
  return numbers;
}
