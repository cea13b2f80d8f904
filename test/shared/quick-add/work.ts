/** Counts the work of a function, which is the same on any machine. */

type Callback = (...values: unknown[]) => unknown;
const VISITING = [
  'every',
  'filter',
  'find',
  'findIndex',
  'findLast',
  'flatMap',
  'forEach',
  'map',
  'reduce',
  'some',
  'sort',
];
const READING = ['trim', 'toLowerCase', 'toWellFormed', 'normalize', 'includes', 'split', 'replaceAll'];

/** How many characters are searched, and how many elements of arrays are visited. */
export function workOf(run: () => void): number {
  let work = 0;
  const undo: (() => void)[] = [];
  function replace(prototype: object, name: PropertyKey, by: (original: Callback) => Callback): void {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, { ...property, value: by(property?.value) });
    undo.push(() => Object.defineProperty(prototype, name, { ...property }));
  }
  // Every use of a pattern calls this function.
  replace(
    RegExp.prototype,
    'exec',
    (exec) =>
      function (this: RegExp, text) {
        const from = this.global || this.sticky ? this.lastIndex : 0;
        const found = exec.call(this, text) as RegExpExecArray | null;
        work += found ? found.index + found[0].length - from : this.sticky ? 1 : String(text).length - from;
        return found;
      },
  );
  for (const name of READING) {
    replace(
      String.prototype,
      name,
      (read) =>
        function (this: string, ...values) {
          work += this.length;
          return read.apply(this, values);
        },
    );
  }
  for (const name of VISITING) {
    replace(
      Array.prototype,
      name,
      (visit) =>
        function (this: unknown[], ...values) {
          const [callback] = values;
          const counting: Callback = (...given) => {
            work += 1;
            return (callback as Callback)(...given);
          };
          return visit.apply(this, [counting, ...values.slice(1)]);
        },
    );
  }
  replace(
    Array.prototype,
    Symbol.iterator,
    () =>
      function* (this: unknown[]) {
        for (let at = 0; at < this.length; at += 1) {
          work += 1;
          yield this[at];
        }
      },
  );
  try {
    run();
  } finally {
    for (const back of undo) back();
  }
  return work;
}
