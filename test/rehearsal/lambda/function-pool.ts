import type { DeployedFunction } from '../template/deployed-functions.ts';
import type { ExecutionEnvironment } from './execution-environment.ts';
import type { Answer } from './invocation.ts';

/** The environments of all functions: a call gets one that waits, or else a new one, as Lambda does it. */
export class FunctionPool {
  private readonly make: (fn: DeployedFunction) => ExecutionEnvironment;
  private readonly idle = new Map<string, ExecutionEnvironment[]>();
  private readonly all: ExecutionEnvironment[] = [];

  constructor(make: (fn: DeployedFunction) => ExecutionEnvironment) {
    this.make = make;
  }

  environmentsOf({ path }: DeployedFunction): readonly ExecutionEnvironment[] {
    return this.all.filter(({ fn }) => fn.path === path);
  }

  async invoke(fn: DeployedFunction, event: Buffer): Promise<Answer> {
    const waiting = this.waitingFor(fn.path);
    const environment = takeAlive(waiting) ?? this.begin(fn);
    const answer = environment.invoke(event);
    const again = () =>
      environment.rest().then(
        () => waiting.push(environment),
        () => undefined,
      );
    answer.then(again, again);
    return answer;
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.filter(({ alive }) => alive).map((environment) => environment.stop()));
  }

  private begin(fn: DeployedFunction): ExecutionEnvironment {
    const environment = this.make(fn);
    this.all.push(environment);
    return environment;
  }

  private waitingFor(key: string): ExecutionEnvironment[] {
    const waiting = this.idle.get(key) ?? [];
    this.idle.set(key, waiting);
    return waiting;
  }
}

function takeAlive(waiting: ExecutionEnvironment[]): ExecutionEnvironment | undefined {
  for (let next = waiting.pop(); next; next = waiting.pop()) if (next.alive) return next;
  return undefined;
}
