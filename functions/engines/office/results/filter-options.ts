/** Options of an export filter in LibreOffice's JSON. */
export function filterOptions(options: Readonly<Record<string, number | boolean | string>>): string {
  const typed = Object.entries(options).map(([name, value]) => {
    const type = { number: 'long', boolean: 'boolean', string: 'string' }[typeof value as 'number'];
    return [name, { type, value: String(value) }];
  });
  return JSON.stringify(Object.fromEntries(typed));
}
