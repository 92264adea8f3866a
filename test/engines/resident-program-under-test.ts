import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { answerJobs } from '../../functions/sandbox/resident-program.ts';

/** What the program can be told to do. */
export type Task =
  | { do: 'answer'; value: unknown }
  | { do: 'wait'; milliseconds: number; value?: unknown }
  | { do: 'die' | 'hang' | 'grow' | 'environment' | 'pid' | 'fail' | 'break' }
  | { do: 'read'; path: string }
  | { do: 'connect'; port: number };

const kept: Buffer[] = [];

answerJobs<Task>(async (task) => {
  switch (task.do) {
    case 'answer':
      return task.value;
    case 'wait':
      await new Promise((resolve) => setTimeout(resolve, task.milliseconds));
      return task.value;
    case 'die':
      return process.abort();
    case 'hang':
      for (;;);
    case 'grow':
      kept.push(Buffer.alloc(200 * 1024 * 1024, 1));
      return kept.length;
    case 'environment':
      return process.env;
    case 'pid':
      return process.pid;
    case 'read':
      return readFileSync(task.path, 'utf8');
    case 'connect':
      return new Promise((resolve) => {
        const socket = connect(task.port, '127.0.0.1');
        socket.on('connect', () => resolve('connected'));
        socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      });
    case 'fail':
      throw new ConversionError('UNREADABLE_FILE', 'Not readable.', { cause: new Error('the secret reason') });
    case 'break':
      throw new Error('a fault of ours');
  }
});
