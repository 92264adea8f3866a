import type { Readable } from 'node:stream';

const LONGEST = 1000;

/** The beginning of a server's response, for the log. */
export async function beginningOfResponse(response: Readable): Promise<string> {
  let text = '';
  for await (const chunk of response) {
    text += chunk;
    if (text.length > LONGEST) break;
  }
  return text.slice(0, LONGEST);
}
