/**
 * Joins PDF files as Chromium prints them without tags: PDF 1.4 with one table of objects, no streams of objects, and nothing that
 * refers to pages but their tree. Pure.
 */

/** The tree of all pages; the objects of the files follow. */
const PAGES = 1;
const ENTRY_BYTES = 20;
/** References and, to leave them alone, strings. */
const REFERENCE = /\((?:\\.|[^\\()])*\)|\b(\d+) 0 R\b/gs;

export function createPdfJoiner() {
  const chunks: string[] = ['%PDF-1.4\n'];
  /** Of each object, by number from 1 (bytes). */
  const offsets: number[] = [0, 0];
  const trees: string[] = [];
  let length = chunks[0]?.length ?? 0;
  let pages = 0;
  let head = '';

  function write(text: string): void {
    chunks.push(text);
    length += text.length;
  }

  return {
    pages: (): number => pages,

    /** Throws if it is not such a file. */
    add(file: Uint8Array): void {
      const text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1');
      const table = Number(find(text.slice(-100), /startxref\s+(\d+)/));
      const [start = '', count = ''] = /^xref\n0 (\d+)\n/.exec(text.slice(table, table + 30)) ?? [];
      const at = Array.from({ length: Number(count) }, (_, number) =>
        Number(
          text.slice(table + start.length + number * ENTRY_BYTES, table + start.length + number * ENTRY_BYTES + 10),
        ),
      );
      const trailer = text.slice(table + start.length + at.length * ENTRY_BYTES);
      const catalog = Number(find(trailer, /\/Root (\d+) 0 R/));
      const base = offsets.length;
      const renumber = (part: string) =>
        part.replace(REFERENCE, (found, number?: string) => (number ? `${Number(number) + base} 0 R` : found));
      const inOrder = [...at.keys()].slice(1);
      inOrder.sort((one, other) => (at[one] ?? 0) - (at[other] ?? 0));
      const tree = Number(find(text.slice(at[catalog]), /\/Pages (\d+) 0 R/));
      for (const [index, number] of inOrder.entries()) {
        const object = text.slice(at[number], at[inOrder[index + 1] ?? -1] ?? table);
        const body = object.slice(object.indexOf('obj') + 3);
        const stream = /stream\r?\n/.exec(body)?.index ?? body.length;
        let dictionary = renumber(body.slice(0, stream));
        if (number === catalog) dictionary = dictionary.replace(/\/Pages \d+ 0 R/, `/Pages ${PAGES} 0 R`);
        if (number === tree) {
          pages += Number(find(dictionary, /\/Count (\d+)/));
          dictionary = dictionary.replace('<<', `<</Parent ${PAGES} 0 R\n`);
        }
        offsets[base + number] = length;
        write(`${base + number} 0 obj${dictionary}${body.slice(stream)}`);
      }
      // A file's number 0 is no object.
      offsets[base] = 0;
      trees.push(`${tree + base} 0 R`);
      head ||= renumber(trailer.replace(/\/Size \d+/, '')).replace(/>>[^>]*$/, '');
    },

    end(): Uint8Array {
      offsets[PAGES] = length;
      write(`${PAGES} 0 obj\n<</Type /Pages\n/Count ${pages}\n/Kids [${trees.join(' ')}]>>\nendobj\n`);
      const entries = offsets.map((offset) =>
        offset === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
      );
      const table = length;
      write(
        `xref\n0 ${offsets.length}\n${entries.join('')}${head}/Size ${offsets.length}>>\nstartxref\n${table}\n%%EOF\n`,
      );
      return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk, 'latin1')));
    },
  };
}

function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error('The printed part is not a PDF of the expected kind');
  return found;
}
