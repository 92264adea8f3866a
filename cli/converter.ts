import type { FormatEntry, OptionValue, Quality } from '../client/index.ts';

/** The file to convert. */
export interface SourceFile {
  /** Its name without the folder. */
  readonly name: string;
  readonly content: Blob;
}

/** The target, the quality and the options. */
export interface Settings {
  readonly to: string;
  readonly quality?: Quality | undefined;
  readonly options?: Readonly<Record<string, OptionValue>>;
}

/** The signal and the callback of a conversion. */
export interface Watching {
  readonly signal: AbortSignal;
  /** Called with the name of the stage, and its progress in percent. */
  readonly onProgress?: (stage: string, percent: number) => void;
}

/** The result of a conversion, as a stream. */
export interface Result {
  /** `zip` where one file became many; else the target. */
  readonly format: string;
  /** In bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Converts files: by a service, or by the engines of this machine. */
export interface FileConverter {
  formats(signal?: AbortSignal): Promise<readonly FormatEntry[]>;
  /**
   * @param take reads the result, which is not available afterwards
   * @throws FileConversionError, and errors of `take`
   */
  convert<T>(
    source: SourceFile,
    settings: Settings,
    watching: Watching,
    take: (result: Result) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}
