/** Has a child take so much memory as MEGABYTES says, and waits until it is asked to end. */
import { spawn } from 'node:child_process';

const take = `globalThis.taken = Buffer.alloc(${process.env.MEGABYTES} * 2 ** 20, 1); console.log('taken'); setInterval(() => 0, 1000)`;
const child = spawn(process.execPath, ['-e', take], { stdio: ['ignore', 'pipe', 'inherit'] });
child.stdout.once('data', async () => {
  await fetch('http://127.0.0.1:9001/taken');
  child.kill();
});
