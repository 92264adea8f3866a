import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps, type CfnResource, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { IConstruct } from 'constructs';
import { type Engine, layersOf } from '../../functions/engines/engine.ts';
import { ffmpeg } from '../../functions/engines/ffmpeg.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { office } from '../../functions/engines/office.ts';
import { sharp } from '../../functions/engines/sharp.ts';
import { LIMIT } from '../../layers/limit/compile.ts';
import type { Edge } from '../../lib/edge/edge.ts';
import type { EngineFunction } from '../../lib/engines/engine-function.ts';
import { FileConversion, type FileConversionProps } from '../../lib/file-conversion.ts';
import type { ConversionFunction } from '../../lib/functions/conversion-function.ts';
import type { Ingest } from '../../lib/ingest/ingest.ts';
import { wholeTemplate } from '../../lib/policies/whole-template.ts';

const { context } = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8')) as {
  context: Record<string, unknown>;
};

/** A resource of a template, as far as tests look into it. */
export interface Resource {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: readonly string[];
  readonly Properties: Properties;
}

/** The properties of resources, of whatever type: those that tests look into have a shape. */
interface Properties {
  readonly [name: string]: unknown;
  readonly PolicyDocument: { readonly Statement: readonly Statement[] };
  readonly Roles: readonly { readonly Ref: string }[];
  readonly Environment?: { readonly Variables: Readonly<Record<string, unknown>> };
  readonly Layers?: readonly { readonly Ref: string }[];
  readonly VisibilityTimeout: number;
  readonly Timeout: number;
  readonly Replicas: readonly Readonly<Record<string, unknown>>[];
  readonly Integration: Readonly<Record<string, unknown>>;
  readonly AccessLogSetting: { readonly Format: string; readonly DestinationArn: unknown };
}

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action?: string | readonly string[];
  readonly NotAction?: string | readonly string[];
  readonly Principal?: unknown;
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** An engine that needs a layer, whatever the service has of them. */
export const LAYERED: Engine = {
  name: 'layered',
  worker: {
    lane: 'queue',
    layers: ['example'],
    memory: 1769,
    processes: 1,
    timeout: 300,
    scratch: 2048,
    jobs: 1,
    program: 'functions/engines/layered/program.ts',
    packages: [],
  },
  conversions: { mp4: ['mp3'] },
};

export const ALL_ENGINES: readonly Engine[] = [...ENGINES, LAYERED];

/** One for each queue. All there are take half a second more, in which most tests learn nothing. */
export const SOME_ENGINES: readonly Engine[] = [sharp, office, ffmpeg, LAYERED];

/** A folder with layers as `npm run layers` leaves them, but for what is in them. */
export function builtLayers(names = ALL_ENGINES.flatMap(layersOf)): string {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  for (const name of names) {
    for (const part of [name, LIMIT]) {
      mkdirSync(join(root, name, part), { recursive: true });
      writeFileSync(join(root, name, part, 'program'), `this is ${part}`);
    }
  }
  return root;
}

const NO_ASSETS = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-asset-staging': true };

/** An app as `cdk synth` runs it, with its feature flags. Assets take seconds: only who looks at them wants them. */
export function newApp({ bundling = false, ...props }: AppProps & { bundling?: boolean } = {}): App {
  return new App({ ...props, context: { ...context, ...(!bundling && NO_ASSETS) } });
}

/** A synthesized stack with the service in it. */
export class Synthesis {
  readonly app: App;
  readonly stack: Stack;
  readonly service: FileConversion;
  readonly template: Template;
  /** Of the stack, and of the stacks nested in it. */
  readonly resources: Readonly<Record<string, Resource>>;

  constructor(
    props?: FileConversionProps,
    { within, ...options }: Parameters<typeof newApp>[0] & { readonly within?: Stack } = {},
  ) {
    this.stack = within ?? new Stack(newApp(options), 'Test');
    this.app = this.stack.node.root as App;
    this.service = new FileConversion(this.stack, 'Service', { ...independent(), ...props });
    this.template = Template.fromStack(this.stack);
    this.resources = wholeTemplate(this.stack) as unknown as Record<string, Resource>;
  }

  /** The resources of a type. */
  ofType(type: string): Resource[] {
    return this.entriesOf(type).map(([, resource]) => resource);
  }

