import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FormatName } from '../functions/conversion/formats.ts';
import { ffmpeg } from '../functions/engines/ffmpeg.ts';
import { layerProgram } from '../functions/sandbox/layer.ts';
import { convertWith, stopEngines } from '../test/support/engine.ts';
import { inTurn, median, ms, table } from './measure.ts';

const ROUNDS = 2;

const FILM = 'testsrc2=size=1280x720:rate=30:duration=30';
const CASES: readonly { name: string; source: FormatName; target: FormatName; make: readonly string[] }[] = [
  // A source whose codec fits neither target: nothing can be copied.
  { name: '30 s of 720p', source: 'mkv', target: 'mp4', make: ['-i', FILM, '-c:v', 'wmv2', '-q:v', '3'] },
  { name: '30 s of 720p', source: 'mkv', target: 'webm', make: ['-i', FILM, '-c:v', 'wmv2', '-q:v', '3'] },
  {
    name: '5 min of sound',
    source: 'wav',
    target: 'mp3',
    make: ['-i', 'anoisesrc=d=300:c=pink:r=44100:a=0.5', '-ac', '2'],
  },
];

/** A conversion by the engine, jail, checks and all, against ffmpeg alone with the arguments that the engine gave it. */
export async function benchMedia(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-media-'));
  try {
    const rows = [];
    for (const [index, { name, source, target, make }] of CASES.entries()) {
      const sourcePath = join(folder, `source-${index}`);
      run([...programOf(), '-v', 'error', '-f', 'lavfi', ...make, '-f', MUXERS[source] ?? source, sourcePath], folder);
      const convert = () => convertOnce(folder, sourcePath, source, target);
      const [commands] = await Promise.all([watchCommands(sourcePath), convert()]);
      const bare = async () => {
        for (const command of commands) run(command, folder);
      };
      const { first, second } = await inTurn(ROUNDS, convert, bare);
      const [ours, theirs] = [median(first), median(second)];
      rows.push([`${name}, ${source} to ${target}`, ms(ours), ms(theirs), (ours / theirs).toFixed(3)]);
    }
    return table(['', 'engine', 'bare ffmpeg', 'ratio'], rows);
  } finally {
    await stopEngines();
    rmSync(folder, { recursive: true, force: true });
  }
}

const MUXERS: Partial<Record<FormatName, string>> = { mkv: 'matroska' };

const programOf = () => layerProgram('ffmpeg', 'bin/ffmpeg').command;

function run([program = '', ...args]: readonly string[], folder: string): void {
  const { status, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

async function convertOnce(root: string, sourcePath: string, sourceFormat: FormatName, targetFormat: FormatName) {
  const folder = mkdtempSync(join(root, 'job-'));
  await convertWith(ffmpeg, { sourcePath, sourceFormat, targetFormat, quality: 'medium', folder });
  rmSync(folder, { recursive: true });
}

/** The command lines of the encoding runs that begin while a conversion is under way, with the bench's own source and result. */
async function watchCommands(sourcePath: string): Promise<string[][]> {
  for (let looks = 0; looks < 500; looks += 1) {
    const command = readdirSync('/proc').map(commandLine).find(isEncoding);
    if (command) {
      // The host's copy of the source goes with its job.
      const args = command.slice(0, -1).map((arg) => (/^file:.*\/in\/source$/.test(arg) ? `file:${sourcePath}` : arg));
      return [[...args, `${command.at(-1)?.replace(/^file:.*\//, 'file:bare-')}`]];
    }
    await setTimeout(10);
  }
  throw new Error('No run of ffmpeg was seen.');
}

/** The command line of a process; empty when it is none, or has gone. */
function commandLine(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

function isEncoding(command: readonly string[]): boolean {
  return (
    /ld-linux/.test(command[0] ?? '') && command.includes('-progress') && /^file:.*result\./.test(command.at(-1) ?? '')
  );
}
