import { FileConversionError } from '../../../client/index.ts';
import type { OwnCode } from '../words/words.ts';
import { dateText, fill, say } from './language.ts';
import { namedOptions } from './option-complaint.ts';
import { key } from './service.ts';
import { errorText } from './words.ts';

/** Why something did not work. */
export interface Complaint {
  /** What is wrong, as the service, its client or this page calls it. */
  readonly code: string;
  /** What the service says of it, in English. */
  readonly sentence?: string;
  /** What was to be made: it says which options the sentence names. */
  readonly target?: string;
  /** When it may work, in milliseconds since the epoch. */
  readonly until?: number;
}

/** A complaint as the page shows it. */
export interface ComplaintText {
  readonly text: string;
  /** The language of the text. @default that of the page */
  readonly language?: 'en';
  /** What the service says beyond it, in English. */
  readonly detail?: string;
}

/** What the page itself says, in each of its languages. */
const OWN_TEXTS: Readonly<Record<OwnCode, (complaint: Complaint) => string>> = {
  UNREACHABLE: () => say.value.offline,
  EMPTY_FILE: () => say.value.empty,
  OVER_100_MB: () => say.value.tooLarge,
  UNAUTHORIZED: () => (key.value === undefined ? say.value.keyNeeded : say.value.keyUnknown),
  FORBIDDEN: () => say.value.keyForbidden,
  RATE_LIMITED: () => say.value.tooFast,
  QUOTA_EXCEEDED: ({ until = startOfNextMonth() }: Complaint) =>
    fill(say.value.monthUsedUp, { date: dateText(new Date(until)) }),
};

/** Codes whose sentence says what is wrong with the very file or request. */
const DETAILED = [
  'INVALID_REQUEST',
  'INVALID_OPTION',
  'UNKNOWN_FORMAT',
  'UNSUPPORTED_CONVERSION',
  'UNREADABLE_FILE',
].concat(['PASSWORD_PROTECTED', 'FILE_TOO_LARGE', 'TOO_COMPLEX', 'ENGINE_TIMED_OUT', 'UNEXPECTED_ANSWER']);

/** What is to be said of an error. @param target what was to be made */
export function complaintOf(error: unknown, target?: string): Complaint {
  if (!(error instanceof FileConversionError))
    return { code: '', sentence: error instanceof Error ? error.message : '' };
  const { retryAfter, message } = error;
  const until = retryAfter === undefined ? {} : { until: Date.now() + retryAfter * 1000 };
  return { code: codeOf(error), sentence: message, ...until, ...(target !== undefined && { target }) };
}

/** A firewall or a gateway answers with a status, and without a code of the service. */
function codeOf({ code, status }: FileConversionError): string {
  if (status === 429 && code !== 'QUOTA_EXCEEDED') return 'RATE_LIMITED';
  return { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN' }[status] ?? code;
}

/** A complaint in the reader's language, as far as the page knows what it means. */
export function complaintText(complaint: Complaint): ComplaintText {
  const { code, sentence = '', target = '' } = complaint;
  const own = Object.hasOwn(OWN_TEXTS, code) ? OWN_TEXTS[code as OwnCode](complaint) : undefined;
  if (own !== undefined) return { text: own };
  const known = errorText(code);
  if (known === undefined) return { text: sentence, language: 'en' };
  const text = code === 'INVALID_OPTION' ? `${known} ${namedOptions(sentence, target)}`.trim() : known;
  return DETAILED.includes(code) && sentence ? { text, detail: sentence } : { text };
}

/** In UTC, as the service counts. */
function startOfNextMonth(): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
}
