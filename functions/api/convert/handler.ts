import { readCommand, readFields } from '../../conversion/command.ts';
import { convertByWorker, convertNow } from '../../conversion/request-conversion.ts';
import { readConvertForm } from '../../http/convert-form.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readPrefer } from '../../http/prefer.ts';
import { success } from '../../http/reply.ts';
import { conversionRecord } from '../../http/representation.ts';
import { headerOf } from '../../http/request.ts';
import { logger } from '../../logger.ts';
import { services } from '../../services.ts';
import { warmUpOnLambda } from '../../warm-up.ts';

/** How long the answer waits for a conversion, in milliseconds: API Gateway waits 29 seconds for the answer. */
const LONGEST_WAIT = 25_000;

warmUpOnLambda();

/** POST /api/v1/convert */
export const handler = endpoint(async (event) => {
  const arrived = Date.now();
  const { filename, content, fields } = await readConvertForm(event);
  const command = await readCommand(readFields(fields), filename, content);
  const preference = readPrefer(headerOf(event, 'prefer'), LONGEST_WAIT);
  // Only a job that does not live in this process can outlive the answer.
  const conversion =
    command.engine.worker.lane === 'request' && !preference
      ? await convertNow(command, content, services())
      : await convertByWorker(command, content, services(), arrived + (preference?.wait ?? LONGEST_WAIT));
  const record = conversionRecord(conversion);
  const { original_filename: _, download_url: __, ...loggable } = record;
  logger.info('A file was taken', { ...loggable, source_size: content.length });
  return success(
    record.status === 'ready' ? 'The file was converted' : 'The file is being converted',
    record,
    {},
    preference && { 'Preference-Applied': preference.applied },
  );
});
