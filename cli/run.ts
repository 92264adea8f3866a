import { main, type OpenLocalEngines } from './main.ts';

/** Runs the command line in this process. @param openLocalEngines what `--local` uses, where engines come along */
export async function runCommandLine(openLocalEngines?: OpenLocalEngines): Promise<void> {
  const interrupted = new AbortController();
  const interrupt = () => {
    interrupted.abort();
    process.once('SIGINT', () => process.exit(130)); // once more: at once
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  // Whoever reads our output may have read enough.
  process.stdout.on('error', () => process.exit(0));
  const code = await main(process.argv.slice(2), {
    terminal: process,
    signal: interrupted.signal,
    ...(openLocalEngines && { openLocalEngines }),
  });
  process.exitCode = code;
}
