import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ConversionError } from '../conversion/errors.ts';
import { ENVIRONMENT } from '../environment.ts';
import { CALLER_ADDRESS_HEADER, ORIGIN_KEY_HEADER } from '../lanes.ts';
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

/**
 * The address of whoever sent a request that `fromEdge` let pass. Behind the edge only the edge knows it, and it sets the
 * header on every request; without one any client can send that header, and API Gateway sees the address itself.
 */
export function callerAddress(event: APIGatewayProxyEvent): string | undefined {
  if (process.env[ENVIRONMENT.originKeys] !== undefined) return headerOf(event, CALLER_ADDRESS_HEADER);
  return event.requestContext.identity?.sourceIp;
}

/** The error that names the right address. */
export function pastEdge(): ConversionError {
  return new ConversionError('FORBIDDEN', 'Use the public address of this service.');
}
