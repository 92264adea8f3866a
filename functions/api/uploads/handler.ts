import { requestUpload } from '../../conversion/request-upload.ts';
import { readJsonFields } from '../../http/json-body.ts';
import { keyedEndpoint } from '../../http/keyed-endpoint.ts';
import { success } from '../../http/reply.ts';
import { uploadRecord } from '../../http/representation.ts';
import { gate } from '../../services/callers.ts';
import { storage } from '../../services/storage.ts';

/** POST /api/v1/uploads */
export const handler = keyedEndpoint('convert', gate, async (event, caller) => {
  const { upload, form } = await requestUpload(readJsonFields(event), caller, storage());
  return success('Send the file with this form; the upload starts the conversion', uploadRecord(upload, form));
});
