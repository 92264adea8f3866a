import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConversionError } from '../../conversion/errors.ts';
import { layerProgram } from '../../sandbox/layer.ts';
import type { Resident } from '../../sandbox/resident-pool.ts';
import { ResidentTool, type ToolStart } from '../../sandbox/resident-tool.ts';
import { unpackLayer } from '../../sandbox/unpack-layer.ts';
import type { EngineJob } from '../engine.ts';
import { convertDocument } from './convert-document.ts';
import { LIMITS } from './limits.ts';
import { OfficeSession } from './office-session.ts';
import { writeProfile } from './profile.ts';

/** The folder below layers/ with LibreOffice. */
export const LAYER = 'office';

/** A LibreOffice that does one job after the other. */
export class OfficeProcess implements Resident {
  readonly #tool = new ResidentTool(prepare);
  readonly #ready = this.#tool.listen();

  constructor() {
    // Told to the job that waits for it; without one, nobody minds.
    this.#ready.catch(() => undefined);
    this.#tool.hold(false).catch(() => undefined);
  }

  get usable(): boolean {
    return this.#tool.usable;
  }

  /**
   * @throws ConversionError
   * @throws ToolEnded when LibreOffice dies of it
   */
  async run(job: EngineJob): Promise<unknown> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.stop();
    }, LIMITS.seconds * 1000);
    try {
      await this.#tool.hold(true);
      await this.#ready;
      return await convertDocument(job, new OfficeSession(this.#tool), this.#tool.home);
    } catch (error) {
      throw late ? timeOut(error) : error;
    } finally {
      clearTimeout(timer);
      await this.#recover().catch(() => this.stop());
    }
  }

  stop(): void {
    this.#tool.stop();
  }

  /** Makes it ready for the next job, or ends it when it has grown too large. */
  async #recover(): Promise<void> {
    if (!this.usable) return;
    const memory = await within(LIMITS.closingSeconds, new OfficeSession(this.#tool).close());
    if (!(memory <= LIMITS.residentMemory * 1024 * 1024)) this.stop();
    await this.#tool.hold(false);
  }
}

async function prepare(home: string): Promise<ToolStart> {
  const profile = join(home, 'profile');
  const [folder] = await Promise.all([unpackLayer(LAYER), writeProfile(profile)]);
  return {
    program: layerProgram(LAYER, 'bin/resident-office', folder, ['program', 'lib']),
    arguments: [join(folder, 'program'), pathToFileURL(profile).href],
    environment: {
      SAL_USE_VCLPLUGIN: 'svp',
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      MALLOC_ARENA_MAX: '2',
    },
    memory: LIMITS.memory,
    fileSize: LIMITS.fileSize,
  };
}

async function within<T>(seconds: number, task: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('took too long')), seconds * 1000);
  return Promise.race([task, promise]).finally(() => clearTimeout(timer));
}

function timeOut(cause: unknown): ConversionError {
  return new ConversionError(
    'ENGINE_TIMED_OUT',
    `The conversion took longer than ${LIMITS.seconds} seconds and was stopped. Try a smaller or simpler file.`,
    { cause },
  );
}
