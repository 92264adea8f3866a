import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fetchChecked } from './check-answer.ts';
import { fileForm } from './file-form.ts';
import type { Envelope } from './local-service.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The service as `npm start` starts it, in a process of its own. */
export interface ServiceProcess {
  readonly origin: string;
  readonly child: ChildProcess;
  output(): string;
}

/** Starts the service on a free port, and waits until it serves. */
export async function startServiceProcess({ temporary = '', environment = {} } = {}): Promise<ServiceProcess> {
  const env = { ...process.env, PORT: '0', ...(temporary && { TMPDIR: temporary }), ...environment };
  const child = spawn(process.execPath, [join(ROOT, 'bin/local.ts')], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output.on('data', (data: Buffer) => {
      said += data;
    });
  while (!said.includes('Try it')) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the service did not start: ${said}`);
  }
  const origin = /on (http:\S+)\/api/.exec(said)?.[1];
  if (!origin) throw new Error(`the service did not say where it is: ${said}`);
  return { origin, child, output: () => said };
}

export async function endServiceProcess({ child }: ServiceProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** POSTs a file to /convert. @returns the answer, with its status */
export async function convertAt(
  { origin }: ServiceProcess,
  content: Uint8Array,
  [name, target]: readonly [string, string],
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Envelope }> {
  const body = fileForm(content, name, { target_format: target });
  const answer = await fetchChecked(`${origin}/api/v1/convert`, { method: 'POST', body, headers });
  return { status: answer.status, body: (await answer.json()) as Envelope };
}

export async function statusAt({ origin }: ServiceProcess, id: string): Promise<{ status: number; body: Envelope }> {
  const answer = await fetchChecked(`${origin}/api/v1/status/${id}`);
  return { status: answer.status, body: (await answer.json()) as Envelope };
}
