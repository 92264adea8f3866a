import { FileConversion } from '../../../client/index.ts';

/** The service that this page comes from. */
export const service = new FileConversion(location.origin);
