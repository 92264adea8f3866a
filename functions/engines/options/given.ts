import type { OptionSchemas } from '../../conversion/options.ts';

/** The type of an option's value, by its schema. */
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
 * The options that a client has set. The service has checked them against their schemas.
 * @typeParam Schemas of one target, or a union of several
 */
export type Given<Schemas extends OptionSchemas> = {
  readonly [Name in NameIn<Schemas>]?: Value<SchemaIn<Schemas, Name>>;
};
