/**
 * The wire format of Wayland: a message is the object's id, its size with the opcode, and arguments in units of 32 bits. Only the parts
 * for the idle protocols: no file descriptors. Numbers are in the machine's byte order; Electron for Linux supports little-endian
 * machines only. Pure.
 */
const HEADER_BYTES = 8;
const MAX_BYTES = 0xffff;

export interface WaylandMessage {
  object: number;
  opcode: number;
  body: Buffer;
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/** Arguments: unsigned integers and ids as numbers, strings as strings. Throws if the message exceeds what a header can state. */
export function encodeMessage(object: number, opcode: number, ...args: (number | string)[]): Buffer {
  const body = Buffer.concat(args.map((arg) => (typeof arg === 'number' ? encodeUint(arg) : encodeString(arg))));
  const size = HEADER_BYTES + body.length;
  if (size > MAX_BYTES) throw new RangeError('Wayland message too long');
  return Buffer.concat([encodeUint(object), encodeUint(size * 0x1_0000 + opcode), body]);
}

function encodeUint(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The stated length includes the terminating null, not the padding. */
function encodeString(text: string): Buffer {
  const length = Buffer.byteLength(text) + 1;
  const bytes = Buffer.alloc(4 + padded(length));
  bytes.writeUInt32LE(length);
  bytes.write(text, 4);
  return bytes;
}

/** Collects what a socket delivers in arbitrary pieces; returns the messages that each piece completes. Throws on a malformed size. */
export function createMessageReader(): (chunk: Buffer) => WaylandMessage[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: WaylandMessage[] = [];
    while (rest.length >= HEADER_BYTES) {
      const size = rest.readUInt16LE(6);
      if (size < HEADER_BYTES || size % 4 !== 0) throw new RangeError(`Wayland message of ${size} bytes`);
      if (rest.length < size) break;
      messages.push({
        object: rest.readUInt32LE(0),
        opcode: rest.readUInt16LE(4),
        body: rest.subarray(HEADER_BYTES, size),
      });
      rest = rest.subarray(size);
    }
    return messages;
  };
}

/** Reads one argument after the other; throws a RangeError past the end. */
export function readArguments(body: Buffer): { uint(): number; string(): string } {
  let offset = 0;
  const uint = (): number => {
    const value = body.readUInt32LE(offset);
    offset += 4;
    return value;
  };
  return {
    uint,
    string() {
      const length = uint();
      if (offset + padded(length) > body.length) throw new RangeError('Wayland string exceeds its message');
      const text = body.toString('utf8', offset, offset + Math.max(0, length - 1));
      offset += padded(length);
      return text;
    },
  };
}
