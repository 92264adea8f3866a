import { join } from 'node:path';
import type { Resolver } from './resolver.ts';
import { listOf, nameOf, ofType, type Resource, type Template } from './template.ts';

/** A Lambda function as it is synthesised. */
export interface DeployedFunction {
  /** What it is called below the service: `Functions/Convert`. */
  readonly path: string;
  readonly name: string;
  readonly arn: string;
  /** The logical id of its role. */
  readonly role: string;
  /** The folder with its code. */
  readonly code: string;
  /** The folders of its layers. */
  readonly layers: readonly string[];
  readonly handler: string;
  readonly environment: Readonly<Record<string, string>>;
  /** MB. */
  readonly memory: number;
  /** MB. */
  readonly scratch: number;
  /** Seconds. */
  readonly timeout: number;
  readonly logGroup: string;
  /** Whether it runs in the VPC. */
  readonly inVpc: boolean;
  /** Whether each call names a tenant, for which it has environments of its own. */
  readonly tenants: boolean;
}

/** The functions of the service; not those of the CDK, which work while it is deployed. */
export function deployedFunctions(template: Template, resolver: Resolver): DeployedFunction[] {
  const functions = ofType(template, 'AWS::Lambda::Function').filter(([, { Properties }]) => Properties.MemorySize);
  return functions.map(([id, resource]) => describe(template, resolver, id, resource));
}

function describe(template: Template, resolver: Resolver, id: string, resource: Resource): DeployedFunction {
  const { Properties: properties } = resource;
  const { Variables = {} } = (resolver.resolve(properties.Environment) ?? {}) as { Variables?: Record<string, string> };
  const [role] = (properties.Role as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'];
  const layers = listOf(properties.Layers as readonly { Ref: string }[] | undefined);
  return {
    path: nameOf(resource),
    name: resolver.name(id),
    arn: resolver.arn(id),
    role,
    code: assetOf(template, resource),
    layers: layers.map(({ Ref }) => assetOf(template, template.resources.get(Ref))),
    handler: resolver.text(properties.Handler),
    environment: Variables,
    memory: properties.MemorySize as number,
    scratch: (properties.EphemeralStorage as { Size: number } | undefined)?.Size ?? 512,
    timeout: properties.Timeout as number,
    logGroup: resolver.text((properties.LoggingConfig as { LogGroup: unknown }).LogGroup),
    inVpc: properties.VpcConfig !== undefined,
    tenants: properties.TenancyConfig !== undefined,
  };
}

function assetOf({ folder }: Template, resource: Resource | undefined): string {
  const path = resource?.Metadata?.['aws:asset:path'];
  if (!path) throw new Error(`${resource?.Type} has no asset`);
  return join(folder, path);
}
