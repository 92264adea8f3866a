import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type {
  DurableExecutionInvocationInputWithClient,
  DurableExecutionInvocationOutput,
  OperationUpdate,
} from '@aws/durable-execution-sdk-js';
import { LocalDurableTestRunner } from '@aws/durable-execution-sdk-js-testing';
import type { AwsRequest } from '../aws/call.ts';
import { CHECKPOINT, EXECUTION_NAME } from '../aws/read-calls.ts';
import { type Invoke, nameIn } from './control.ts';
import { FunctionFailure } from './invocation.ts';

/** What the SDK sends with a checkpoint. */
interface Checkpoint {
  readonly CheckpointToken: string;
  readonly ClientToken: string;
  readonly Updates: OperationUpdate[];
}

/** An execution that goes on. */
interface Execution {
  /** The memory of the execution, under the name and the token that it has there. */
  readonly memory: DurableExecutionInvocationInputWithClient;
  /** With which the next checkpoint is taken, and no other. */
  token: string;
  /** What was answered to checkpoints that may be sent again. */
  readonly answers: Map<string, Promise<object>>;
}

/**
 * Durable executions: what they have done is remembered by AWS's own package for tests, which also decides when a function
 * goes on; the functions run here, and their checkpoints come by the API.
 */
export class DurableExecutions {
  /** Called when a checkpoint has been taken. @returns whether the answer gets lost on its way */
  onCheckpoint: () => boolean = () => false;
  private readonly invoke: Invoke;
  private readonly functions: readonly string[];
  private readonly executions = new Map<string, Execution>();
  private readonly ends = new Map<string, Promise<unknown>>();
  private ready: Promise<void> | undefined;

  /** @param functions the names of those that may be invoked by one that is durable */
  constructor(invoke: Invoke, functions: readonly string[]) {
    this.invoke = invoke;
    this.functions = functions;
  }

  /** Whether a request is about durable executions. */
  concerns({ url, headers }: AwsRequest): boolean {
    return EXECUTION_NAME in headers || CHECKPOINT.test(url.pathname);
  }

  async answer({ url, headers, body }: AwsRequest, response: ServerResponse): Promise<void> {
    const name = headers[EXECUTION_NAME];
    if (name) return this.begin(decodeURIComponent(url.pathname).split('/')[3] ?? '', `${name}`, body, response);
    const [, arn = '', operation] = CHECKPOINT.exec(decodeURIComponent(url.pathname)) ?? [];
    const execution = this.executions.get(arn);
    if (!execution) return refuse(response, `There is no execution ${arn}`);
    if (operation === 'state') return send(response, { Operations: (await stateOf(execution)).slice(1) });
    const checkpoint = JSON.parse(body.toString()) as Checkpoint;
    const known = execution.answers.get(checkpoint.ClientToken);
    if (!known && checkpoint.CheckpointToken !== execution.token) return refuse(response, 'Invalid Checkpoint Token');
    const answer = known ?? this.take(execution, checkpoint);
    execution.answers.set(checkpoint.ClientToken, answer);
    const content = await answer;
    if (!known && this.onCheckpoint()) return void response.destroy();
    send(response, content);
  }

  /** How an execution ends, by its name. */
  async endOf(name: string): Promise<unknown> {
    return this.ends.get(name);
  }

  async stop(): Promise<void> {
    if (this.ready) await LocalDurableTestRunner.teardownTestEnvironment();
  }

  /** Starts an execution, of which there is one by each name. */
  private async begin(version: string, name: string, event: Buffer, response: ServerResponse): Promise<void> {
    this.ready ??= LocalDurableTestRunner.setupTestEnvironment();
    await this.ready;
    if (!this.ends.has(name)) this.ends.set(name, this.run(version, name, event));
    response.writeHead(202).end();
  }

  private async run(version: string, name: string, event: Buffer): Promise<unknown> {
    const arn = `${version}/durable-execution/${name}/${randomUUID()}`;
    const runner = new LocalDurableTestRunner({
      handlerFunction: (input) => this.goOn(version, arn, input as DurableExecutionInvocationInputWithClient),
    });
    for (const fn of this.functions) runner.registerFunction(fn, (call) => this.chain(fn, call));
    const execution = await runner.run({ payload: JSON.parse(event.toString()) });
    return execution.getStatus();
  }

  /** Has the function go on, again where it died; one that dies without having come any further is given up. */
  private async goOn(
    version: string,
    arn: string,
    memory: DurableExecutionInvocationInputWithClient,
  ): Promise<DurableExecutionInvocationOutput> {
    const execution: Execution = { memory, token: randomUUID(), answers: new Map() };
    this.executions.set(arn, execution);
    for (;;) {
      const { token } = execution;
      // What is more than its event may hold, the function has to ask for.
      const InitialExecutionState = { Operations: (await stateOf(execution)).slice(0, 1), NextMarker: 'more' };
      const event = { DurableExecutionArn: arn, CheckpointToken: token, InitialExecutionState };
      try {
        const { content } = await this.invoke(nameIn(version), Buffer.from(JSON.stringify(event)));
        return (await json(content)) as DurableExecutionInvocationOutput;
      } catch (error) {
        if (!(error instanceof FunctionFailure) || execution.token === token) throw error;
      }
    }
  }

  private async take(execution: Execution, { Updates }: Checkpoint): Promise<object> {
    const { durableExecutionClient: client, DurableExecutionArn, CheckpointToken } = execution.memory;
    const { NewExecutionState } = await client.checkpoint({ DurableExecutionArn, CheckpointToken, Updates });
    execution.token = randomUUID();
    return { CheckpointToken: execution.token, NewExecutionState };
  }

  /** Invokes a function for one that is durable, and waits for its whole answer. */
  private async chain(name: string, call: unknown): Promise<unknown> {
    const answer = await this.invoke(name, Buffer.from(JSON.stringify(call)));
    const result = await json(answer.content);
    const error = answer.error();
    if (error) throw new FunctionFailure(error);
    return result;
  }
}

async function stateOf({ memory }: Execution) {
  const { durableExecutionClient: client, DurableExecutionArn, CheckpointToken } = memory;
  const { Operations = [] } = await client.getExecutionState({ DurableExecutionArn, CheckpointToken, Marker: '' });
  return Operations;
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(400, { 'x-amzn-ErrorType': 'InvalidParameterValueException' }).end(JSON.stringify({ message }));
}

/** Times are seconds in answers of the API. */
function send(response: ServerResponse, answer: object): void {
  const content = JSON.stringify(answer, function (key, value: unknown) {
    const said = (this as Record<string, unknown>)[key];
    return said instanceof Date ? said.getTime() / 1000 : value;
  });
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(content);
}
