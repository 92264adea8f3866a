import type { OptionSchemas } from '../../conversion/options.ts';

/** What can be given for an option, by its schema. */
type Value<Schema> = Schema extends { readonly enum: readonly (infer Word)[] }
  ? Word
  : Schema extends { readonly type: 'boolean' }
    ? boolean
    : Schema extends { readonly type: 'integer' | 'number' }
      ? number
      : string;

type NameIn<Schemas> = Schemas extends unknown ? keyof Schemas : never;
type SchemaIn<Schemas, Name> = Schemas extends { readonly [key in Name & PropertyKey]: infer Schema } ? Schema : never;

/**
 * The options of a job as they are given: each is there only where it was. The service has checked them against their
 * schemas.
 * @typeParam Schemas those of one target, or of any of several
 */
export type Given<Schemas extends OptionSchemas> = {
  readonly [Name in NameIn<Schemas>]?: Value<SchemaIn<Schemas, Name>>;
};
