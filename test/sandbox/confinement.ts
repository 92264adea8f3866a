import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile, MISSING } from './confined.ts';

/**
 * What holds an engine host: a jail on a kernel that has Landlock and refuses namespaces, or the other way round, so that
 * each has to hold by itself; or nothing, to see what an attack gets then.
 */
export type Confinement = 'Landlock' | 'namespaces' | 'nothing';

type Jail = typeof import('../../functions/sandbox/jail.ts');

const confined = new Map<string, Confinement>();
let folder: string | undefined;

/** Has the hosts of a service be confined in such a way. */
export function confine(serviceFolder: string, confinement: Confinement): void {
  confined.set(serviceFolder, confinement);
}

/** The module of the jail, but that it confines as it was told, and lets hosts start the programs of attackers. */
export function withConfinements(actual: Jail): Jail {
  return {
    ...actual,
    jailCommand(folders, read, limits) {
      const confinement = [...confined].find(([service]) => folders.workplace.startsWith(service))?.[1];
      if (confinement === 'nothing') return ['/usr/bin/env'];
      const command = actual.jailCommand(folders, [...read, programs()], limits);
      return confinement ? onKernelOf(confinement, command) : command;
    },
  };
}

/** A command on a kernel that has nothing else to confine files, as far as it can tell. */
export function onKernelOf(
  confinement: Exclude<Confinement, 'nothing'>,
  command: readonly string[],
): [string, ...string[]] {
  const { error, calls } = MISSING[confinement === 'Landlock' ? 'namespaces' : 'landlock'];
  return [join(programs(), 'refuse'), error, calls, ...command];
}

/** The program that attacks as JavaScript cannot. */
export function takenOver(): string {
  return join(programs(), 'taken-over');
}

export function removePrograms(): void {
  if (folder) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
}

function programs(): string {
  if (folder) return folder;
  folder = mkdtempSync(join(tmpdir(), 'attackers-'));
  chmodSync(folder, 0o755);
  for (const name of ['taken-over', 'refuse']) compile(name, folder);
  return folder;
}
