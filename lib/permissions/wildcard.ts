import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Acknowledges cdk-nag's finding of a `*` in a policy, with the reason why the resource cannot be named exactly. */
export function acknowledgeWildcard(role: IConstruct, resource: string, reason: string): void {
  const id = `AwsSolutions-IAM5[Resource::${spell(Stack.of(role).resolve(resource))}]`;
  Validations.of(role).acknowledge({ id, reason });
}

/** A resolved value in the notation of cdk-nag's findings. */
function spell(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[name, argument] = ['', undefined]] = Object.entries(value as Record<string, unknown>);
  if (name === 'Ref') return `<${argument}>`;
  if (name === 'Fn::GetAtt') return `<${(argument as string[]).join('.')}>`;
  if (name === 'Fn::Sub') return (argument as string).replace(/\$\{(.+?)\}/g, '<$1>');
  if (name === 'Fn::Join') return (argument as [string, unknown[]])[1].map(spell).join('');
  return JSON.stringify(value);
}