  /** The same with their names in the template. */
  entriesOf(type: string): [id: string, resource: Resource][] {
    return Object.entries(this.resources).filter(([, { Type }]) => Type === type);
  }

  /** The name that a construct's resource has in its template. */
  idOf(construct: IConstruct | undefined): string {
    const resource = (construct?.node.defaultChild ?? construct) as CfnResource;
    return Stack.of(resource).getLogicalId(resource);
  }

  resourceOf(construct: IConstruct | undefined): Resource {
    const resource = this.resources[this.idOf(construct)];
    if (!resource) throw new Error(`${construct?.node.path} has no resource in the template`);
    return resource;
  }

  /** All functions of the service by name; those of an engine by `engine` and its name, of a queue by `dispatch` and its name. */
  functions(): Readonly<Record<string, ConversionFunction>> {
    const { functions, jobs, intake, sweep } = this.service;
    return {
      ...functions.byRoute,
      ...Object.fromEntries([...jobs.dispatches].map(([name, dispatch]) => [`dispatch ${name}`, dispatch.function])),
      ...this.engineFunctions(),
      fallback: functions.fallback,
      intake: intake.function,
      sweep: sweep.function,
    };
  }

  /** The functions in which engines run, by `engine` and its name. */
  engineFunctions(): Readonly<Record<string, EngineFunction>> {
    const { functions } = this.service.engines;
    return Object.fromEntries([...functions].map(([name, fn]) => [`engine ${name}`, fn]));
  }
}

export function ingestOf({ service }: Synthesis): Ingest {
  if (!service.ingest) throw new Error('the service has no ingest server');
  return service.ingest;
}

export function edgeOf({ service }: Synthesis): Edge {
  if (!service.edge) throw new Error('the service has no edge');
  return service.edge;
}

/** How a distribution treats paths, and where it finds them. */
interface Distribution {
  readonly DefaultCacheBehavior: Behavior;
  readonly CacheBehaviors: readonly Behavior[];
  readonly Origins: readonly Readonly<Record<string, unknown>>[];
  readonly [name: string]: unknown;
}

/** What a distribution does with the requests to a path. */
export interface Behavior {
  readonly FunctionAssociations?: readonly { readonly FunctionARN: { readonly 'Fn::GetAtt': readonly [string] } }[];
  readonly [name: string]: unknown;
}

/** The settings of the distribution of a service that has an edge. */
export function distributionOf(synthesized: Synthesis): Distribution {
  return synthesized.resourceOf(edgeOf(synthesized).distribution).Properties.DistributionConfig as Distribution;
}

let layersFolder: string | undefined;

/** Props with which neither what is built on this machine nor which engines need it matters. */
export function independent(): FileConversionProps {
  layersFolder ??= builtLayers();
  return { engines: SOME_ENGINES, layersFolder };
}

const shared = new Map<string, Synthesis>();

/** The service with all engines and its defaults, but for some plain props; synthesized once for all tests of a process. */
export function synthesis(props: FileConversionProps = {}): Synthesis {
  const key = JSON.stringify(props);
  const synthesized = shared.get(key) ?? new Synthesis({ engines: ALL_ENGINES, ...props });
  shared.set(key, synthesized);
  return synthesized;
}

/** The same where callers have keys. */
export function keyedSynthesis(): Synthesis {
  return synthesis({ keys: 'required' });
}

/** An ARN or name out of references, as one line: `<logical id>` stands for whatever attribute of a resource. */
export function flatten(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[name, argument] = ['', undefined]] = Object.entries(value as Record<string, unknown>);
  if (name === 'Ref') return `<${argument}>`;
  if (name === 'Fn::GetAtt') return `<${(argument as string[])[0]}>`;
  if (name === 'Fn::Join') return (argument as [string, unknown[]])[1].map(flatten).join('');
  if (name === 'Fn::Sub') return (argument as string).replace(/\$\{(.+?)\}/g, '<$1>');
  if (name === 'Fn::Split') return flatten((argument as [string, unknown])[1]);
  if (name === 'Fn::Select') {
    const [index, list] = argument as [number, unknown];
    return `${flatten(list)}[${index}]`;
  }
  throw new Error(`A reference of a kind that the tests do not know: ${name}`);
}
