import { type Admission, admit, type Gate } from '../callers/admit.ts';
import type { Scope } from '../callers/api-key.ts';
import type { Caller, Visitor } from '../callers/caller.ts';
import { answer } from './endpoint.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { Reply } from './reply.ts';

/**
 * The response to a request that may need an API key, the same in all lanes. Its headers say what is left of the caller's
 * rate limit, also when it is an error.
 * @param visitor the credentials and address of the request; an error of it becomes the response
 */
export async function answerCaller(
  requestId: string,
  visitor: () => Visitor,
  scope: Scope,
  gate: Gate,
  operation: (caller: Caller) => Promise<Reply> | Reply,
): Promise<Reply> {
  let admission: Admission | undefined;
  const reply = await answer(requestId, async () => {
    admission = await admit(visitor(), scope, gate);
    if (admission.refusal) throw admission.refusal;
    return operation(admission.caller);
  });
  return admission?.rate ? { ...reply, headers: { ...reply.headers, ...rateLimitHeaders(admission) } } : reply;
}
