import { readCommand, readFields } from '../../conversion/command.ts';
import { convertNow, queueConversion } from '../../conversion/request-conversion.ts';
import { convertAnswer, LONGEST_WAIT } from '../../http/convert-answer.ts';
import { readConvertForm } from '../../http/convert-form.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readPrefer } from '../../http/prefer.ts';
import { headerOf } from '../../http/request.ts';
import { converter } from '../../services/converter.ts';
import { services } from '../../services/services.ts';

/** POST /api/v1/convert */
export const handler = endpoint(async (event) => {
  const arrived = Date.now();
  const { filename, content, fields } = await readConvertForm(event);
  const command = await readCommand(readFields(fields), filename, content);
  const preference = readPrefer(headerOf(event, 'prefer'), LONGEST_WAIT);
  // Only a job in the queue can outlive the answer.
  const convert = command.engine.worker.lane === 'request' && preference?.wait !== 0 ? convertNow : queueConversion;
  const waitUntil = arrived + (preference?.wait ?? LONGEST_WAIT);
  const conversion = await convert(command, content, { ...services(), converter: converter() }, waitUntil);
  return convertAnswer(conversion, content.length, preference);
});
