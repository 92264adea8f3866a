import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ORIGIN_KEY_HEADER } from '../../../functions/lanes.ts';
import { constructId } from '../../../lib/engines/construct-id.ts';
import { startWorkers } from '../../stand-ins/event-sources.ts';
import { checkAnswer } from '../../support/check-answer.ts';
import { Recorder } from '../aws/recorder.ts';
import { type EnvironmentOptions, ExecutionEnvironment } from '../lambda/execution-environment.ts';
import { FunctionPool } from '../lambda/function-pool.ts';
import type { Answer } from '../lambda/invocation.ts';
import { type WebRequest, WebServer } from '../lambda/web-server.ts';
import { Policies } from '../policies/policies.ts';
import { type DeployedFunction, deployedFunctions, deployedServer } from '../template/deployed-functions.ts';
import { Resolver } from '../template/resolver.ts';
import { ofType, readTemplate, type Template } from '../template/template.ts';
import type { Workbench } from '../workbench.ts';
import { eventSources, refusalOfDelivery } from './event-sources.ts';
import { type ClientAnswer, type ClientRequest, routeOf, toClientAnswer, toEvent } from './gateway.ts';
import { openDoors } from './service-doors.ts';
import { queueClient, type Stores, startStores } from './stand-ins.ts';
import { uploadEvent } from './upload-event.ts';

/** An AWS account into which the service has been deployed, as far as this machine can play one. */
export class Account {
  readonly template: Template;
  readonly functions: readonly DeployedFunction[];
  readonly policies: Policies;
  readonly recorder: Recorder;
  readonly stores: Stores;
  readonly resolver: Resolver;
  private readonly workbench: Workbench;
  private readonly pool: FunctionPool;
  private readonly server: DeployedFunction;
  private ingest: WebServer | undefined;
  private readonly delivery: { stop(): Promise<void> };

  /**
   * Deploys what was synthesised, so to speak.
   * @param delivers whether a function, by its path, is given the messages of its queues
   */
  static async start(workbench: Workbench, delivers: (path: string) => boolean = () => true): Promise<Account> {
    const template = readTemplate(workbench.synthesis);
    const files = mkdtempSync(join(workbench.folder, 'files-'));
    const stores = await startStores(template, files, (key) => account.tellOfUpload(key));
    const account = new Account(template, stores, workbench, delivers);
    return account;
  }

  private constructor(template: Template, stores: Stores, workbench: Workbench, delivers: (path: string) => boolean) {
    this.template = template;
    this.stores = stores;
    this.workbench = workbench;
    this.resolver = new Resolver(template, stores.queueUrls);
    this.functions = deployedFunctions(template, this.resolver);
    this.server = deployedServer(template, this.resolver);
    this.policies = new Policies(template, this.resolver);
    this.recorder = new Recorder(this.policies);
    this.pool = new FunctionPool((fn) => new ExecutionEnvironment(this.environmentOf(fn)));
    const sources = eventSources(template, this.resolver, this.functions);
    for (const source of sources) {
      const refusal = refusalOfDelivery(source, this.policies);
      if (refusal) throw new Error(`Lambda cannot take messages for ${source.fn.path}: ${refusal}`);
    }
    const workers = sources
      .filter(({ fn }) => delivers(fn.path))
      .map(({ fn, queue }) => ({
        queueUrl: stores.queueUrls.get(queue) ?? '',
        handler: (event: object) => this.invoke(fn.path, event),
        concurrency: 1,
      }));
    this.delivery = startWorkers(workers, queueClient(stores));
  }

  /** A function by what it is called below the service. */
  function(path: string): DeployedFunction {
    const found = this.functions.find((fn) => fn.path === path);
    if (!found) throw new Error(`${path} is none of ${this.functions.map((fn) => fn.path).join(', ')}`);
    return found;
  }

  /** Sends a request through the edge and the API, as API Gateway passes it on. */
  async request(request: ClientRequest): Promise<ClientAnswer> {
    const route = routeOf(request);
    const fn = this.function(`Functions/${constructId(route?.name ?? 'fallback')}`);
    const passedOn = { ...request, headers: { ...request.headers, ...keyOf(fn) } };
    const answer = await toClientAnswer(await this.call(fn, toEvent(passedOn, route)), route);
    const { status, headers, json } = answer;
    const { method, path: url } = request;
    await checkAnswer({ method, url, status, headers: new Headers(headers), body: async () => json() });
    return answer;
  }

  async invoke(path: string, event: object): Promise<unknown> {
    return JSON.parse(await text((await this.call(this.function(path), event)).content)) as unknown;
  }

  /** Sends a request to the ingest server, as CloudFront passes it on. */
  async requestIngest(request: WebRequest): Promise<{ readonly status: number | undefined; readonly body: Buffer }> {
    this.ingest ??= new WebServer(this.environmentOf(this.server));
    return this.ingest.request({ ...request, headers: { ...request.headers, ...keyOf(this.server) } });
  }

  /** Ends the environment of the ingest server, as when fewer are needed. */
  async scaleIngestIn(): Promise<void> {
    await this.ingest?.scaleIn();
    this.ingest = undefined;
  }

  /** The most memory that an environment of a function has taken, in MB. */
  peakOf(path: string): number {
    return Math.max(...this.pool.environmentsOf(this.function(path)).map(({ peak }) => peak));
  }

  /** What the functions have logged, for who looks for a fault. */
  logOf(path: string): string {
    return this.pool
      .environmentsOf(this.function(path))
      .map(({ log }) => log)
      .join('\n');
  }

  async stop(): Promise<void> {
    await this.delivery.stop();
    await this.pool.stop();
    await this.ingest?.stop();
    await this.stores.stop();
  }

  private call(fn: DeployedFunction, event: object): Promise<Answer> {
    return this.pool.invoke(fn, Buffer.from(JSON.stringify(event)));
  }

  private environmentOf(fn: DeployedFunction): EnvironmentOptions {
    const session = { ...this.stores.credentials, sessionToken: this.recorder.sessionTokenOf(fn) };
    const services = openDoors(fn, this.recorder, this.stores, this.invokeByName);
    return { fn, workbench: this.workbench, session, services };
  }

  private readonly invokeByName = (name: string, event: Buffer): Promise<Answer> => {
    const fn = this.functions.find((candidate) => candidate.name === name);
    if (!fn) throw new Error(`There is no function ${name}`);
    return this.pool.invoke(fn, event);
  };

  /** Tells the function that the bucket's notifications name of a file that came with a form. */
  private tellOfUpload(key: string): void {
    for (const [id, bucket] of ofType(this.template, 'AWS::S3::Bucket')) {
      const event = uploadEvent(bucket, this.resolver.name(id), key);
      if (!event) continue;
      const fn = this.functions.find(({ arn }) => arn === this.resolver.text(event.functionArn));
      if (fn)
        this.call(fn, event.event).then(
          ({ content }) => text(content),
          () => undefined,
        );
    }
  }
}

/** What the edge adds to a request: the key of which the function knows. */
function keyOf({ environment }: DeployedFunction): Readonly<Record<string, string>> {
  const [key = ''] = environment.ORIGIN_KEYS?.split(',') ?? [];
  return { [ORIGIN_KEY_HEADER]: key };
}
