import { Agent, get } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ms } from './measure.ts';

/** The interval of health requests, in milliseconds. */
const INTERVAL = 250;

/** The timeout of a health request, in milliseconds. */
const TIMEOUT = 30_000;

/** Requests the health of a service repeatedly. */
export interface HealthWatch {
  /** The counts of requests and of failures since the last call, and the response times. */
  take(): Promise<readonly [asked: number, unanswered: number, p50: string, p99: string, longest: string]>;
  stop(): Promise<void>;
}

/** Runs in its own thread, so that other work of this process does not count. */
export function watchHealth(origin: string): HealthWatch {
  const worker = new Worker(new URL(import.meta.url), { workerData: { origin } });
  return {
    async take() {
      const times = await new Promise<number[]>((resolve) => {
        worker.once('message', resolve);
        worker.postMessage('take');
      });
      const answered = times.filter(Number.isFinite).sort((a, b) => a - b);
      const at = (part: number) => ms(answered[Math.min(answered.length - 1, Math.floor(answered.length * part))] ?? 0);
      return [times.length, times.length - answered.length, at(0.5), at(0.99), at(1)];
    },
    async stop() {
      await worker.terminate();
    },
  };
}

function watch(origin: string): void {
  const agent = new Agent({ keepAlive: true });
  let times: number[] = [];
  const ask = () => {
    const began = performance.now();
    const note = (time: number) => times.push(time);
    const request = get(`${origin}/api/v1/health`, { agent, timeout: TIMEOUT }, (answer) => {
      answer.resume().once('end', () => note(answer.statusCode === 200 ? performance.now() - began : Number.NaN));
    });
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', () => note(Number.NaN));
  };
  setInterval(ask, INTERVAL);
  parentPort?.on('message', () => {
    parentPort?.postMessage(times);
    times = [];
  });
}

if (!isMainThread) watch((workerData as { origin: string }).origin);
