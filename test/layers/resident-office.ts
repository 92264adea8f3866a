import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { layerProgram } from '../../functions/sandbox/layer.ts';
import { toolCommand, toolEnvironment } from '../../functions/sandbox/run-tool.ts';
import { unpackedLayer, unpackLayer } from '../../functions/sandbox/unpack-layer.ts';

/** The resident LibreOffice of the layer spoken to line by line. */
export class ResidentOffice {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  errors = '';

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr.on('data', (chunk: Buffer) => {
      this.errors += chunk.toString();
    });
  }

  /**
   * @param home a folder for its profile and temporary files
   * @param more variables of its environment
   */
  static async start(home: string, more: Readonly<Record<string, string>> = {}): Promise<ResidentOffice> {
    await unpackLayer('office');
    const office = unpackedLayer('office');
    mkdirSync(home, { recursive: true });
    const program = layerProgram('office', 'bin/resident-office', office, ['program', 'lib']);
    const args = [join(office, 'program'), pathToFileURL(join(home, 'profile')).href];
    const [command, rest] = toolCommand(program, args, { memory: 1500, fileSize: 500 });
    const variables = { SAL_USE_VCLPLUGIN: 'svp', FONTCONFIG_FILE: join(office, 'fonts.conf'), ...more };
    const env = toolEnvironment(home, variables);
    const resident = new ResidentOffice(spawn(command, rest, { env, cwd: home }));
    await resident.#answer();
    return resident;
  }

  /** Gives a command and waits for the fields of its answer. */
  async tell(...fields: string[]): Promise<string[]> {
    this.#child.stdin.write(`${fields.map(escaped).join('\t')}\n`);
    return this.#answer();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  async #answer(): Promise<string[]> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`LibreOffice has ended: ${this.errors}`);
    return value.split('\t');
  }
}

function escaped(field: string): string {
  return field.replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n');
}
