/**
 * Reads the rows of a damaged SQLite file page by page, without SQLite (SQLite file format 1.5, 1.6 and 2.1). Works without an
 * intact header or log, follows each table's tree as far as possible, and writes nothing.
 */
import { readFileSync, statSync } from 'node:fs';
import { PAGE_SIZE } from '../files/sqlite-check.ts';
import { readWal } from '../files/sqlite-wal.ts';

export type Value = null | number | bigint | string | Uint8Array;

export interface RawRow {
  /** null in a table WITHOUT ROWID. */
  rowId: number | bigint | null;
  /** In column order. Columns added by later migrations may be missing. */
  values: Value[];
}

export interface RawTables {
  /** 0 if unreadable. */
  version: number;
  tables: Map<string, RawRow[]>;
  /** Rows on pages that no tree refers to. They may be outdated. */
  orphans: RawRow[];
  /** Parts of the file are unreadable. */
  hasGaps: boolean;
  /** The rows may be outdated, because the log is damaged. */
  isOutdated: boolean;
}

const MAGIC = 'SQLite format 3\0';
const [INNER_INDEX, INNER_TABLE, LEAF_INDEX, LEAF_TABLE] = [0x02, 0x05, 0x0a, 0x0d];
const USER_VERSION_AT = 60;
const FREE_LIST_AT = 32;

class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** Throws file system errors. */
export function readRawTables(path: string): RawTables {
  const file = readIfFile(path);
  const log = readWal(readIfFile(`${path}-wal`), PAGE_SIZE);
  const inFileCount = Math.floor(file.length / PAGE_SIZE);
  const numbers = new Set([...Array.from({ length: inFileCount }, (_, index) => index + 1), ...log.pages.keys()]);
  const inFile = (number: number) => file.subarray((number - 1) * PAGE_SIZE, number * PAGE_SIZE);

  const seen = new Set<number>();
  let hasGaps = log.isDamaged || file.length % PAGE_SIZE !== 0;

  function page(number: number): Buffer {
    const found = log.pages.get(number) ?? inFile(number);
    if (number < 1 || found.length !== PAGE_SIZE) throw new UnreadableError(`No page ${number}`);
    return found;
  }

  /** Returns undefined, and sets `hasGaps`, if `work` reads damaged bytes. */
  function attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof UnreadableError) && !(error instanceof RangeError)) throw error;
      hasGaps = true;
      return undefined;
    }
  }

  /** All rows below a page. */
  function rowsBelow(root: number): RawRow[] {
    const rows: RawRow[] = [];
    const below = [root];
    for (let number = below.pop(); number !== undefined; number = below.pop()) {
      const at = number;
      attempt(() => {
        if (seen.has(at)) throw new UnreadableError(`Page ${at} occurs twice`);
        seen.add(at);
        const { children, cells } = readPage(page(at), at === 1 ? 100 : 0);
        // Reversed, because pages are taken from the end.
        below.push(...children.toReversed());
        for (const cell of cells) {
          const row = attempt(() => readCell(cell));
          if (row !== undefined) rows.push(row);
        }
      });
    }
    return rows;
  }

  function readCell({ bytes, at, kind }: Cell): RawRow {
    const [size, afterSize] = readVarint(bytes, kind === INNER_INDEX ? at + 4 : at);
    const [rowId, start] = kind === LEAF_TABLE ? readVarint(bytes, afterSize) : [null, afterSize];
    return {
      rowId: rowId === null ? null : toSafeNumber(rowId),
      values: readRecord(payload(bytes, start, Number(size), kind)),
    };
  }

  /** The bytes in the cell and on its overflow pages. */
  function payload(bytes: Buffer, start: number, size: number, kind: number): Buffer {
    if (size > numbers.size * PAGE_SIZE) throw new UnreadableError('Too long');

    const maxLocal = kind === LEAF_TABLE ? PAGE_SIZE - 35 : Math.floor(((PAGE_SIZE - 12) * 64) / 255) - 23;
    if (size <= maxLocal) return slice(bytes, start, size);
    const minLocal = Math.floor(((PAGE_SIZE - 12) * 32) / 255) - 23;
    const fitting = minLocal + ((size - minLocal) % (PAGE_SIZE - 4));
    const local = fitting <= maxLocal ? fitting : minLocal;
    const parts = [slice(bytes, start, local)];
    let left = size - local;
    for (let next = bytes.readUInt32BE(start + local); left > 0; ) {
      const overflow = page(next);
      seen.add(next);
      const part = overflow.subarray(4, 4 + Math.min(left, PAGE_SIZE - 4));
      parts.push(part);
      left -= part.length;
      next = overflow.readUInt32BE(0);
    }
    return Buffer.concat(parts);
  }

  /** Rows on pages that no tree refers to. */
  function orphans(): RawRow[] {
    const free = attempt(freePages) ?? new Set();
    const lost = [...numbers].filter((number) => number > 1 && !seen.has(number) && !free.has(number));
    const found = lost.flatMap((number) => attempt(() => page(number)) ?? []);
    return [...log.damaged, ...found].flatMap((bytes) => {
      const cells = attempt(() => readPage(bytes, 0).cells) ?? [];
      return cells.flatMap((cell) => (cell.kind === LEAF_TABLE ? (attempt(() => readCell(cell)) ?? []) : []));
    });
  }

  function freePages(): Set<number> {
    const free = new Set<number>();
    let trunk = page(1).readUInt32BE(FREE_LIST_AT);
    while (trunk !== 0 && !free.has(trunk)) {
      const bytes = page(trunk);
      const leaves = bytes.readUInt32BE(4);
      free.add(trunk);
      for (let leaf = 0; leaf < leaves; leaf += 1) free.add(bytes.readUInt32BE(8 + 4 * leaf));
      trunk = bytes.readUInt32BE(0);
    }
    return free;
  }

  const tables = new Map<string, RawRow[]>();
  for (const { values } of rowsBelow(1)) {
    const [type, name, , root] = values;
    if (type === 'table' && typeof name === 'string') tables.set(name, rowsBelow(Number(root)));
  }
  const first = numbers.has(1) ? attempt(() => page(1)) : undefined;
  const hasHeader = first?.toString('latin1', 0, MAGIC.length) === MAGIC;
  return {
    version: hasHeader ? (first?.readInt32BE(USER_VERSION_AT) ?? 0) : 0,
    tables,
    orphans: hasGaps ? orphans() : [],
    hasGaps,
    isOutdated: log.isDamaged,
  };
}

