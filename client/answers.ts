/** The JSON of the service, as it answers. Fields may be added; none goes away. */
export interface Envelope<T> {
  readonly success: boolean;
  readonly message: string;
  readonly data?: T;
  /** Of an error: a sentence a person can act on. */
  readonly error?: string;
  /** Of an error: what it is, for programs. */
  readonly code?: string;
  readonly request_id?: string;
}

/** How far a conversion is. */
export type ConversionStatus = 'processing' | 'ready' | 'expired';

/** A value of an option. */
export type OptionValue = string | number | boolean;

/** A conversion, as `POST /convert` answers it. */
export interface ConversionRecord {
  readonly conversion_id: string;
  readonly original_filename: string;
  readonly original_format: string;
  readonly target_format: string;
  /** `zip` where one file became many; else the target. */
  readonly result_format: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  /** Bytes of the result; null while it is processing. */
  readonly file_size: number | null;
  /** Seconds in the engine; null while it is processing. */
  readonly conversion_time: number | null;
  /** Relative to the service. */
  readonly download_url: string;
  /** ISO 8601. */
  readonly expires_at: string;
  readonly status: ConversionStatus;
}

/** A conversion in the list of its account. */
export interface ListedConversion extends Omit<ConversionRecord, 'status'> {
  readonly status: ConversionStatus | 'failed';
  /** When it was asked for, ISO 8601. */
  readonly created_at: string;
  /** Why it failed, for programs. */
  readonly code?: string;
  /** Why it failed, for people. */
  readonly error?: string;
}

/** A page of the list, as `GET /conversions` answers it. */
export interface ConversionList {
  readonly conversions: readonly ListedConversion[];
  /** For the next page; null: there is none. */
  readonly next_cursor: string | null;
}

/** What an account has used in a calendar month, as `GET /usage` answers it. A limit of null is none. */
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
    /** Bytes. */
    readonly largest_file: number | null;
  };
  readonly left: {
    readonly conversions: number | null;
    readonly engine_seconds: number | null;
  };
}

/** The state of a conversion, as `GET /status/{conversion_id}` answers it. */
export interface ConversionState {
  readonly conversion_id: string;
  readonly status: ConversionStatus;
  readonly expires_at: string;
  readonly download_url: string;
  readonly result_format: string;
  readonly options: Readonly<Record<string, OptionValue>>;
  /** 0 to 100, while it is processing. */
  readonly progress?: number;
  /** Bytes, when it is ready. */
  readonly file_size?: number;
}

/** What one sends a file with that goes straight to the store: a form, with these fields before the file. */
export interface UploadRecord {
  readonly conversion_id: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly expires_at: string;
  readonly download_url: string;
  readonly status: ConversionStatus;
}

/** An option of a target, as JSON Schema; what begins with `x-` is explained in the service's list of options. */
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
  /** Formats and categories of sources that have it, and after a minus those that do not: ask `hasOption`. @default all */
  readonly 'x-sources'?: readonly string[];
  readonly 'x-needs'?: readonly string[];
  readonly 'x-excludes'?: readonly string[];
  readonly writeOnly?: true;
}

/** An option, as `GET /formats` lists it: once for all targets, with what is different for some. */
export interface ListedOption extends Omit<OptionSchema, 'x-sources'> {
  /** As an option has them, or the name of such a list. */
  readonly 'x-sources'?: readonly string[] | string;
  readonly 'x-variants'?: readonly { readonly targets: readonly string[] }[];
}

/** A format, as `GET /formats` lists it. */
export interface ListedFormat extends Omit<FormatEntry, 'extensions' | 'options'> {
  /** All names that are taken for it, its own first. @default its own */
  readonly extensions?: readonly string[];
  /** Names of options, or the name of such a list. @default none */
  readonly options?: readonly string[] | string;
}

/** What `GET /formats` answers. */
export interface FormatList {
  readonly formats: readonly ListedFormat[];
  /** Names of options that several formats have. */
  readonly options_lists: Readonly<Record<string, readonly string[]>>;
  readonly options_schemas: Readonly<Record<string, ListedOption>>;
  /** Lists of sources that several options have. */
  readonly options_sources: Readonly<Record<string, readonly string[]>>;
}

/** A format, with what is listed of it. */
export interface FormatEntry {
  readonly format: string;
  readonly category: string;
  readonly description: string;
  readonly media_type: string;
  /** All names that are taken for it, its own first. */
  readonly extensions: readonly string[];
  readonly can_convert_to: readonly string[];
  readonly can_convert_from: readonly string[];
  /** What can be asked of it as a target. */
  readonly options: Readonly<Record<string, OptionSchema>>;
}

/** The health of the service. */
export interface Health {
  readonly version: string;
  readonly timestamp: string;
  readonly status: string;
}

/** How good the result is, and how large. */
export type Quality = 'low' | 'medium' | 'high';
