/** The wire format of Wayland, byte by byte. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMessageReader, encodeMessage, readArguments } from '../../../../electron/desktop/idle/wayland-wire.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

describe('encoding', () => {
  test('a request with an id', () => {
    // wl_display.get_registry(new id 2), encoded by libwayland.
    expect(encodeMessage(1, 1, 2)).toEqual(hex('01000000 01000c00 02000000'));
  });

  test('a string has its length, a terminating null and padding', () => {
    // wl_registry.bind(name 5, "wl_seat", version 1, new id 4)
    expect(encodeMessage(2, 0, 5, 'wl_seat', 1, 4)).toEqual(
      hex('02000000 00002000 05000000 08000000 776c5f7365617400 01000000 04000000'),
    );
    expect(encodeMessage(2, 0, 'wl_shm!!')).toEqual(hex('02000000 00001800 09000000 776c5f73686d212100000000'));
  });

  test('a message longer than its header can state is refused', () => {
    expect(() => encodeMessage(1, 0, 'x'.repeat(70_000))).toThrow(RangeError);
  });
});

describe('decoding', () => {
  test('every message arrives whole, however the socket splits them', () => {
    const uint = fc.integer({ min: 0, max: 0xffff_ffff });
    const message = fc.record({
      object: uint,
      opcode: fc.integer({ min: 0, max: 0xffff }),
      args: fc.array(fc.oneof(uint, fc.string({ unit: 'grapheme' })), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), fc.array(fc.nat(40)), (messages, cuts) => {
        let bytes = Buffer.concat(messages.map(({ object, opcode, args }) => encodeMessage(object, opcode, ...args)));
        const read = createMessageReader();
        const received = cuts.flatMap((cut) => {
          const chunk = bytes.subarray(0, cut);
          bytes = bytes.subarray(cut);
          return read(chunk);
        });
        received.push(...read(bytes));
        const decoded = received.map(({ object, opcode, body }, index) => {
          const args = readArguments(body);
          const kinds = messages[index]?.args ?? [];
          return { object, opcode, args: kinds.map((arg) => (typeof arg === 'number' ? args.uint() : args.string())) };
        });
        expect(decoded).toEqual(messages);
      }),
    );
  });

  test('any input gives messages or a RangeError', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 })), (chunks) => {
        const read = createMessageReader();
        try {
          for (const chunk of chunks) for (const { body } of read(Buffer.from(chunk))) readArguments(body).string();
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  test.each(['00000000 00000400', '00000000 00000a00 0000'])('a malformed size is refused: %s', (bytes) => {
    expect(() => createMessageReader()(hex(bytes))).toThrow(RangeError);
  });
});
