import { requestUpload } from '../../conversion/request-upload.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readJsonFields } from '../../http/json-body.ts';
import { success } from '../../http/reply.ts';
import { uploadRecord } from '../../http/representation.ts';
import { storage } from '../../services/storage.ts';

/** POST /api/v1/uploads */
export const handler = endpoint(async (event) => {
  const { upload, form } = await requestUpload(readJsonFields(event), storage());
  return success('Send the file with this form; the upload starts the conversion', uploadRecord(upload, form));
});
