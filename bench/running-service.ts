import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A service in a process of its own, as `npm start` runs it. */
export interface RunningService {
  readonly origin: string;
  readonly pid: number;
  /** Converts a file and fetches nothing; gives the answer's `data`. */
  convert(content: Uint8Array, filename: string, target: string): Promise<{ download_url: string }>;
  stop(): Promise<void>;
}

/** Starts the service on a free port. */
export async function startService(): Promise<RunningService> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../bin/local.ts')], {
    env: { ...process.env, PORT: '0', POWERTOOLS_LOG_LEVEL: 'SILENT' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let origin = '';
  for await (const line of createInterface(child.stdout)) {
    origin = /http:\/\/localhost:\d+/.exec(line)?.[0] ?? '';
    if (origin) break;
  }
  child.stdout.resume();
  return {
    origin,
    pid: child.pid ?? 0,
    async convert(content, filename, target) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(content)]), filename);
      form.set('target_format', target);
      const response = await fetch(`${origin}/api/v1/convert`, { method: 'POST', body: form });
      const { success, data, error } = (await response.json()) as {
        success: boolean;
        data: { download_url: string };
        error?: string;
      };
      if (!success) throw new Error(error);
      return data;
    },
    async stop() {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}
