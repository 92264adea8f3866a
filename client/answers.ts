/** The envelope of all JSON responses. Fields may be added; none is removed. */
export interface Envelope<T> {
  readonly success: boolean;
  readonly message: string;
  readonly data?: T;
  /** The sentence of an error, for people. */
  readonly error?: string;
  /** The code of an error, for programs. */
  readonly code?: string;
  readonly request_id?: string;
}

export type ConversionStatus = 'processing' | 'ready' | 'expired';

/** A value of an option. */
export type OptionValue = string | number | boolean;

/** A conversion in the response to `POST /convert`. */
export interface ConversionRecord {
  readonly conversion_id: string;
  readonly original_filename: string;
  readonly original_format: string;
  readonly target_format: string;
  /** `zip` where one file became many; else the target. */
  readonly result_format: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  /** Size of the result in bytes; null while it is processing. */
  readonly file_size: number | null;
  /** Seconds in the engine; null while it is processing. */
  readonly conversion_time: number | null;
  /** A path, relative to the origin of the service. */
  readonly download_url: string;
  /** ISO 8601. */
  readonly expires_at: string;
  readonly status: ConversionStatus;
}

/** A conversion in the list of its account. */
export interface ListedConversion extends Omit<ConversionRecord, 'status'> {
  readonly status: ConversionStatus | 'failed';
  /** When it was requested, ISO 8601. */
  readonly created_at: string;
  /** Why it failed, for programs. */
  readonly code?: string;
  /** Why it failed, for people. */
  readonly error?: string;
}

/** The response to `GET /conversions`: a page of the list. */
export interface ConversionList {
  readonly conversions: readonly ListedConversion[];
  /** The cursor of the next page; null on the last page. */
  readonly next_cursor: string | null;
}

/** The response to `GET /usage`: the usage of an account in a calendar month. A limit of null is no limit. */
export interface Usage {
  readonly account: string;
  /** As in 2026-11, in UTC. */
  readonly period: string;
  /** ISO 8601. */
  readonly ends_at: string;
  readonly conversions: number;
  readonly engine_seconds: number;
  readonly limits: {
    readonly conversions: number | null;
    readonly engine_seconds: number | null;
    readonly at_once: number | null;
    readonly requests_per_second: number | null;
    readonly burst: number | null;
    /** In bytes. */
    readonly largest_file: number | null;
  };
  readonly left: {
    readonly conversions: number | null;
    readonly engine_seconds: number | null;
  };
}

/** The response to `GET /status/{conversion_id}`. */
export interface ConversionState {
  readonly conversion_id: string;
  readonly status: ConversionStatus;
  readonly expires_at: string;
  readonly download_url: string;
  readonly result_format: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  /** 0 to 100, while it is processing. */
  readonly progress?: number;
  /** In bytes, when it is ready. */
  readonly file_size?: number;
}

/** The response to `POST /uploads`: a form that uploads a file straight to the store. Its fields come before the file. */
export interface UploadRecord {
  readonly conversion_id: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly expires_at: string;
  readonly download_url: string;
  readonly status: ConversionStatus;
}

/** An option of a target, as JSON Schema. The API document of the service explains the keywords with `x-`. */
export interface OptionSchema {
  readonly title: string;
  readonly description: string;
  readonly type: 'integer' | 'number' | 'string' | 'boolean';
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly examples?: readonly OptionValue[];
  readonly default?: OptionValue;
  readonly 'x-defaults'?: Readonly<Record<Quality, OptionValue>>;
  readonly 'x-unit'?: string;
  /** Formats and categories of sources that have it, and after a minus those that do not: see `hasOption`. @default all */
  readonly 'x-sources'?: readonly string[];
  readonly 'x-needs'?: readonly string[];
  readonly 'x-excludes'?: readonly string[];
  readonly writeOnly?: true;
}

/** An option in `GET /formats`: once for all targets, with variants for some. */
export interface ListedOption extends Omit<OptionSchema, 'x-sources'> {
  /** A list of sources, or the name of one in `options_sources`. */
  readonly 'x-sources'?: readonly string[] | string;
  readonly 'x-variants'?: readonly { readonly targets: readonly string[] }[];
}

/** A format in `GET /formats`. */
export interface ListedFormat extends Omit<FormatEntry, 'extensions' | 'options'> {
  /** All names that are taken for it, its own first. @default its own */
  readonly extensions?: readonly string[];
  /** Names of options, or the name of a list in `options_lists`. @default none */
  readonly options?: readonly string[] | string;
}

/** The response to `GET /formats`. */
export interface FormatList {
  readonly formats: readonly ListedFormat[];
  /** Lists of options that several formats share. */
  readonly options_lists: Readonly<Record<string, readonly string[]>>;
  readonly options_schemas: Readonly<Record<string, ListedOption>>;
  /** Lists of sources that several options share. */
  readonly options_sources: Readonly<Record<string, readonly string[]>>;
}

/** A format with its resolved options. */
export interface FormatEntry {
  readonly format: string;
  readonly category: string;
  readonly description: string;
  readonly media_type: string;
  /** All names that are taken for it, its own first. */
  readonly extensions: readonly string[];
  readonly can_convert_to: readonly string[];
  readonly can_convert_from: readonly string[];
  /** The options that it has as a target. */
  readonly options: Readonly<Record<string, OptionSchema>>;
}

/** The response to `GET /health`. */
export interface Health {
  readonly version: string;
  readonly timestamp: string;
  readonly status: string;
}

/** The quality of a result, on which its size depends. */
export type Quality = 'low' | 'medium' | 'high';
