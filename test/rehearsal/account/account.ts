import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { constructId } from '../../../lib/engines/construct-id.ts';
import { type Answer as AwsAnswer, openDoor, passTo } from '../aws/door.ts';
import { Recorder } from '../aws/recorder.ts';
import { answerInvocation } from '../lambda/control.ts';
import { ExecutionEnvironment } from '../lambda/execution-environment.ts';
import { FunctionPool } from '../lambda/function-pool.ts';
import type { Answer } from '../lambda/invocation.ts';
import { PORTS } from '../lambda/runtime-environment.ts';
import { Policies } from '../policies/policies.ts';
import { type DeployedFunction, deployedFunctions } from '../template/deployed-functions.ts';
import { Resolver } from '../template/resolver.ts';
import { ofType, readTemplate, type Template } from '../template/template.ts';
import type { Workbench } from '../workbench.ts';
import { deliver, eventSources, refusalOfDelivery } from './event-sources.ts';
import { type ClientAnswer, type ClientRequest, routeOf, toClientAnswer, toEvent } from './gateway.ts';
import { queueClient, type Stores, startStores } from './stand-ins.ts';
import { uploadEvent } from './upload-event.ts';

/** A form with which somebody may send a file to the bucket. */
interface SignedForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** An AWS account into which the service has been deployed, as far as this machine can play one. */
export class Account {
  readonly template: Template;
  readonly functions: readonly DeployedFunction[];
  readonly policies: Policies;
  readonly recorder: Recorder;
  readonly stores: Stores;
  readonly resolver: Resolver;
  private readonly pool: FunctionPool;
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
    this.resolver = new Resolver(template, stores.queueUrls);
    this.functions = deployedFunctions(template, this.resolver);
    this.policies = new Policies(template, this.resolver);
    this.recorder = new Recorder(this.policies);
    this.pool = new FunctionPool((fn) => this.begin(fn, workbench));
    const sources = eventSources(template, this.resolver, this.functions);
    for (const source of sources) {
      const refusal = refusalOfDelivery(source, this.policies);
      if (refusal) throw new Error(`Lambda cannot take messages for ${source.fn.path}: ${refusal}`);
    }
    const delivered = sources.filter(({ fn }) => delivers(fn.path));
    this.delivery = deliver(delivered, stores, async (fn, event) => text((await this.call(fn, event)).content));
  }

  /** A function by what it is called below the service. */
  function(path: string): DeployedFunction {
    const found = this.functions.find((fn) => fn.path === path);
    if (!found) throw new Error(`${path} is none of ${this.functions.map((fn) => fn.path).join(', ')}`);
    return found;
  }

  /** Sends a request through the API, as API Gateway passes it on. */
  async request(request: ClientRequest): Promise<ClientAnswer> {
    const route = routeOf(request);
    const fn = this.function(`Functions/${constructId(route?.name ?? 'fallback')}`);
    return toClientAnswer(await this.call(fn, toEvent(request, route)), route);
  }

  /** Calls a function and waits for its whole answer. */
  async invoke(path: string, event: object): Promise<unknown> {
    return JSON.parse(await this.invokeForText(path, event)) as unknown;
  }

  /** The same, where the answer is no JSON. */
  async invokeForText(path: string, event: object): Promise<string> {
    return text((await this.call(this.function(path), event)).content);
  }

  /** Sends a form to the bucket, as a client does with one that was signed for it. @returns the status of the answer */
  async sendForm({ url, fields }: SignedForm, content: Uint8Array): Promise<number> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([new Uint8Array(content)]), 'file');
    const { headers, body } = new Request('http://form', { method: 'POST', body: form });
    const bytes = Buffer.from(await new Response(body).arrayBuffer());
    const type = headers.get('content-type') ?? '';
    const request = { method: 'POST', url: new URL(url), headers: { 'content-type': type }, body: bytes };
    const refusal = await this.recorder.note(undefined, 's3', request);
    if (refusal) return 403;
    const init = { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(bytes) };
    return (await fetch(`${this.stores.s3}/${this.stores.bucket}`, init)).status;
  }

  /** Puts the job of a conversion among the dead letters of an engine, as SQS does after its last attempt. */
  async bury(id: string, engine: string): Promise<void> {
    const [queue] = [...this.stores.queueUrls].filter(([name]) => name.includes(`${engine}QueueDeadLetters`));
    const client = queueClient(this.stores.sqs);
    await client.send(
      new SendMessageCommand({ QueueUrl: queue?.[1], MessageBody: JSON.stringify({ conversion_id: id }) }),
    );
    client.destroy();
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
    await this.stores.stop();
  }

  private call(fn: DeployedFunction, event: object, tenant?: string): Promise<Answer> {
    return this.pool.invoke(fn, Buffer.from(JSON.stringify(event)), tenant);
  }

  private begin(fn: DeployedFunction, workbench: Workbench): ExecutionEnvironment {
    const door = (service: Parameters<typeof openDoor>[2], answer: AwsAnswer) =>
      openDoor(this.recorder, fn, service, answer);
    const services = {
      [PORTS.s3]: door('s3', this.passToFiles()),
      [PORTS.dynamodb]: door('dynamodb', passTo(this.stores.dynamodb)),
      [PORTS.sqs]: door('sqs', passTo(this.stores.sqs)),
      [PORTS.lambda]: door('lambda', (request, response) => answerInvocation(request, response, this.invokeByName)),
    };
    return new ExecutionEnvironment({ fn, workbench, accessKey: this.recorder.accessKeyOf(fn), services });
  }

  private readonly invokeByName = (name: string, event: Buffer, tenant?: string): Promise<Answer> => {
    const fn = this.functions.find((candidate) => candidate.name === name);
    if (!fn) throw new Error(`There is no function ${name}`);
    return this.pool.invoke(fn, event, tenant);
  };

  /** The stand-in has one bucket, of another name. */
  private passToFiles(): AwsAnswer {
    const pass = passTo(this.stores.s3);
    return (request, response) => {
      const { url } = request;
      const pathname = url.pathname.replace(/^\/[^/]+/, `/${this.stores.bucket}`);
      return pass({ ...request, url: new URL(`${pathname}${url.search}`, url) }, response);
    };
  }

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
