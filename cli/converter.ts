import type { FormatEntry, OptionValue, Quality } from '../client/index.ts';

/** What is to be converted. */
export interface SourceFile {
  /** Its name without a folder. */
  readonly name: string;
  readonly content: Blob;
}

/** What it is to become. */
export interface Settings {
  readonly to: string;
  readonly quality?: Quality | undefined;
  readonly options?: Readonly<Record<string, OptionValue>>;
}

/** How a conversion is watched, and stopped. */
export interface Watching {
  readonly signal: AbortSignal;
  /** Called with what is going on, and how much of it is done in percent. */
  readonly onProgress?: (stage: string, percent: number) => void;
}

/** A result as it comes. */
export interface Result {
  /** `zip` where one file became many; else the target. */
  readonly format: string;
  /** Bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Whoever converts: a service, or the engines of this machine. */
export interface FileConverter {
  formats(signal?: AbortSignal): Promise<readonly FormatEntry[]>;
  /**
   * @param take is handed the result, which is gone afterwards
   * @throws FileConversionError, or what `take` throws
   */
  convert<T>(
    source: SourceFile,
    settings: Settings,
    watching: Watching,
    take: (result: Result) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}
