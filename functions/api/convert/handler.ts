import { hash } from 'node:crypto';
import { type ConversionCommand, readCommand, readFields } from '../../conversion/command.ts';
import { convertNow, LARGEST_DIRECT } from '../../conversion/convert-now.ts';
import { countConversion } from '../../conversion/counted-conversion.ts';
import { checkPlannedSize } from '../../conversion/file-size.ts';
import { queueConversion, requestOf } from '../../conversion/request-conversion.ts';
import { identify } from '../../conversion/request-identity.ts';
import { warmUpDetection } from '../../detection/detect.ts';
import { convertAnswer, LONGEST_WAIT } from '../../http/convert-answer.ts';
import { readConvertForm } from '../../http/convert-form.ts';
import { keyedEndpoint } from '../../http/keyed-endpoint.ts';
import { readPrefer, type WaitPreference } from '../../http/prefer.ts';
import { headerOf } from '../../http/request.ts';
import { gate, webhookStore } from '../../services/callers.ts';
import { converter } from '../../services/converter.ts';
import { meter } from '../../services/meter.ts';
import { services } from '../../services/services.ts';
import { checkRequestedUrl } from '../../webhooks/requested-url.ts';

// While Lambda still initialises the function; on one machine, who starts the service does it.
if (process.env.AWS_LAMBDA_FUNCTION_NAME) warmUpDetection();

/** POST /api/v1/convert */
export const handler = keyedEndpoint('convert', gate, async (event, caller) => {
  const arrived = Date.now();
  const preference = readPrefer(headerOf(event, 'prefer'), LONGEST_WAIT);
  const stores = { ...services(), converter: converter(), meter: meter() };
  const identity = await identify(headerOf(event, 'idempotency-key'), caller, stores);
  const conversion = await countConversion(caller, identity, stores, async () => {
    const { filename, content, fields } = await readConvertForm(event);
    checkPlannedSize(content.length, caller);
    const settings = readFields(fields);
    await checkRequestedUrl(settings, caller, webhookStore());
    const command = await readCommand(settings, filename, content);
    const convert = isDirect(command, content, preference) ? convertNow : queueConversion;
    const waitUntil = arrived + (preference?.wait ?? LONGEST_WAIT);
    const source = { size: content.length, digest: identity.fingerprint && hash('sha256', content) };
    return convert(requestOf(command, source, identity, caller), content, stores, waitUntil);
  });
  return convertAnswer(conversion, preference);
});

/** Whether the sender waits for the engine itself. Only a job in the queue can outlive the answer. */
function isDirect({ engine }: ConversionCommand, content: Uint8Array, preference?: WaitPreference): boolean {
  return engine.worker.lane === 'request' && content.length <= LARGEST_DIRECT && preference?.wait !== 0;
}
