import { EXIT } from './exit-codes.ts';
import { main, type OpenLocalEngines } from './main.ts';

/** Runs the command line in this process. @param openLocalEngines for `--local`; only in a checkout */
export async function runCommandLine(openLocalEngines?: OpenLocalEngines): Promise<void> {
  const interrupted = new AbortController();
  const interrupt = () => {
    interrupted.abort();
    process.once('SIGINT', () => process.exit(130)); // a second Ctrl-C
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(EXIT.ok); // the reader of a pipe may close it early
    process.stderr.write(`error: standard output cannot be written: ${message}\n`);
    process.exit(EXIT.failed);
  });
  const code = await main(process.argv.slice(2), {
    terminal: process,
    signal: interrupted.signal,
    ...(openLocalEngines && { openLocalEngines }),
  });
  process.exitCode = code;
}
