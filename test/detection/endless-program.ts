import { parentPort } from 'node:worker_threads';

/** A program for tests, in place of the rules: it answers, or runs on, or uses up its memory, or fails, as the name of the file says. */
parentPort?.on('message', ({ head, filename }: { head: Uint8Array; filename: string }) => {
  if (filename === 'loop') for (;;);
  if (filename === 'expression') /^(?:a|a)*b/.test('a'.repeat(60));
  if (filename === 'memory') for (const all = [['']]; ; ) all.push(new Array(100_000).fill(''));
  if (filename === 'fault') throw new Error('a fault of ours');
  if (filename === 'end') process.exit(3);
  parentPort?.postMessage(head.length === 3 ? { format: 'png' } : { code: 'UNKNOWN_FORMAT', message: 'no' });
});
parentPort?.postMessage('started');
