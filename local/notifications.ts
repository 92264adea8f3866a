import { setTimeout } from 'node:timers/promises';
import type { S3Event } from 'aws-lambda';

/** The attempts of an asynchronous invocation by Lambda, and the pause between them in milliseconds (there a minute). */
const ATTEMPTS = 3;
const PAUSE = 1000;

/** Calls the intake for a file that was uploaded by form, with retries, as S3 and Lambda do. */
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