/** Empty if the file is missing. */
function readIfFile(path: string): Buffer {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : Buffer.alloc(0);
}

interface Cell {
  bytes: Buffer;
  at: number;
  kind: number;
}

/** `start` is the offset of the page's header. */
function readPage(bytes: Buffer, start: number): { children: number[]; cells: Cell[] } {
  const kind = bytes[start] ?? 0;
  const isInner = kind === INNER_INDEX || kind === INNER_TABLE;
  if (!isInner && kind !== LEAF_INDEX && kind !== LEAF_TABLE) throw new UnreadableError('Not a b-tree page');
  const first = start + (isInner ? 12 : 8);
  const count = bytes.readUInt16BE(start + 3);
  if (first + 2 * count > PAGE_SIZE) throw new UnreadableError('Too many cells');
  const places = Array.from({ length: count }, (_, index) => bytes.readUInt16BE(first + 2 * index));
  const children: number[] = [];
  if (isInner) for (const at of places) if (at + 4 <= PAGE_SIZE) children.push(bytes.readUInt32BE(at));
  if (isInner) children.push(bytes.readUInt32BE(start + 8));
  return { children, cells: kind === INNER_TABLE ? [] : places.map((at) => ({ bytes, at, kind })) };
}

function readRecord(bytes: Buffer): Value[] {
  const [headerSize, afterSize] = readVarint(bytes, 0);
  const values: Value[] = [];
  let at = Number(headerSize);
  for (let head = afterSize; head < headerSize; ) {
    const [type, next] = readVarint(bytes, head);
    const size = sizeOf(Number(type));
    values.push(readValue(Number(type), slice(bytes, at, size)));
    at += size;
    head = next;
  }
  return values;
}

const INTEGER_SIZES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function sizeOf(type: number): number {
  return INTEGER_SIZES[type] ?? Math.floor((type - 12) / 2);
}

function readValue(type: number, bytes: Buffer): Value {
  if (type === 0) return null;
  if (type === 6) return toSafeNumber(bytes.readBigInt64BE(0));
  if (type === 7) return bytes.readDoubleBE(0);
  if (type <= 5) return bytes.readIntBE(0, bytes.length);
  if (type <= 9) return type - 8;
  if (type < 12) throw new UnreadableError('Unknown serial type');
  return type % 2 === 1 ? bytes.toString('utf8') : new Uint8Array(bytes);
}

/** Big-endian, seven bits per byte; the ninth byte has eight. Returns the value and the offset after it. */
function readVarint(bytes: Buffer, from: number): [bigint, number] {
  let value = 0n;
  for (let at = from; at < from + 9; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) throw new UnreadableError('Past the end');
    if (at === from + 8) return [(value << 8n) | BigInt(byte), at + 1];
    value = (value << 7n) | BigInt(byte & 0x7f);
    if (byte < 0x80) return [value, at + 1];
  }
  throw new UnreadableError('Past the end');
}

function slice(bytes: Buffer, start: number, size: number): Buffer {
  if (size < 0 || start + size > bytes.length) throw new UnreadableError('Past the end');
  return bytes.subarray(start, start + size);
}

/** A number if it is a safe integer. */
function toSafeNumber(value: bigint): number | bigint {
  const signed = BigInt.asIntN(64, value);
  return Number.isSafeInteger(Number(signed)) ? Number(signed) : signed;
}
