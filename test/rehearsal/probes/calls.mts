/** Prints how the kernel answers the system calls whose numbers stand in CALLS: the error, 0 for none. */
import { execFileSync } from 'node:child_process';

const numbers = (process.env.CALLS ?? '').split(',');
const answers = execFileSync('/var/probe/ask', numbers, { encoding: 'utf8' }).trim().split('\n');
process.stdout.write(JSON.stringify(answers.map(Number)));
