import { type ConversionCommand, readCommand, readFields } from '../../conversion/command.ts';
import { convertNow, LARGEST_DIRECT } from '../../conversion/convert-now.ts';
import { queueConversion } from '../../conversion/request-conversion.ts';
import { warmUpDetection } from '../../detection/detect.ts';
import { convertAnswer, LONGEST_WAIT } from '../../http/convert-answer.ts';
import { readConvertForm } from '../../http/convert-form.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readPrefer, type WaitPreference } from '../../http/prefer.ts';
import { headerOf } from '../../http/request.ts';
import { converter } from '../../services/converter.ts';
import { meter } from '../../services/meter.ts';
import { services } from '../../services/services.ts';

// While Lambda still initialises the function; on one machine, who starts the service does it.
if (process.env.AWS_LAMBDA_FUNCTION_NAME) warmUpDetection();

/** POST /api/v1/convert */
export const handler = endpoint(async (event) => {
  const arrived = Date.now();
  const { filename, content, fields } = await readConvertForm(event);
  const command = await readCommand(readFields(fields), filename, content);
  const preference = readPrefer(headerOf(event, 'prefer'), LONGEST_WAIT);
  const convert = isDirect(command, content, preference) ? convertNow : queueConversion;
  const waitUntil = arrived + (preference?.wait ?? LONGEST_WAIT);
  const all = { ...services(), converter: converter(), meter: meter() };
  const conversion = await convert(command, content, all, waitUntil);
  return convertAnswer(conversion, content.length, preference);
});

/** Whether the sender waits for the engine itself. Only a job in the queue can outlive the answer. */
function isDirect({ engine }: ConversionCommand, content: Uint8Array, preference?: WaitPreference): boolean {
  return engine.worker.lane === 'request' && content.length <= LARGEST_DIRECT && preference?.wait !== 0;
}
