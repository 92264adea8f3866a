/** The operator ROS, with which the dictionary of a CFF font begins that is keyed by CIDs (Adobe TN 5176, section 18). */
const ROS = Buffer.from([12, 30]);

/** Whether the glyphs of a CFF font have CIDs in the place of names. Other formats have none. */
export function isCidKeyed(font: Buffer): boolean {
  if (font[0] !== 1) return false;
  const names = indexAt(font, font[2] ?? 0);
  const dictionary = indexAt(font, names.end).first;
  // The operator has two numbers and a string ID before it, of at most five bytes each.
  const at = dictionary.indexOf(ROS);
  return at > 0 && at <= 15;
}

/** The first object of an INDEX, and where it ends (section 5). */
function indexAt(font: Buffer, at: number): { readonly first: Buffer; readonly end: number } {
  const count = font.readUInt16BE(at);
  if (count === 0) return { first: Buffer.alloc(0), end: at + 2 };
  const size = font.readUInt8(at + 2);
  const offset = (index: number) => font.readUIntBE(at + 3 + index * size, size);
  const data = at + 2 + (count + 1) * size;
  return { first: font.subarray(data + offset(0), data + offset(1)), end: data + offset(count) };
}
