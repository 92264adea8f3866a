/** Field names, and the names of the attributes that hold them. */
export type Stored<T, Names extends Record<keyof T, string>> = {
  readonly [Field in keyof T as Names[Field]]: T[Field];
};

/** The attributes of an item that hold the fields of something; those that are undefined are not stored. */
export function toAttributes<T extends object, Names extends Record<keyof T, string>>(
  fields: T,
  names: Names,
): Stored<T, Names> {
  const named = (Object.keys(names) as (keyof T)[]).map((field) => [names[field], fields[field]]);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined));
}

/** The fields of something that an item holds, as far as it has them. */
export function fromAttributes<T>(item: object, names: Readonly<Record<keyof T & string, string>>): T {
  const values = item as Readonly<Record<string, unknown>>;
  const fields = Object.entries<string>(names).map(([field, name]) => [field, values[name]]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
