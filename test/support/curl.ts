import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Envelope } from './local-service.ts';

/** Runs curl as a user would; gives the status and the JSON body of the answer. */
export async function curl(...args: readonly string[]): Promise<{ status: number; body: Envelope }> {
  const { stdout } = await promisify(execFile)('curl', ['-sS', '-w', '\n%{http_code}', ...args]);
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: JSON.parse(stdout.slice(0, end)) as Envelope };
}
