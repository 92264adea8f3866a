import type { APIGatewayProxyEvent } from 'aws-lambda';

/** An API Gateway event with a body, as far as our handlers look at it. */
export function postEvent(body: Buffer, contentType: string): APIGatewayProxyEvent {
  return {
    httpMethod: 'POST',
    headers: { 'Content-Type': contentType },
    body: body.toString('base64'),
    isBase64Encoded: true,
    requestContext: { requestId: 'test' },
  } as unknown as APIGatewayProxyEvent;
}
