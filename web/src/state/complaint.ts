import { FileConversionError, type OptionSchema } from '../../../client/index.ts';
import type { OwnCode } from '../words/words.ts';
import { formatNamed } from './formats.ts';
import { dateText, fill, say } from './language.ts';
import { key } from './service.ts';
import { errorText, optionText, valueText } from './words.ts';

/** Why something did not work. */
export interface Complaint {
  /** The error code of the service, its client or this page. */
  readonly code: string;
  /** The message of the service, in English. */
  readonly sentence?: string;
  /** The target, by which options in the message are recognised. */
  readonly target?: string;
  /** When a retry makes sense, in milliseconds since the epoch. */
  readonly until?: number;
}

/** A complaint as the page shows it. */
export interface ComplaintText {
  readonly text: string;
  /** The language of the text. @default that of the page */
  readonly language?: 'en';
  /** The message of the service as a detail, in English. */
  readonly detail?: string;
}

/** The texts of codes that the page itself has in all languages. */
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

/** Codes whose message is specific to the file or request. */
const DETAILED = [
  'INVALID_REQUEST',
  'INVALID_OPTION',
  'UNKNOWN_FORMAT',
  'UNSUPPORTED_CONVERSION',
  'UNREADABLE_FILE',
].concat(['PASSWORD_PROTECTED', 'FILE_TOO_LARGE', 'TOO_COMPLEX', 'ENGINE_TIMED_OUT', 'UNEXPECTED_ANSWER']);

/** The complaint of an error. @param target the target format */
export function complaintOf(error: unknown, target?: string): Complaint {
  if (!(error instanceof FileConversionError))
    return { code: '', sentence: error instanceof Error ? error.message : '' };
  const { retryAfter, message } = error;
  const until = retryAfter === undefined ? {} : { until: Date.now() + retryAfter * 1000 };
  return { code: codeOf(error), sentence: message, ...until, ...(target !== undefined && { target }) };
}

/** The code of an error; responses of a firewall or gateway have only a status. */
function codeOf({ code, status }: FileConversionError): string {
  if (status === 429 && code !== 'QUOTA_EXCEEDED') return 'RATE_LIMITED';
  return { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN' }[status] ?? code;
}

/** The text of a complaint in the language of the page, as far as its code has one. */
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

/**
 * The titles of the options in a message of the service, with their accepted values.
 * @param target the target format
 */
function namedOptions(sentence: string, target: string): string {
  const { options = {} } = formatNamed(target) ?? {};
  const named = [...sentence.matchAll(/"([a-z_]+)"/g)].flatMap(([, name = '']) => {
    const schema = options[name];
    return schema ? [optionText(name, target, schema).title + acceptedText(name, schema)] : [];
  });
  return [...new Set(named)].join(', ');
}

/** The accepted values of an option in brackets, where they are a list or a range. */
function acceptedText(name: string, { enum: choices, minimum, maximum }: OptionSchema): string {
  if (choices) return ` (${choices.map((choice) => valueText(name, choice)).join(', ')})`;
  return minimum === undefined || maximum === undefined ? '' : ` (${minimum} – ${maximum})`;
}
