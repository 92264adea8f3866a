import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ConversionError } from '../conversion/errors.ts';
import { ENVIRONMENT } from '../environment.ts';
import { ORIGIN_KEY_HEADER } from '../lanes.ts';
import { isFromEdge } from '../origin-key.ts';
import { headerOf } from './request.ts';

/**
 * A request that came through the edge, where there is one: whoever calls the API by its own name would pass by what is
 * in front of it, such as a firewall.
 * @throws ConversionError FORBIDDEN for all others
 */
export function fromEdge<E extends Pick<APIGatewayProxyEvent, 'headers'>>(event: E): E {
  const keys = process.env[ENVIRONMENT.originKeys];
  if (keys !== undefined && !isFromEdge(headerOf(event, ORIGIN_KEY_HEADER), keys)) throw pastEdge();
  return event;
}

/** Says where the door is. */
export function pastEdge(): ConversionError {
  return new ConversionError('FORBIDDEN', 'Use the public address of this service.');
}
