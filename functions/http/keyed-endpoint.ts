import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Gate } from '../callers/admit.ts';
import type { Scope } from '../callers/api-key.ts';
import type { Caller, Visitor } from '../callers/caller.ts';
import { answerCaller } from './answer-caller.ts';
import { callerAddress, fromEdge } from './edge-only.ts';
import { requestIdOf } from './endpoint.ts';
import type { Reply } from './reply.ts';
import { headerOf } from './request.ts';

/** A Lambda handler of an operation that may need an API key with a scope. */
export function keyedEndpoint(
  scope: Scope,
  gate: () => Gate,
  operation: (event: APIGatewayProxyEvent, caller: Caller) => Promise<Reply> | Reply,
): (event: APIGatewayProxyEvent) => Promise<Reply> {
  return (event) =>
    answerCaller(
      requestIdOf(event),
      () => visitorOf(fromEdge(event)),
      scope,
      gate(),
      (caller) => operation(event, caller),
    );
}

function visitorOf(event: APIGatewayProxyEvent): Visitor {
  return {
    authorization: headerOf(event, 'authorization'),
    apiKey: headerOf(event, 'x-api-key'),
    address: callerAddress(event),
  };
}
