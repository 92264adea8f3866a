import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { checkAnswer } from './check-answer.ts';
import type { Envelope } from './local-service.ts';

/** The output format of curl, one a line: method, address, status, and headers as JSON. */
const TOLD = '\n%{method}\n%{url_effective}\n%{http_code}\n%{header_json}';

/** Runs curl as a user would. @returns the status and the JSON body of the response, which has to match the API document */
export async function curl(...args: readonly string[]): Promise<{ status: number; body: Envelope }> {
  const { stdout } = await promisify(execFile)('curl', ['-sS', '-w', TOLD, ...args]);
  const [, json = '', method = '', url = '', code = '', head = ''] =
    /^(.*)\n(\w+)\n(.*)\n(\d+)\n(\{.*)$/s.exec(stdout) ?? [];
  const [status, body] = [Number(code), JSON.parse(json) as Envelope];
  const headers = Object.entries(JSON.parse(head) as Record<string, string[]>);
  await checkAnswer({
    method,
    url,
    status,
    headers: new Headers(headers.map(([name, values]) => [name, values.join(', ')])),
    body: async () => body,
  });
  return { status, body };
}
