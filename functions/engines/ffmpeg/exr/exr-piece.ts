/** A channel of an OpenEXR file. */
export interface ExrChannel {
  readonly name: string;
  readonly kind: number;
  /** Whether its samples are as evenly spaced for the eye as they are as numbers. */
  readonly even: boolean;
  /** How many pixels share a sample, across and down. */
  readonly across: number;
  readonly down: number;
}

/** Kinds of samples: whole numbers, halves, floating numbers of 32 bits. */
export const [WHOLE_NUMBERS, HALVES] = [0, 1];

/** Rows of an OpenEXR file that are packed together. */
export interface ExrPiece {
  /** The first of its rows, as the file counts them. */
  readonly top: number;
  readonly rows: number;
  readonly width: number;
  readonly channels: readonly ExrChannel[];
}

/** How many bytes a sample takes. */
export function bytesOf({ kind }: ExrChannel): number {
  return kind === HALVES ? 2 : 4;
}

/** How many samples of a channel a row of a piece has, where it has any. */
export function samplesAcross({ width }: ExrPiece, { across }: ExrChannel): number {
  return Math.ceil(width / across);
}

/** How many rows of a piece have samples of a channel. */
export function rowsWith({ top, rows }: ExrPiece, { down }: ExrChannel): number {
  return Math.ceil((top + rows) / down) - Math.ceil(top / down);
}

/** How many bytes a piece takes that is not packed. */
export function sizeOfPiece(piece: ExrPiece): number {
  return piece.channels.reduce(
    (sum, channel) => sum + samplesAcross(piece, channel) * rowsWith(piece, channel) * bytesOf(channel),
    0,
  );
}

/** The rows of a piece as they follow each other where it is not packed: of each row, the channels that have any of it. */
export function* rowsOfPiece(piece: ExrPiece): Generator<{ channel: ExrChannel; index: number; row: number }> {
  for (let row = 0; row < piece.rows; row++)
    for (const [index, channel] of piece.channels.entries())
      if ((piece.top + row) % channel.down === 0) yield { channel, index, row };
}

/** The bytes of a piece that is not packed, of the bytes of each channel. */
export function byRows(piece: ExrPiece, channels: readonly Buffer[]): Buffer {
  const rows: Buffer[] = [];
  const places = channels.map(() => 0);
  for (const { channel, index } of rowsOfPiece(piece)) {
    const place = places[index] ?? 0;
    const end = place + samplesAcross(piece, channel) * bytesOf(channel);
    rows.push((channels[index] ?? Buffer.alloc(0)).subarray(place, end));
    places[index] = end;
  }
  return Buffer.concat(rows);
}
