import type { Readable } from 'node:stream';

const MOST_TOLD = 1000;

/** The beginning of what a server answers, for the log. */
export async function beginningOfResponse(response: Readable): Promise<string> {
  let text = '';
  for await (const chunk of response) {
    text += chunk;
    if (text.length > MOST_TOLD) break;
  }
  return text.slice(0, MOST_TOLD);
}
