import { isConversionId } from '../conversion/conversion.ts';
import { ConversionError } from '../conversion/errors.ts';
import { LARGEST_PAGE, USUAL_PAGE } from '../conversion/page-size.ts';
import type { ListPage, ListPosition } from '../conversion/stores.ts';

/** A cursor of ours is 68 characters. */
const LONGEST_CURSOR = 100;

/**
 * Which part of a list a request asks for. A cursor names a place and nobody: whose list it is, the key alone says, so
 * that one which was tampered with leads to another place in one's own.
 * @throws ConversionError INVALID_REQUEST
 */
export function readListPage({ limit, cursor }: Readonly<Record<string, string | undefined>>): ListPage {
  return { limit: readLimit(limit), ...(cursor && { after: readCursor(cursor) }) };
}

/** The cursor for what comes behind a place. */
export function writeCursor({ createdAt, id }: ListPosition): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

function readLimit(text = `${USUAL_PAGE}`): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= LARGEST_PAGE) return limit;
  throw new ConversionError('INVALID_REQUEST', `"limit" is a whole number from 1 to ${LARGEST_PAGE}.`);
}

function readCursor(cursor: string): ListPosition {
  const text = cursor.length > LONGEST_CURSOR ? '' : Buffer.from(cursor, 'base64url').toString('latin1');
  const [moment = '', id = '', ...rest] = text.split('.');
  if (rest.length === 0 && /^\d{1,15}$/.test(moment) && isConversionId(id)) return { createdAt: Number(moment), id };
  throw new ConversionError('INVALID_REQUEST', '"cursor" is none: send the "next_cursor" of an answer as it is.');
}
