import { setInterval, setTimeout } from 'node:timers/promises';
import { pptx } from '../../test/documents/office-open-xml.ts';
import { wav } from '../../test/support/sound.ts';
import { table } from '../measure.ts';
import { startService } from '../running-service.ts';
import { asRate, rate, type Task } from './by-turns.ts';
import { postToBytes } from './http-client.ts';
import { type Memory, memoryOf } from './process-memory.ts';
import { ledger, photo, report, smallPicture, TALK } from './sources.ts';
import { describeTools, isThere } from './tools.ts';
import { startUnoservers } from './unoserver.ts';

/** How long the service is idle before its memory is measured, in milliseconds. */
const REST = Number(process.env.BENCH_REST ?? 60) * 1000;
const SAMPLING = 500;

/** Memory of the whole service, all processes: idle, under a load of everything by 16 clients, and idle again. */
export async function benchMemory(): Promise<string> {
  const service = await startService();
  try {
    await setTimeout(5000); // what is started ahead
    const before = memoryOf([service.pid]);
    const { rates, most } = await underLoad(service.pid, await loads(service.origin));
    const [soon, after] = [await memoryAfter(service.pid, REST / 6), await memoryAfter(service.pid, REST - REST / 6)];
    const idle = `idle ${REST / 1000} s after (goal 400)`;
    const head = ['MB (processes)', 'idle before', 'under load (goal 900)', `idle ${REST / 6000} s after`, idle];
    const rows = [['this service', ...[before, most, soon, after].map(say)], ...(await unoserverRow())];
    return `${table(head, rows)}\n\nThe load, a second: ${rates.join(', ')}.\n${describeTools(['unoserver'])}`;
  } finally {
    await service.stop();
  }
}

interface Load {
  readonly name: string;
  readonly clients: number;
  readonly task: Task;
}

/** The cases of the other comparisons, all at once. */
async function loads(origin: string): Promise<Load[]> {
  const load = (clients: number, filename: string, target: string, content: Buffer) => ({
    name: `${filename} to ${target}`,
    clients,
    task: postToBytes(origin, { filename, target, content }),
  });
  return [
    load(4, 'report.docx', 'pdf', await report(3)),
    load(1, 'book.docx', 'pdf', await report(50)),
    load(1, 'ledger.xlsx', 'pdf', await ledger(5000)),
    load(1, 'talk.pptx', 'pdf', await pptx(TALK)),
    load(4, 'small.png', 'webp', await smallPicture()),
    load(4, 'photo.jpg', 'webp', await photo()),
    load(1, 'sound.wav', 'mp3', wav(34e6)),
  ];
}

async function underLoad(pid: number, loaded: readonly Load[]): Promise<{ rates: string[]; most: Memory }> {
  const watching = new AbortController();
  const most = watch(pid, watching.signal);
  const rates = await Promise.all(
    loaded.map(async ({ name, clients, task }) => `${name} ${asRate(await rate(task, clients))}`),
  );
  watching.abort();
  return { rates, most: await most };
}

async function watch(pid: number, signal: AbortSignal): Promise<Memory> {
  let most: Memory = { megabytes: 0, processes: 0 };
  try {
    for await (const _ of setInterval(SAMPLING, undefined, { signal })) {
      const now = memoryOf([pid]);
      if (now.megabytes > most.megabytes) most = now;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return most;
}

async function memoryAfter(pid: number, rest: number): Promise<Memory> {
  await setTimeout(rest);
  return memoryOf([pid]);
}

const say = ({ megabytes, processes }: Memory) => `${megabytes.toFixed(0)} (${processes})`;

/** The memory of unoservers for the documents of the load. */
async function unoserverRow(): Promise<string[][]> {
  if (!isThere('unoserver')) return [];
  const servers = await startUnoservers();
  try {
    const before = servers.pids.map((pid) => memoryOf([pid]));
    const documents = [await report(3), await report(50)];
    await Promise.all(documents.flatMap((document) => [rate(() => servers.convert(document, {}), 2)]));
    const after = servers.pids.map((pid) => memoryOf([pid]));
    const sum = (all: Memory[]) =>
      say({ megabytes: total(all.map((one) => one.megabytes)), processes: total(all.map((one) => one.processes)) });
    return [[`${servers.pids.length} unoservers, docx alone`, sum(before), '', sum(after), '']];
  } finally {
    await servers.stop();
  }
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
