import { identify } from '../../conversion/request-identity.ts';
import { requestUpload } from '../../conversion/request-upload.ts';
import { readJsonFields } from '../../http/json-body.ts';
import { keyedEndpoint } from '../../http/keyed-endpoint.ts';
import { success } from '../../http/reply.ts';
import { uploadRecord } from '../../http/representation.ts';
import { headerOf } from '../../http/request.ts';
import { gate, webhookStore } from '../../services/callers.ts';
import { storage } from '../../services/storage.ts';
import { checkRequestedUrl } from '../../webhooks/requested-url.ts';

/** POST /api/v1/uploads */
export const handler = keyedEndpoint('convert', gate, async (event, caller) => {
  const identity = await identify(headerOf(event, 'idempotency-key'), caller, storage(), { keyAlone: true });
  const fields = readJsonFields(event);
  await checkRequestedUrl({ webhookUrl: fields.webhook_url?.trim() }, caller, webhookStore());
  const { upload, form } = await requestUpload(fields, identity, caller, storage());
  return success('Send the file with this form; the upload starts the conversion', uploadRecord(upload, form));
});
