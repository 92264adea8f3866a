/**
 * The ToUnicode CMap of a font, which maps codes to characters (ISO 32000-1, 9.10.3).
 * @param digits hexadecimal digits of each code
 */
export function toUnicode(codes: readonly (readonly [number, string])[], digits: number): string {
  const lines = codes.map(([code, character]) => `<${hex(code, digits)}> <${utf16(character)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    `1 begincodespacerange\n<${'0'.repeat(digits)}> <${'F'.repeat(digits)}>\nendcodespacerange`,
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

function utf16(character: string): string {
  return Array.from({ length: character.length }, (_, at) => hex(character.charCodeAt(at), 4)).join('');
}

/** A number in hexadecimal. */
export function hex(number: number, digits: number): string {
  return number.toString(16).toUpperCase().padStart(digits, '0');
}
