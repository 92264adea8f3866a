import { isConversionId } from '../conversion/conversion.ts';
import { ConversionError } from '../conversion/errors.ts';
import { DEFAULT_PAGE, LARGEST_PAGE } from '../conversion/page-size.ts';
import type { ListPage, ListPosition } from '../conversion/stores.ts';

/** The cursors that `writeCursor` makes have 68 characters. */
const LONGEST_CURSOR = 100;

/**
 * The page of a list that a request names. The API key alone selects whose list that is: a cursor that was tampered with
 * leads to another position in the same list.
 * @throws ConversionError INVALID_REQUEST
 */
export function readListPage({ limit, cursor }: Readonly<Record<string, string | undefined>>): ListPage {
  return { limit: readLimit(limit), ...(cursor && { after: readCursor(cursor) }) };
}

/** The cursor of the page after a position. */
export function writeCursor({ createdAt, id }: ListPosition): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

function readLimit(text = `${DEFAULT_PAGE}`): number {
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
