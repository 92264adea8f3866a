import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LARGEST_UPLOAD } from '../functions/conversion/conversion.ts';
import { INGEST_NODE_OPTIONS, ORIGIN_KEY_HEADER } from '../functions/lanes.ts';
import { inTurn, median, table } from './measure.ts';

const ROUNDS = 9;
const ROUNDS_AT_ONCE = 3;
const AT_ONCE = 20;
const MEBIBYTE = 1024 * 1024;
const KEY = 'key-of-the-bench';
const BOUNDARY = 'boundary-of-the-bench';

/** A server in a process of its own. */
interface Server {
  readonly process: ChildProcess;
  readonly port: number;
}

/**
 * The ingest server against the minimum: busboy into a file. S3 is a process that discards uploads, since the real one is on
 * another machine; records and jobs go to the usual stand-ins.
 */
export async function benchIngest(): Promise<string> {
  const others = await start('ingest-surroundings.ts');
  const ingest = await start('../functions/ingest/server.ts', {
    ...others.environment,
    ORIGIN_KEYS: KEY,
    LISTEN_ADDRESS: '127.0.0.1:0',
    NODE_OPTIONS: INGEST_NODE_OPTIONS,
  });
  const bare = await start('busboy-to-disk.ts');
  try {
    const one = () => post(ingest, LARGEST_UPLOAD);
    const idle = await warm(ingest);
    const single = await highest(ingest, () => inTurn(ROUNDS, one, () => post(bare, LARGEST_UPLOAD)));
    const many = await highest(ingest, () =>
      inTurn(
        ROUNDS_AT_ONCE,
        () => atOnce(() => post(ingest, LARGEST_UPLOAD)),
        () => atOnce(() => post(bare, LARGEST_UPLOAD)),
      ),
    );
    const rows = [
      row('one POST of 100 MB', 1, single.result, single.resident - idle),
      row(`${AT_ONCE} at once`, AT_ONCE, many.result, many.resident - idle),
    ];
    return table(['', 'ingest', 'busboy to disk', 'ratio', 'memory over idle'], rows);
  } finally {
    for (const server of [ingest, bare, others]) server.process.kill();
  }
}

function row(name: string, times: number, { first, second }: { first: number[]; second: number[] }, grown: number) {
  const [ours, theirs] = [first, second].map(
    (figures) => (times * LARGEST_UPLOAD) / MEBIBYTE / (median(figures) / 1000),
  );
  if (ours === undefined || theirs === undefined) throw new Error('Nothing was measured.');
  return [
    name,
    `${ours.toFixed(0)} MiB/s`,
    `${theirs.toFixed(0)} MiB/s`,
    (ours / theirs).toFixed(2),
    `${(grown / MEBIBYTE).toFixed(0)} MiB`,
  ];
}

/** Starts a server, which prints its port and settings for others. */
async function start(entry: string, environment: Record<string, string> = {}) {
  const process_ = spawn(process.execPath, [join(import.meta.dirname, entry)], {
    env: { ...process.env, ...environment, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(process_.stdout);
  const [line] = (await once(lines, 'line')) as [string];
  lines.on('line', () => undefined);
  const told = JSON.parse(line) as { port: number; environment?: Record<string, string> };
  return { process: process_, port: told.port, environment: told.environment ?? {} };
}

/** Sends a few small requests, so that loading does not count. @returns the resident memory afterwards, in bytes */
async function warm(server: Server): Promise<number> {
  for (let time = 0; time < 5; time += 1) await post(server, 6 * MEBIBYTE);
  return residentMemory(server);
}

/** Runs a task. @returns the peak memory of a server meanwhile, in bytes */
async function highest<T>(server: Server, task: () => Promise<T>): Promise<{ result: T; resident: number }> {
  let resident = 0;
  const watch = setInterval(() => {
    resident = Math.max(resident, residentMemory(server));
  }, 20);
  try {
    return { result: await task(), resident };
  } finally {
    clearInterval(watch);
  }
}

function residentMemory({ process }: Server): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8'))?.[1]) * 1024;
}

async function atOnce(task: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: AT_ONCE }, task));
}

/** Uploads a sound of so many bytes, with `respond-async`. */
async function post({ port }: Server, size: number): Promise<void> {
  const request = httpRequest({
    port,
    path: '/api/v1/convert',
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      [ORIGIN_KEY_HEADER]: KEY,
      Prefer: 'respond-async',
    },
  });
  const answered = once(request, 'response');
  const part = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`;
  request.write(`${part('target_format')}\r\n\r\nmp3\r\n${part('file')}; filename="a.wav"\r\n\r\n`);
  request.write(WAV_HEAD);
  for (let left = size - WAV_HEAD.length; left > 0; left -= SILENCE.length) {
    if (!request.write(SILENCE.subarray(0, left))) await once(request, 'drain');
  }
  request.end(`\r\n--${BOUNDARY}--\r\n`);
  const [response] = await answered;
  const body = Buffer.concat(await response.toArray()).toString();
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${body}`);
}

const SILENCE = Buffer.alloc(MEBIBYTE / 4, 'some sound, as if');
const WAV_HEAD = Buffer.from(
  'RIFF\xff\xff\xff\x7fWAVEfmt \x10\0\0\0\x01\0\x02\0\x44\xac\0\0\x10\xb1\x02\0\x04\0\x10\0data\xff\xff\xff\x7f',
  'latin1',
);
