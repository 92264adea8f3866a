import type { Policies } from '../policies/policies.ts';
import type { Question } from '../policies/statement.ts';
import type { DeployedFunction } from '../template/deployed-functions.ts';
import { READ_CALLS, type Service } from './read-calls.ts';
import { type AwsCall, type AwsRequest, sessionTokenOf } from './request.ts';

/** A call of AWS that a function made, or a client with what a function signed. */
export interface RecordedCall extends AwsCall {
  /** The function from which it came; none for a client's. */
  readonly from: string | undefined;
  /** The function whose role signed it: another one, where the signature was in a link or a form. */
  readonly signer: string | undefined;
  /** Why AWS would not have taken it. */
  readonly refusal: string | undefined;
}

/** What conditions of policies look at, of every call here: the SDK goes by TLS 1.3 alone. */
const CONTEXT = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };

/** Notes every call that functions make of AWS, and holds it against the policies as synthesised. */
export class Recorder {
  readonly calls: RecordedCall[] = [];
  private readonly policies: Policies;
  private readonly functions = new Map<string, DeployedFunction>();

  constructor(policies: Policies) {
    this.policies = policies;
  }

  /** The session token that a function finds in its environment: so its role is known by what it signs. */
  sessionTokenOf(fn: DeployedFunction): string {
    const token = `session of ${fn.role}`;
    this.functions.set(token, fn);
    return token;
  }

  get refused(): RecordedCall[] {
    return this.calls.filter(({ refusal }) => refusal !== undefined);
  }

  /**
   * Notes a request.
   * @param from the function that it comes from, if it comes from one
   * @returns why it is refused, if it is
   */
  async note(from: DeployedFunction | undefined, service: Service, request: AwsRequest): Promise<string | undefined> {
    const token = await sessionTokenOf(request);
    const signer = token === undefined ? undefined : this.functions.get(token);
    const calls = await READ_CALLS[service](request);
    const recorded = calls.map((call) => {
      const refusal =
        signer === undefined ? 'nobody signed it' : this.judge(from, signer, { ...call, context: CONTEXT });
      return { ...call, from: from?.path, signer: signer?.path, refusal };
    });
    this.calls.push(...recorded);
    return recorded.find(({ refusal }) => refusal !== undefined)?.refusal;
  }

  private judge(from: DeployedFunction | undefined, signer: DeployedFunction, question: Question): string | undefined {
    const refusal = this.policies.refusal(signer, question);
    return refusal ?? (from?.inVpc ? this.policies.refusalByEndpoint(signer, question) : undefined);
  }
}
