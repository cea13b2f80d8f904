/** Parsing markdown in a worker: the tree is small, hostile texts are rejected, and a worker that takes too long is replaced. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createMarkdownParser,
  type ParserAnswer,
  type ParserWorker,
} from '../../../../renderer/ui/markdown/markdown-parser.ts';
import {
  MAX_DEPTH,
  MAX_NODES,
  type MarkdownNode,
  type MarkdownTag,
  parseMarkdown,
} from '../../../../renderer/ui/markdown/parse-markdown.ts';
import { PART_LENGTH, PART_LINES, textParts } from '../../../../renderer/ui/markdown/text-parts.ts';

const textOf = (nodes: MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');

describe('parsing', () => {
  test('returns the elements with their attributes', () => {
    expect(
      parseMarkdown('# Title\n\n**bold** and\nsoft\n\n- [x] done\n- [ ] open\n\n3. three\n\n[page](https://x.test/a)'),
    ).toEqual([
      { tag: 'h1', children: ['Title'] },
      { tag: 'p', children: [{ tag: 'strong', children: ['bold'] }, ' and', { tag: 'br', children: [] }, 'soft'] },
      {
        tag: 'ul',
        children: [
          {
            tag: 'li',
            isTask: true,
            children: [{ tag: 'input', checked: true, markAt: 31, children: [] }, ' ', 'done'],
          },
          { tag: 'li', isTask: true, children: [{ tag: 'input', markAt: 42, children: [] }, ' ', 'open'] },
        ],
      },
      { tag: 'ol', start: 3, children: [{ tag: 'li', children: ['three'] }] },
      { tag: 'p', children: [{ tag: 'a', href: 'https://x.test/a', children: ['page'] }] },
    ]);
  });

  test('a list may contain bullets and checkboxes', () => {
    expect(parseMarkdown('- bullet\n- [ ] task')).toEqual([
      {
        tag: 'ul',
        children: [
          { tag: 'li', children: ['bullet'] },
          { tag: 'li', isTask: true, children: [{ tag: 'input', markAt: 12, children: [] }, ' ', 'task'] },
        ],
      },
    ]);
  });

  test('unsupported HTML stays text, and code is unchanged', () => {
    expect(parseMarkdown('<script>x</script>\n\n```\na\n\n<b>\n```')).toEqual([
      '<script>x</script>',
      { tag: 'pre', children: [{ tag: 'code', children: ['a\n\n<b>\n'] }] },
    ]);
    expect(textOf(parseMarkdown('run it for <name> and <kaneo-poll id="1" />'))).toBe(
      'run it for <name> and <kaneo-poll id="1" />',
    );
    expect(textOf(parseMarkdown('a <?php echo 1 ?> b'))).toBe('a <?php echo 1 ?> b');
  });

  test('HTML gives the same tree', () => {
    const html =
      '<h2 onclick="x()">Plan</h2>\n<p style="color:red">A <b>bold</b>\n<i>word</i><br>and <a href="https://x.test/a" target="_blank">a page</a></p>\n<ul>\n  <li>one</li>\n</ul>';
    expect(parseMarkdown(html)).toEqual([
      { tag: 'h2', children: ['Plan'] },
      {
        tag: 'p',
        children: [
          'A ',
          { tag: 'strong', children: ['bold'] },
          '\n',
          { tag: 'em', children: ['word'] },
          { tag: 'br', children: [] },
          'and ',
          { tag: 'a', href: 'https://x.test/a', children: ['a page'] },
        ],
      },
      { tag: 'ul', children: [{ tag: 'li', children: ['one'] }] },
    ]);
  });

  const named = (tag: MarkdownTag, ...children: MarkdownNode[]) => ({ tag, children });

  test.each([
    [
      'what is not closed ends with the element around it',
      '<p><b>one</p><p>two</p>',
      [named('p', named('strong', 'one')), named('p', 'two')],
    ],
    [
      'items and cells end where the next begins',
      '<ul><li>a<li>b</ul><table><tr><td>c<td>d<tr><td>e</table>',
      [
        named('ul', named('li', 'a'), named('li', 'b')),
        named('table', named('tbody', named('tr', named('td', 'c'), named('td', 'd')), named('tr', named('td', 'e')))),
      ],
    ],
    [
      'what stands between cells comes before the table',
      '<table>lost<tr><u>too</u><td>x</td></tr></table>',
      ['lost', named('u', 'too'), named('table', named('tbody', named('tr', named('td', 'x'))))],
    ],
    ['a closing tag without its element is ignored', 'a</b></td> b', [named('p', 'a', ' b')]],
    ['characters', '<p title="&gt;">&lt;b&gt; &#228;&nbsp;&unknown; & c</p>', [named('p', '<b> ä\u00a0&unknown; & c')]],
    [
      'markdown within HTML',
      '<details><summary>S</summary>\n\n- *a*\n\n</details>\n\nb',
      [
        named('details', named('summary', 'S'), '\n', named('ul', named('li', named('em', 'a'))), '\n'),
        named('p', 'b'),
      ],
    ],
    ['code', '<pre>\na\n b</pre><!-- unseen -->', [named('pre', 'a\n b')]],
  ])('HTML: %s', (_what, html, nodes) => {
    expect(parseMarkdown(html)).toEqual(nodes);
  });

  test("the web editor's tasks", () => {
    const html =
      '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>Text</p></div></li></ul>';
    expect(parseMarkdown(html)).toEqual([
      {
        tag: 'ul',
        children: [
          {
            tag: 'li',
            isTask: true,
            children: [
              { tag: 'input', checked: true, children: [] },
              { tag: 'div', children: [{ tag: 'p', children: ['Text'] }] },
            ],
          },
        ],
      },
    ]);
  });

  test.each([
    ['<kaneo-mention id="u1" label="Ada"></kaneo-mention>', { tag: 'mention', children: ['@Ada'], id: 'u1' }],
    ['<kaneo-mention id="u1">Ada</kaneo-mention>', { tag: 'mention', children: ['@Ada'], id: 'u1' }],
    [
      '<kaneo-issue-link url="https://k.test/t/1" issue-key="KAN-1" task-id="1" />',
      { tag: 'issue', children: ['KAN-1'], id: '1', href: 'https://k.test/t/1' },
    ],
    [
      '<kaneo-embed url="https://v.test/x" mode="embed" />',
      { tag: 'embed', children: ['https://v.test/x'], href: 'https://v.test/x' },
    ],
    [
      '<kaneo-attachment url="https://k.test/a?b=1&amp;c=2" filename="plan.pdf" mime-type="application/pdf" size="10" />',
      { tag: 'attachment', children: ['plan.pdf'], href: 'https://k.test/a?b=1&c=2' },
    ],
  ])('%s', (html, element) => {
    expect(parseMarkdown(`Ask ${html} **about** it`)).toEqual([
      { tag: 'p', children: ['Ask ', element, ' ', { tag: 'strong', children: ['about'] }, ' it'] },
    ]);
    // On its own line it is an HTML block, which does not contain the text after it.
    expect(textOf(parseMarkdown(`${html}\n\nAfter`))).toMatch(/After$/);
  });

  test.each([
    ['nested too deeply', '> '.repeat(MAX_DEPTH + 1)],
    ['lists within lists', Array.from({ length: MAX_DEPTH }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')],
    ['too many parts', 'a\n\n'.repeat(MAX_NODES)],
    ['elements within elements', '<b>'.repeat(MAX_DEPTH + 1)],
    ['a table of a million cells', `${'a|'.repeat(2_000)}\n${'-|'.repeat(2_000)}\n${'x\n'.repeat(2_000)}`],
  ])('%s: rejected', (_what, text) => {
    expect(() => parseMarkdown(text)).toThrow();
  });

  test('a part of ordinary text is never rejected', () => {
    const lines = Array.from({ length: PART_LINES }, (_, at) => `- [ ] a **task** [${at}](https://x.test/${at})`);
    expect(textOf(parseMarkdown(lines.join('\n')))).toContain(String(PART_LINES - 1));
  });
});

describe('parts', () => {
  const whole = (text: string) => textParts(text, Number.POSITIVE_INFINITY);

  test.each([
    ['words', 'word '.repeat(30_000)],
    ['lines', 'a line\n'.repeat(5_000)],
    ['paragraphs', 'a paragraph\n\n'.repeat(5_000)],
    ['one word', 'x'.repeat(100_000)],
    ['pairs', '😀'.repeat(50_000)],
    ['empty lines', '\n'.repeat(10_000)],
    ['nothing', ''],
  ])('%s: complete, in parts of limited size', (_what, text) => {
    const { parts, end } = whole(text);
    expect(end).toBe(text.length);
    expect(parts.join('')).toBe(text);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(PART_LENGTH);
      expect(part.split('\n').length).toBeLessThanOrEqual(PART_LINES + 1);
      expect(part.isWellFormed()).toBe(true);
    }
    expect(parts.length).toBeLessThan(2 * (text.length / PART_LENGTH + text.split('\n').length / PART_LINES) + 2);
  });

  test('a short text is one part, whatever its content', () => {
    expect(whole('a\n\nb c').parts).toEqual(['a\n\nb c']);
  });

  test('a long text is divided between paragraphs', () => {
    const text = `${'a word '.repeat(2_000)}\n\n`.repeat(2);
    expect(textParts(text, 1)).toEqual({
      parts: [text.slice(0, text.length / 2)],
      starts: [0],
      end: text.length / 2,
    });
  });

  test('a divided code block continues as code', () => {
    const code = 'a line of a log\n'.repeat(600);
    const text = `Before\n\n\`\`\`log\n${code}\`\`\`\n\nAfter **that**`;
    const { parts, starts } = whole(text);
    expect(text.slice((starts.at(-1) ?? 0) + '```log\n'.length)).toBe(parts.at(-1)?.slice('```log\n'.length));
    expect(parts.slice(1).every((part) => part.startsWith('```log\n'))).toBe(true);
    const last = parseMarkdown(parts.at(-1) ?? '');
    expect(last.map((node) => typeof node !== 'string' && node.tag)).toEqual(['pre', 'p']);
  });
});

describe('the worker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Workers that the test answers by hand. */
  function workers() {
    const started: (ParserWorker & { asked: unknown[]; isOver: boolean; answer(parsed: ParserAnswer): void })[] = [];
    const start = () => {
      const worker = {
        asked: [] as unknown[],
        isOver: false,
        onmessage: null,
        onerror: null,
        postMessage: (text: unknown) => void worker.asked.push(text),
        terminate() {
          worker.isOver = true;
        },
        answer(data: ParserAnswer) {
          (worker as ParserWorker).onmessage?.call(worker as never, { data } as MessageEvent);
        },
      };
      started.push(worker);
      return worker;
    };
    return { started, parser: createMarkdownParser(start, 1_000) };
  }
  const never = () => new AbortController().signal;

  test('a text is parsed once and then cached', async () => {
    const { started, parser } = workers();
    const parsed = parser.parse('a', never());
    started[0]?.answer(['a']);
    expect(await parsed).toEqual(['a']);
    expect(parser.cached('a')).toEqual(['a']);
    expect(parser.cached('b')).toBeUndefined();
  });

  test('a text that takes too long is shown as plain text, and the next one gets a new worker', async () => {
    const { started, parser } = workers();
    const [slow, next] = [parser.parse('slow', never()), parser.parse('next', never())];
    // Loading the worker does not count.
    vi.advanceTimersByTime(100_000);
    expect(parser.cached('slow')).toBeUndefined();
    started[0]?.answer('loaded');
    vi.advanceTimersByTime(1_000);
    expect(await slow).toBeNull();
    expect(parser.cached('slow')).toBeNull();
    expect(started.map(({ isOver, asked }) => [isOver, asked])).toEqual([
      [true, ['slow']],
      [false, ['next']],
    ]);
    started[1]?.answer(['next']);
    expect(await next).toEqual(['next']);
  });

  test('a cancelled text ends its worker at once', async () => {
    const { started, parser } = workers();
    const gone = new AbortController();
    void parser.parse('gone', gone.signal);
    const next = parser.parse('next', never());
    gone.abort();
    expect(started.map(({ isOver }) => isOver)).toEqual([true, false]);
    started[1]?.answer(['next']);
    expect(await next).toEqual(['next']);
    expect(parser.cached('gone')).toBeUndefined();
  });

  test('a text whose worker fails is shown as plain text', async () => {
    const { started, parser } = workers();
    const parsed = parser.parse('a', never());
    started[0]?.onerror?.call(started[0] as never, {} as ErrorEvent);
    expect(await parsed).toBeNull();
    expect(started[0]?.isOver).toBe(true);
  });

  test('an idle worker is ended', async () => {
    const { started, parser } = workers();
    const parsed = parser.parse('a', never());
    started[0]?.answer(['a']);
    await parsed;
    vi.advanceTimersByTime(60_000);
    expect(started[0]?.isOver).toBe(true);
    expect(started).toHaveLength(1);
  });
});
