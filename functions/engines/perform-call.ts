import type { EngineCall } from '../conversion/engine-call.ts';
import type { EngineEvent } from '../conversion/engine-events.ts';
import { ConversionError, engineFailed } from '../conversion/errors.ts';
import type { HostPool } from '../sandbox/host-pool.ts';
import { failedEvent } from './failed-event.ts';
import { fetchSource } from './fetch-source.ts';
import { sendResult } from './send-result.ts';

/** Performs the call of an engine function: fetches the source, has a host convert it, and sends the result. */
export async function performCall(
  { source, result, ...order }: EngineCall,
  pool: HostPool,
  onProgress?: (percent: number) => void,
): Promise<EngineEvent> {
  try {
    const fetch = async () => {
      if ('bytes' in source) return Buffer.from(source.bytes, 'base64');
      return 'url' in source ? fetchSource(source.url, source.range) : fetchParts(source.urls);
    };
    return await pool.convert(
      order,
      fetch,
      async (done, file) => {
        await sendResult(result, file);
        return done;
      },
      onProgress && { onProgress },
    );
  } catch (error) {
    return failedEvent(error instanceof ConversionError ? error : engineFailed(error));
  }
}

async function* fetchParts(urls: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const url of urls) yield* await fetchSource(url);
}
