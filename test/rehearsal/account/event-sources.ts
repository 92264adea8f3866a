import type { Policies } from '../policies/policies.ts';
import type { DeployedFunction } from '../template/deployed-functions.ts';
import type { Resolver } from '../template/resolver.ts';
import { ofType, type Template } from '../template/template.ts';

export interface EventSource {
  readonly queue: string;
  readonly queueArn: string;
  readonly fn: DeployedFunction;
}

/** What Lambda does with a queue, by the role of the function. */
const ACTIONS = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

export function eventSources(
  template: Template,
  resolver: Resolver,
  functions: readonly DeployedFunction[],
): EventSource[] {
  return ofType(template, 'AWS::Lambda::EventSourceMapping').map(([id, { Properties }]) => {
    const [queue] = (Properties.EventSourceArn as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'];
    const name = resolver.text(Properties.FunctionName);
    const fn = functions.find((candidate) => [candidate.name, candidate.arn].includes(name));
    if (!fn) throw new Error(`${id} is for ${name}, which is no function of ours`);
    return { queue: resolver.name(queue), queueArn: resolver.arn(queue), fn };
  });
}

/** Why Lambda could not take messages for a function, if it could not. */
export function refusalOfDelivery({ queueArn, fn }: EventSource, policies: Policies): string | undefined {
  const context = { 'aws:SecureTransport': 'true' };
  const refusals = ACTIONS.map((action) => policies.refusal(fn, { action, resource: queueArn, context }));
  return refusals.find((refusal) => refusal !== undefined);
}
