import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD } from '../folders.ts';
import type { Platform } from '../platform.ts';
import { run } from '../run.ts';
import type { LockedPackage } from './lock.ts';
import { machineMirrors, sourceLines } from './sources.ts';

/** A private apt: its own package lists and caches and an empty machine, so nothing is installed and root is not needed. */
export class PrivateApt {
  readonly #debian: Platform['debian'];
  readonly #folder: string;
  #ready: Promise<void> | undefined;

  constructor({ debian }: Platform) {
    this.#debian = debian;
    this.#folder = join(BUILD, `apt-${debian}`);
  }

  /** What installing these packages on an empty machine would install, with version and hash. */
  async resolve(packages: readonly string[]): Promise<LockedPackage[]> {
    await this.#update();
    const plan = await this.#run('apt-get', ['install', '--simulate', ...packages]);
    const wanted = [...plan.matchAll(/^Inst (\S+) \((\S+) /gm)].map(([, name, version]) => `${name}=${version}`);
    const records = await this.#run('apt-cache', ['show', ...wanted]);
    const found = new Map(
      records
        .split('\n\n')
        .map(parseRecord)
        .map((record) => [`${record.name}=${record.version}`, record]),
    );
    return wanted.flatMap((name) => found.get(name) ?? []);
  }

  /** Downloads exactly these versions into a folder. */
  async download(packages: readonly LockedPackage[], folder: string, onFile: () => void): Promise<void> {
    await this.#update();
    const names = packages.map(({ name, version }) => `${name}=${version}`);
    const onLine = (line: string) => line.startsWith('Get:') && onFile();
    await this.#run('apt-get', ['download', ...names], { cwd: folder, onLine });
  }

  #update(): Promise<void> {
    this.#ready ??= this.#prepare()
      .then(() => this.#run('apt-get', ['update']))
      .then(() => undefined);
    return this.#ready;
  }

  async #prepare(): Promise<void> {
    const folder = this.#folder;
    await mkdir(join(folder, 'state/lists/partial'), { recursive: true });
    await mkdir(join(folder, 'cache/archives/partial'), { recursive: true });
    await writeFile(join(folder, 'status'), '');
    await writeFile(join(folder, 'sources.list'), sourceLines(machineMirrors()));
    await writeFile(join(folder, 'apt.conf'), settings(folder, this.#debian));
  }

  #run(tool: string, args: readonly string[], options: { cwd?: string; onLine?: (line: string) => void } = {}) {
    const env = { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' };
    return run(tool, ['-c', join(this.#folder, 'apt.conf'), ...args], { ...options, env });
  }
}

/** Read after the machine's own settings, of which a proxy and the like stay in force. */
function settings(folder: string, debian: Platform['debian']): string {
  return `Dir::State "${folder}/state";
Dir::State::status "${folder}/status";
Dir::Cache "${folder}/cache";
Dir::Etc::sourcelist "${folder}/sources.list";
Dir::Etc::sourceparts "-";
Dir::Etc::preferencesparts "-";
Dir::Etc::preferences "-";
APT::Architecture "${debian}";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "3";
#clear APT::Architectures;
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
`;
}

function parseRecord(record: string): LockedPackage {
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(record)?.[1] ?? '';
  return { name: field('Package'), version: field('Version'), size: Number(field('Size')), sha256: field('SHA256') };
}
