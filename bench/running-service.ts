import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

/** What the answer says of a conversion. */
export interface ConversionData {
  readonly conversion_id: string;
  readonly status: string;
  readonly download_url: string;
}

/** A service in a process of its own, as `npm start` runs it. */
export interface RunningService {
  readonly origin: string;
  readonly pid: number;
  /** Converts a file and fetches nothing; gives the answer's `data`. */
  convert(content: Uint8Array, filename: string, target: string): Promise<ConversionData>;
  /** Converts a file, waits until it is ready, and fetches the result; gives its size in bytes. */
  fetchResult(content: Uint8Array, filename: string, target: string): Promise<number>;
  stop(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..');

/** Starts the service on a free port. */
export async function startService(): Promise<RunningService> {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  // Variables, then node with its options.
  const [variables = '', options = ''] = scripts.start.split(/ ?\bnode /);
  const child = spawn(process.execPath, options.split(' '), {
    cwd: ROOT,
    env: {
      ...process.env,
      ...Object.fromEntries(variables.split(' ').map((pair) => pair.split('='))),
      PORT: '0',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let origin = '';
  for await (const line of createInterface(child.stdout)) {
    origin = /http:\/\/localhost:\d+/.exec(line)?.[0] ?? '';
    if (origin) break;
  }
  child.stdout.resume();
  const convert: RunningService['convert'] = async (content, filename, target) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(content)]), filename);
    form.set('target_format', target);
    return dataOf(await fetch(`${origin}/api/v1/convert`, { method: 'POST', body: form }));
  };
  return {
    origin,
    pid: child.pid ?? 0,
    convert,
    async fetchResult(content, filename, target) {
      let data = await convert(content, filename, target);
      while (data.status === 'processing') {
        await setTimeout(200);
        data = await dataOf(await fetch(`${origin}/api/v1/status/${data.conversion_id}`));
      }
      const result = await fetch(new URL(data.download_url, origin));
      if (!result.ok) throw new Error(`the result was answered with ${result.status}`);
      return (await result.arrayBuffer()).byteLength;
    },
    async stop() {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

async function dataOf(response: Response): Promise<ConversionData> {
  const { success, data, error } = (await response.json()) as {
    success: boolean;
    data: ConversionData;
    error?: string;
  };
  if (!success) throw new Error(error);
  return data;
}
