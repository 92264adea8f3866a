import { around, type Line } from '../page.ts';

/** Rows that a text without lines between them reaches over at least, and how level texts beside each other are, in points. */
const LEAST_ROWS = 3;
const LEVEL = 2;

/** Lines that are drawn around the cells of a table. */
export interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Whether a line is drawn on the right of a place, or below it. */
  parted(column: number, row: number, side: 'right' | 'below'): boolean;
}

/** A cell of a grid while it is put together; its last column and row are in it. */
export interface Room {
  readonly column: number;
  readonly row: number;
  lastColumn: number;
  lastRow: number;
  lines: Line[];
}

/** The room of each place, row by row; one that lines leave open reaches to the right first, and then down. */
export function roomsOf({ xs, ys, parted }: Grid): Room[] {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const rooms: Room[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (rooms[row * columns + column]) continue;
      const room: Room = { column, row, lastColumn: column, lastRow: row, lines: [] };
      const free = (at: number) => at < columns && !rooms[row * columns + at];
      while (free(room.lastColumn + 1) && !parted(room.lastColumn, row, 'right')) room.lastColumn++;
      const open = () => {
        for (let at = column; at <= room.lastColumn; at++) {
          if (parted(at, room.lastRow, 'below')) return false;
          if (at < room.lastColumn && parted(at, room.lastRow + 1, 'right')) return false;
        }
        return true;
      };
      while (room.lastRow + 1 < rows && open()) room.lastRow++;
      for (let y = row; y <= room.lastRow; y++)
        for (let x = column; x <= room.lastColumn; x++) rooms[y * columns + x] ??= room;
    }
  }
  return rooms;
}

/** Divides rooms without lines between their rows, where a text stands level with others in every row of the grid. */
export function divideRooms(rooms: Room[], { xs }: Grid): void {
  const columns = xs.length - 1;
  const bottoms = new Map<Room, number>();
  for (const room of new Set(rooms))
    if (room.lastRow === room.row && room.lines.length > 0) bottoms.set(room, around(room.lines).bottom);
  for (const room of new Set(rooms)) {
    const { column, row, lastColumn, lastRow, lines } = room;
    if (lines.length < LEAST_ROWS || lines.length !== lastRow - row + 1) continue;
    const parts = [...lines]
      .sort((a, b) => a.bottom - b.bottom)
      .map((line, at): Room => ({ column, row: row + at, lastColumn, lastRow: row + at, lines: [line] }));
    const isLevel = ({ row: at, lines: [line] }: Room) =>
      rooms.slice(at * columns, (at + 1) * columns).some((other) => {
        const bottom = bottoms.get(other);
        return line && bottom !== undefined && Math.abs(bottom - line.bottom) < LEVEL;
      });
    if (!parts.every(isLevel)) continue;
    for (const part of parts) for (let x = part.column; x <= part.lastColumn; x++) rooms[part.row * columns + x] = part;
  }
}
