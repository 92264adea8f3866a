import { readCommand, readFields } from '../../conversion/command.ts';
import { requestConversion } from '../../conversion/request-conversion.ts';
import { readConvertForm } from '../../http/convert-form.ts';
import { endpoint } from '../../http/endpoint.ts';
import { success } from '../../http/reply.ts';
import { conversionRecord } from '../../http/representation.ts';
import { logger } from '../../logger.ts';
import { services } from '../../services.ts';

/** POST /api/v1/convert */
export const handler = endpoint(async (event) => {
  const { filename, content, fields } = await readConvertForm(event);
  const command = await readCommand(readFields(fields), filename, content);
  const conversion = await requestConversion(command, content, services());
  const record = conversionRecord(conversion);
  const { original_filename: _, download_url: __, ...loggable } = record;
  logger.info('A file was converted', { ...loggable, source_size: content.length });
  return success('The file was converted', record);
});
