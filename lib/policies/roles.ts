import type { WholeResource } from './whole-template.ts';

type Resources = Readonly<Record<string, WholeResource>>;

/** A synthesised policy statement. */
export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action?: string | readonly string[];
  readonly NotAction?: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A role with its permissions, a line for each statement. */
export interface RoleLines {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The actions with which Lambda writes the log of a function. */
const LOGS = ['logs:CreateLogStream', 'logs:PutLogEvents'];

/** All roles of a service with their permissions, by name. */
export function rolesOf(resources: Resources): RoleLines[] {
  const roles = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::IAM::Role');
  return roles.map(([id, role]) => ({
    name: nameOf(resources, id),
    lines: [
      ...managedPolicies(role),
      ...statementsOf(resources, id).map((statement) => describe(resources, id, statement)),
    ].sort(),
  }));
}

/** The statements of all policies of a role. */
export function statementsOf(resources: Resources, role: string): Statement[] {
  const attached = Object.values(resources).filter(
    ({ Type, Properties }) =>
      Type === 'AWS::IAM::Policy' && listOf(Properties?.Roles).some((one) => (one as { Ref: string }).Ref === role),
  );
  const inline = listOf(resources[role]?.Properties?.Policies) as { PolicyDocument: unknown }[];
  const documents = [
    ...attached.map(({ Properties }) => Properties?.PolicyDocument),
    ...inline.map((one) => one.PolicyDocument),
  ];
  return documents.flatMap((document) => (document as { Statement: Statement[] }).Statement);
}

function managedPolicies({ Properties }: WholeResource): string[] {
  return listOf(Properties?.ManagedPolicyArns).map((arn) => `what AWS allows in ${flatten(arn).replace(/^.*\//, '')}`);
}

function describe(resources: Resources, role: string, statement: Statement): string {
  const { Effect, Action, NotAction, Resource, Condition } = statement;
  const actions = NotAction === undefined ? list(Action) : `anything but ${list(NotAction)}`;
  const named = listOf(Resource).map((resource) => spell(resources, resource));
  if (Effect === 'Allow' && isOwnLog(named, listOf(Action), nameOf(resources, role))) return 'its own log';
  const where = named.join(', ');
  return [Effect === 'Deny' ? 'never ' : '', `${actions}: ${where}`, conditionOf(resources, Condition)].join('');
}

/** Whether a statement is for the log of the role's own function: both are named after it, with the suffix `Role` or `Logs`. */
function isOwnLog(named: readonly string[], actions: readonly unknown[], role: string): boolean {
  return named.join() === `[${role}Logs]` && actions.every((action) => LOGS.includes(`${action}`));
}

function conditionOf(resources: Resources, condition: Statement['Condition']): string {
  const parts = Object.entries(condition ?? {}).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, value]) => {
      const values = listOf(value)
        .map((one) => spell(resources, one))
        .join(', ');
      if (operator === 'ForAllValues:StringLike' && key === 'dynamodb:LeadingKeys') return `, items \`${values}\``;
      return `, where ${key} is ${values}`;
    }),
  );
  return parts.join('');
}

/** The path of a resource below the service: `Storage/Files`; of a role, without the suffix. */
export function nameOf(resources: Resources, id: string): string {
  const [, ...names] = `${resources[id]?.Metadata?.['aws:cdk:path'] ?? id}`.split('/');
  return names
    .filter((name) => !['Service', 'Resource', 'EngineStack', 'OperationStack'].includes(name))
    .join('/')
    .replace(/Role$/, '');
}

/** The ARN or name of a resource, with `[name]` instead of references. */
export function spell(resources: Resources, value: unknown): string {
  const text = flatten(value);
  const named = Object.entries(resources).reduce((known, [id, { Type, Properties }]) => {
    // A bucket may also be referred to by its name.
    const name = Type === 'AWS::S3::Bucket' && Properties?.BucketName;
    return name ? known.replace(/^arn:(aws|<AWS::Partition>):s3:::/, '').replace(flatten(name), `<${id}>`) : known;
  }, text);
  return named.replace(/<([A-Za-z0-9]+)>/g, (whole, id) => (resources[id] ? `[${nameOf(resources, id)}]` : whole));
}

/** Flattens a value to text: `<logical id>` stands for any attribute of a resource. */
function flatten(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${value}`;
  const [[name, argument] = ['', undefined]] = Object.entries(value);
  if (name === 'Ref') return `<${argument}>`;
  if (name === 'Fn::GetAtt') return `<${(argument as string[])[0]}>`;
  if (name === 'Fn::Sub') return `${argument}`.replace(/\$\{(.+?)\}/g, '<$1>');
  if (name === 'Fn::Join') return (argument as [string, unknown[]])[1].map(flatten).join('');
  if (name === 'Fn::Select') return `${flatten((argument as unknown[])[1])}.${(argument as unknown[])[0]}`;
  if (name === 'Fn::Split') return flatten((argument as unknown[])[1]);
  throw new Error(`A reference of an unknown kind: ${name}`);
}

function list(value: unknown): string {
  return listOf(value).join(', ');
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
