import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConversionError } from '../../../conversion/errors.ts';
import { layerProgram } from '../../../sandbox/layer.ts';
import { ResidentTool } from '../../../sandbox/resident-tool.ts';
import { unpackedLayer } from '../../../sandbox/unpack-layer.ts';
import { LIMITS } from '../limits.ts';
import { OfficeSession } from './office-session.ts';

/** The folder below layers/ with LibreOffice. */
const LAYER = 'office';

/**
 * Where LibreOffice puts the fonts of documents, in its folder. It keeps them until it ends, and would set the documents of
 * others in them: a font that is called Arial can have other digits.
 */
const FONTS_OF_DOCUMENTS = 'profile/user/temp/embeddedfonts/fromdocs';

/** LibreOffice, and the folder that is its own. */
interface Started {
  readonly tool: ResidentTool;
  readonly home: string;
}

/** A LibreOffice that does one job after the other. */
export class OfficeProcess {
  readonly #started = start();
  #ended = false;
  #recovered: Promise<void> = Promise.resolve();

  constructor() {
    // The job that waits for it gets the error.
    this.#started.catch(() => {
      this.#ended = true;
    });
  }

  /** Whether it can take another document. */
  get usable(): boolean {
    return !this.#ended;
  }

  /** Waits until it has closed the document of the last job: only then is `usable` certain. */
  async settled(): Promise<void> {
    await this.#recovered;
  }

  /**
   * Runs a job. LibreOffice closes the document while the result is being sent.
   * @throws ConversionError ENGINE_TIMED_OUT: then this process is unusable, and must be ended from outside
   * @throws ToolEnded when LibreOffice dies
   */
  async run<T>(job: (session: OfficeSession, home: string) => Promise<T>): Promise<T> {
    const { tool, home } = await this.#started.catch((error: unknown) => {
      // This is never the fault of the document.
      throw new Error('LibreOffice does not start', { cause: error });
    });
    const session = new OfficeSession(tool);
    try {
      return await within(LIMITS.seconds, job(session, home), () => this.#timeOut());
    } finally {
      if (this.usable) this.#recovered = this.#recover({ tool, home }, session);
    }
  }

  /** LibreOffice takes no other document before it is done with this one. */
  #timeOut(): ConversionError {
    this.#ended = true;
    return timeOut();
  }

  /** Prepares for the next job, or ends LibreOffice where it has grown too large, is still busy, or has fonts of the document. */
  async #recover({ tool, home }: Started, session: OfficeSession): Promise<void> {
    if (tool.busy) {
      this.#ended = true;
      return tool.kill();
    }
    const memory = tool.usable ? await within(LIMITS.closingSeconds, session.close(), timeOut).catch(() => NaN) : NaN;
    if (memory <= LIMITS.residentMemory * 1024 * 1024 && !hasFonts(home)) return;
    this.#ended = true;
    tool.stop();
  }
}

function hasFonts(home: string): boolean {
  const folder = join(home, FONTS_OF_DOCUMENTS);
  return existsSync(folder) && readdirSync(folder).length > 0;
}

async function start(): Promise<Started> {
  const home = await mkdtemp(join(tmpdir(), 'office-'));
  const profile = join(home, 'profile');
  await writeProfile(profile);
  const folder = unpackedLayer(LAYER);
  const tool = new ResidentTool({
    program: layerProgram(LAYER, 'bin/resident-office', folder, ['program', 'lib']),
    arguments: [join(folder, 'program'), pathToFileURL(profile).href],
    home,
    environment: {
      SAL_USE_VCLPLUGIN: 'svp',
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      DOCUMENT_SECONDS: String(LIMITS.processorSeconds),
    },
    memory: LIMITS.memory,
    fileSize: LIMITS.fileSize,
  });
  await tool.listen();
  return { tool, home };
}

/** Opens HTML as a text document: LibreOffice's web documents convert badly. */
const PAGES_AS_TEXTS =
  `<item oor:path="/org.openoffice.TypeDetection.Filter/Filters/org.openoffice.TypeDetection.Filter:Filter['HTML']">` +
  '<prop oor:name="DocumentService" oor:op="fuse"><value>com.sun.star.text.TextDocument</value></prop></item>';

/** Makes LibreOffice's user profile, with our settings. */
async function writeProfile(folder: string): Promise<void> {
  await mkdir(join(folder, 'user'), { recursive: true });
  const items = `<oor:items xmlns:oor="http://openoffice.org/2001/registry">${PAGES_AS_TEXTS}</oor:items>`;
  await writeFile(join(folder, 'user/registrymodifications.xcu'), `<?xml version="1.0" encoding="UTF-8"?>${items}`);
}

async function within<T>(seconds: number, task: Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), seconds * 1000);
  return Promise.race([task, promise]).finally(() => clearTimeout(timer));
}

function timeOut(): ConversionError {
  return new ConversionError(
    'ENGINE_TIMED_OUT',
    `The conversion took longer than ${LIMITS.seconds} seconds and was stopped. Try a smaller or simpler file.`,
  );
}
