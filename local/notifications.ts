import { setTimeout } from 'node:timers/promises';
import type { S3Event } from 'aws-lambda';

/** How often Lambda tries an asynchronous call, and how long it waits between, in milliseconds (there: a minute). */
const ATTEMPTS = 3;
const PAUSE = 1000;

/** Tells the intake of a file that was uploaded by a form, as S3 and Lambda do: again, if it fails. */
export async function notifyIntake(key: string): Promise<void> {
  const { handler } = await import('../functions/intake/handler.ts');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await handler({ Records: [{ s3: { object: { key } } }] } as unknown as S3Event);
    } catch {
      await setTimeout(PAUSE);
    }
  }
}
