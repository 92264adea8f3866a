import type { S3Event } from 'aws-lambda';
import { acceptUpload } from '../conversion/accept-upload.ts';
import { isConversionId, UPLOADS } from '../conversion/conversion.ts';
import { ConversionError } from '../conversion/errors.ts';
import { conversionInLog, logger } from '../logger.ts';
import { services } from '../services/services.ts';

/** Begins the conversions of files that were uploaded straight to the bucket. What it throws is tried again. */
export const handler = async ({ Records }: S3Event): Promise<void> => {
  for (const { s3 } of Records) {
    const id = s3.object.key.slice(UPLOADS.length);
    if (!s3.object.key.startsWith(UPLOADS) || !isConversionId(id)) continue;
    const accepted = await acceptUpload(id, services());
    const code = accepted instanceof ConversionError ? accepted.code : 'OK';
    const begun = accepted !== undefined && code === 'OK';
    logger.info('A file was uploaded', { conversion: conversionInLog(id), code, begun });
  }
};
