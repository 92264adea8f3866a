import { type Admission, admit, type Gate } from '../callers/admit.ts';
import type { Scope } from '../callers/api-key.ts';
import type { Caller, Visitor } from '../callers/caller.ts';
import { answer } from './endpoint.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import type { Reply } from './reply.ts';

/**
 * The answer to a request of somebody who may need a key: the same in all lanes. It bears what is left of the caller's
 * limits, also when it is an error.
 * @param visitor who that is; what it throws is answered
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
