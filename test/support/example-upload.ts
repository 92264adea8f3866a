import { newConversionId } from '../../functions/conversion/conversion.ts';
import { type AwaitedUpload, awaitUpload } from '../../functions/conversion/upload.ts';

/** An upload that is awaited from now on, with the fields of a test. */
export function exampleUpload({ account = 'acme', ...change }: Partial<AwaitedUpload> = {}): AwaitedUpload {
  const settings = { targetFormat: 'webp', quality: 'low', options: {}, secrets: {} } as const;
  return { ...awaitUpload(newConversionId(), 'a.jpg', settings, { name: account, account }), ...change };
}
