import { dirname, join } from 'node:path';
import { type Engine, programOf } from '../engines/engine.ts';
import { locateProgram } from '../locate-program.ts';
import { filesOf, isUnconfined, jailAvailable, jailCommand, whyNoJail } from './jail.ts';
import { layersAreMounted } from './layer.ts';

/** The command that starts the host of an engine. */
export interface HostCommand {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** The folder, the program and the priority of a host. */
export interface HostPlace {
  /** The folder in which it gets one of its own. */
  readonly folder: string;
  /** The folder with bundled programs, each by the name of its engine. @default the program is run from its source */
  readonly programs?: string | undefined;
  /** Whether its priority is lower than that of other hosts. @default false */
  readonly givesWay?: boolean;
}

/** The parts of a host's folder. */
export interface HostFolders {
  /** The source of the job, in a folder that the host may not write to. */
  readonly source: string;
  /** The only folder that the host may write to. */
  readonly workplace: string;
}

/** The paths of the parts of a host's folder. */
export function hostFolders(folder: string): HostFolders {
  return { source: join(folder, 'in/source'), workplace: join(folder, 'work') };
}

/**
 * The command that starts the host of an engine in a folder of its own. On one machine it is jailed. On Lambda, which
 * refuses the system calls of a jail, the function confines it: its role and its subnet reach nothing of value.
 * @throws Error where it would not be confined at all
 */
export function hostCommand(
  engine: Engine,
  folder: string,
  { programs, givesWay }: Omit<HostPlace, 'folder'> = {},
): HostCommand {
  const { source, workplace } = hostFolders(folder);
  const program = programs ? join(programs, `${engine.name}.mjs`) : locateProgram(programOf(engine));
  const [command = process.execPath, ...args] = [
    ...confinement(engine, folder, program, givesWay),
    process.execPath,
    program,
    source,
    workplace,
  ];
  return { command, arguments: args, environment: environmentOf(workplace) };
}

function confinement(engine: Engine, folder: string, program: string, givesWay?: boolean): string[] {
  if (layersAreMounted() || isUnconfined()) return [];
  if (!jailAvailable()) throw new Error(`No engine is started on this machine: it could not be jailed: ${whyNoJail()}`);
  const { memory, processes, sharing = false, scratch } = engine.worker;
  const { source, workplace } = hostFolders(folder);
  return jailCommand({ workplace, source: dirname(source) }, filesOf(engine, program), {
    memory,
    processes,
    sharing,
    disk: scratch,
    givesWay,
  });
}

/** The environment of a host. It inherits no variable of this process, which may hold credentials. */
function environmentOf(workplace: string): Record<string, string> {
  const home = join(workplace, 'home');
  const { AWS_LAMBDA_FUNCTION_NAME: name } = process.env;
  return {
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    MALLOC_ARENA_MAX: '2',
    // Otherwise Node looks for the configuration of OpenSSL, which the jail denies.
    OPENSSL_CONF: '/dev/null',
    ...(name !== undefined && { AWS_LAMBDA_FUNCTION_NAME: name }),
  };
}
