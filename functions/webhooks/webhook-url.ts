import { isIP } from 'node:net';
import { ConversionError } from '../conversion/errors.ts';
import { isPublicAddress } from './public-address.ts';

/** Of an address to which events are sent, in characters. */
export const LONGEST_URL = 2000;

/**
 * Understands the address of an endpoint, in the one spelling that URLs have.
 * @param allowed origins that the operator lets be used whatever they are, for trying things out on one machine
 * @throws ConversionError INVALID_REQUEST when nothing would ever be sent there
 */
export function readWebhookUrl(text: string, allowed: readonly string[]): string {
  const url = text.length <= LONGEST_URL && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw refusal(`must be an absolute URL of at most ${LONGEST_URL} characters`);
  if (url.username || url.password) throw refusal('must not hold a name or a password');
  if (url.hash) throw refusal('must not end in a fragment');
  if (isAllowed(url, allowed)) return url.href;
  if (url.protocol !== 'https:') throw refusal('must begin with https://');
  if (url.port) throw refusal('must name no port: it is 443');
  if (!mayBePublic(hostOf(url))) throw refusal('must be one that can be reached from the internet');
  return url.href;
}

/** The host of a URL as a name or an address, without the brackets of IPv6. */
export function hostOf({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Whether an operator lets an address be used whatever it is. */
export function isAllowed({ origin }: Pick<URL, 'origin'>, allowed: readonly string[]): boolean {
  return allowed.includes(origin);
}

/** The origins in a variable of an operator, with commas between. @throws Error when one is none */
export function readOrigins(text = ''): readonly string[] {
  const origins = text.split(',').filter((origin) => origin.trim() !== '');
  return origins.map((origin) => new URL(origin.trim()).origin);
}

/** A name is looked up when something is sent; some never lead anywhere. */
function mayBePublic(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return name.includes('.') && !LOCAL_NAMES.some((suffix) => name.endsWith(suffix));
}

/** What names end in that mean something else in every network (RFC 6761, 6762, 8375, and what ICANN has set aside). */
const LOCAL_NAMES = ['.localhost', '.local', '.internal', '.home.arpa', '.test', '.invalid', '.example', '.onion'];

function refusal(what: string): ConversionError {
  return new ConversionError('INVALID_REQUEST', `The field "url" ${what}.`);
}
