import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';

type ValueOf<Schema extends OptionSchema> = Schema extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : {
      readonly integer: number;
      readonly number: number;
      readonly string: string;
      readonly boolean: boolean;
    }[Schema['type']];

/** The values of options as their schemas have them: any of them may not have been given. */
export type OptionValues<Schemas extends OptionSchemas> = { readonly [Name in keyof Schemas]?: ValueOf<Schemas[Name]> };
