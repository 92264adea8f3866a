import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ConversionError } from '../conversion/errors.ts';
import { ENVIRONMENT } from '../environment.ts';
import { CALLER_ADDRESS_HEADER, ORIGIN_KEY_HEADER } from '../lanes.ts';
import { isFromEdge } from '../origin-key.ts';
import { headerOf } from './request.ts';

/**
 * Lets a request pass that came through CloudFront, where the service has it: a request to API Gateway itself would bypass
 * what is in front of it, such as a firewall.
 * @throws ConversionError FORBIDDEN for all others
 */
export function fromEdge<E extends Pick<APIGatewayProxyEvent, 'headers'>>(event: E): E {
  const keys = process.env[ENVIRONMENT.originKeys];
  if (keys !== undefined && !isFromEdge(headerOf(event, ORIGIN_KEY_HEADER), keys)) throw pastEdge();
  return event;
}

/**
 * The client's address of a request that passed `fromEdge`. CloudFront sets it in a header of every request; without
 * CloudFront any client can send that header, and API Gateway knows the address itself.
 */
export function callerAddress(event: APIGatewayProxyEvent): string | undefined {
  if (process.env[ENVIRONMENT.originKeys] !== undefined) return headerOf(event, CALLER_ADDRESS_HEADER);
  return event.requestContext.identity?.sourceIp;
}

/** The error of a request that did not come through CloudFront. */
export function pastEdge(): ConversionError {
  return new ConversionError('FORBIDDEN', 'Use the public address of this service.');
}
