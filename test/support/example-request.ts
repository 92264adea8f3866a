import { newConversionId } from '../../functions/conversion/conversion.ts';
import type { ConversionRequest } from '../../functions/conversion/request-conversion.ts';
import { sharp } from '../../functions/engines/sharp.ts';

/** A request to convert a JPEG file to WebP, with the fields of a test. */
export function exampleRequest(content: Uint8Array, change: Partial<ConversionRequest> = {}): ConversionRequest {
  return {
    id: newConversionId(),
    caller: { name: 'anonymous-0123456789abcdef' },
    filename: 'photo.jpg',
    sourceFormat: 'jpg',
    sourceSize: content.length,
    targetFormat: 'webp',
    quality: 'medium',
    options: {},
    secrets: {},
    engine: sharp,
    ...change,
  };
}
