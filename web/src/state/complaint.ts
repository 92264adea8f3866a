import { FileConversionError } from '../../../client/index.ts';
import { dateText, fill, say } from './language.ts';
import { key } from './service.ts';

/** Why something did not work. */
export interface Complaint {
  readonly message: string;
  /** The language of the message. @default that of the page */
  readonly language?: 'en';
  /** When it may work, in milliseconds since the epoch. */
  readonly until?: number;
}

/** The message of an error for the reader: in the reader's language where the page knows what it means. */
export function complaintOf(error: unknown): Complaint {
  if (!(error instanceof FileConversionError)) return inEnglish(error instanceof Error ? error.message : '');
  const { code, status, retryAfter, message } = error;
  if (code === 'UNREACHABLE') return { message: say.value.offline };
  if (status === 401) return { message: key.value === undefined ? say.value.keyNeeded : say.value.keyUnknown };
  if (status === 403) return { message: say.value.keyForbidden };
  if (code === 'QUOTA_EXCEEDED')
    return { message: fill(say.value.monthUsedUp, { date: dateText(endOfWait(retryAfter)) }) };
  if (status !== 429) return inEnglish(message);
  return { message: say.value.tooFast, ...(retryAfter !== undefined && { until: Date.now() + retryAfter * 1000 }) };
}

/** What the service says of an error. */
function inEnglish(message: string): Complaint {
  return { message, language: 'en' };
}

/** When it begins anew: after so many seconds, or with the next month, in UTC. */
function endOfWait(retryAfter: number | undefined): Date {
  const now = new Date();
  if (retryAfter !== undefined) return new Date(now.getTime() + retryAfter * 1000);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
}
