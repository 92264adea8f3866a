import { join } from 'node:path';
import type { Resolver } from './resolver.ts';
import { listOf, nameOf, ofType, type Resource, type Template } from './template.ts';

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
}

/** A stand-in for what CloudFormation reads from Secrets Manager: a secret is its own name. */
const SECRET = /\{\{resolve:secretsmanager:(\w+):[^}]*\}\}/g;

/** What Lambda gives to a web function, in MB. */
const WEB_FUNCTION = { memory: 2048, scratch: 512 };

/** The ingest server, as a web function. */
export function deployedServer(template: Template, resolver: Resolver): DeployedFunction {
  const [[, revision] = []] = ofType(template, 'AWS::Lambda::WebFunctionRevision');
  const [[id] = []] = ofType(template, 'AWS::Lambda::WebFunction');
  const [[, copy] = []] = ofType(template, 'Custom::S3ObjectCopy');
  if (!revision || !id || !copy) throw new Error('The template has no web function');
  const { EnvironmentVariables: variables, ...config } = revision.Properties.ServiceConfig as ServiceConfig;
  const environment = resolver.resolve(variables) as Record<string, string>;
  const known = Object.entries(environment).map(([name, value]) => [name, value.replace(SECRET, '$1')]);
  return {
    ...WEB_FUNCTION,
    path: 'Ingest',
    name: resolver.name(id),
    arn: resolver.arn(id),
    role: config.ExecutionRoleArn['Fn::GetAtt'][0],
    code: join(template.folder, `asset.${copy.Properties.ContentHash}`),
    layers: [],
    handler: 'index.js',
    environment: Object.fromEntries(known),
    timeout: config.TimeoutSeconds,
    logGroup: resolver.text(config.TelemetryConfig.LoggingConfig.LogGroup),
    inVpc: false,
  };
}

interface ServiceConfig {
  readonly EnvironmentVariables: object;
  readonly ExecutionRoleArn: { readonly 'Fn::GetAtt': readonly [string, string] };
  readonly TelemetryConfig: { readonly LoggingConfig: { readonly LogGroup: unknown } };
  readonly TimeoutSeconds: number;
}

/** The functions of the service; not those of the CDK, which work while it is deployed. */
export function deployedFunctions(template: Template, resolver: Resolver): DeployedFunction[] {
  const functions = ofType(template, 'AWS::Lambda::Function').filter(
    ([, { Properties }]) => Properties.MemorySize && Properties.LoggingConfig,
  );
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
  };
}

function assetOf({ folder }: Template, resource: Resource | undefined): string {
  const path = resource?.Metadata?.['aws:asset:path'];
  if (!path) throw new Error(`${resource?.Type} has no asset`);
  return join(folder, path);
}
