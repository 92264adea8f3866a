import type { APIGatewayProxyEvent } from 'aws-lambda';
import { accountOf } from '../../callers/admit.ts';
import { keyedEndpoint } from '../../http/keyed-endpoint.ts';
import type { Reply } from '../../http/reply.ts';
import { gate } from '../../services/callers.ts';
import { type Call, OPERATIONS, type OperationName } from './operations.ts';

/** GET and POST /api/v1/webhooks, DELETE /api/v1/webhooks/{webhook_id}, and what can be done with one */
export const handler = keyedEndpoint('webhooks', gate, (event, caller): Promise<Reply> => {
  const call: Call = { account: accountOf(caller), webhook: event.pathParameters?.webhook_id ?? '', event };
  return OPERATIONS[nameOf(event)](call);
});

/** API Gateway's resource lacks the stage that it has on one machine, so that only the part after the route's name is compared. */
function nameOf({ httpMethod, resource }: APIGatewayProxyEvent): OperationName {
  const name = `${httpMethod} ${resource.replace(/^.*\/webhooks/, '')}`;
  if (Object.hasOwn(OPERATIONS, name)) return name as OperationName;
  throw new Error(`There is no operation ${name}`);
}
