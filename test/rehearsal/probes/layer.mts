/** Prints what the ffmpeg of a layer says of itself. */
import { execFileSync } from 'node:child_process';

const FOLDER = '/opt/ffmpeg';
const loader = [`${FOLDER}/lib/ld-linux-x86-64.so.2`, '--library-path', `${FOLDER}/lib`];
const [program = '', ...args] = [...loader, `${FOLDER}/bin/ffmpeg`, '-version'];
process.stdout.write(JSON.stringify(execFileSync(program, args, { encoding: 'utf8' })));
