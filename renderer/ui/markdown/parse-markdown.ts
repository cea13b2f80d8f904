/**
 * Markdown, with HTML in it, to a small tree that a window can draw at once. It runs in a worker, because some texts take a parser
 * minutes. The tree holds nothing but what is listed here, so that no HTML reaches a page. Pure.
 */
import { raw } from 'hast-util-raw';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { softBreaks } from './soft-breaks.ts';

type Tree = Parameters<typeof raw>[0];

export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  tag: MarkdownTag;
  children: MarkdownNode[];
  /** Of a mention the person's, of a link to a task the task's. */
  id?: string;
  /** Of a link. */
  href?: string;
  /** Of an image. */
  src?: string;
  alt?: string;
  /** Of a task in a list. */
  checked?: boolean;
  /** The item is a task, which has a box in place of a bullet. */
  isTask?: boolean;
  /** Of a list that does not begin at 1. */
  start?: number;
  /** Of a table's cell. */
  align?: 'left' | 'center' | 'right';
}

const TAGS = [
  ...(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'] as const),
  ...(['em', 'strong', 'del', 'sup', 'a', 'img', 'input', 'section'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'th', 'td'] as const),
  // Only HTML has these.
  ...(['div', 'details', 'summary', 'u', 'mark', 'kbd', 'sub'] as const),
] as const;
/** What the web editor puts into a text (docs/service.md#descriptions). */
export type EditorTag = 'mention' | 'issue' | 'embed' | 'attachment';
export type MarkdownTag = (typeof TAGS)[number] | EditorTag;

/** HTML that is drawn as something else. */
const ALIASES = new Map<string, MarkdownTag>([
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
  ['center', 'div'],
  ['tfoot', 'tbody'],
]);
/** HTML of which only what is in it is drawn. */
const TRANSPARENT = new Set(['span', 'font', 'label', 'small', 'big', 'colgroup', 'col']);
/** What an element of the web editor is drawn as, which of its attributes names it, and which says whom or what it is about. */
const EDITOR = new Map<string, { tag: EditorTag; named: string; id?: string }>([
  ['kaneo-mention', { tag: 'mention', named: 'label', id: 'id' }],
  ['kaneo-issue-link', { tag: 'issue', named: 'issue-key', id: 'task-id' }],
  ['kaneo-embed', { tag: 'embed', named: 'url' }],
  ['kaneo-attachment', { tag: 'attachment', named: 'filename' }],
]);
/** Where line ends between elements mean nothing. */
const CONTAINERS = new Set(['', 'ul', 'ol', 'li', 'blockquote', 'section', 'div', 'table', 'thead', 'tbody', 'tr']);

/** More of it would hold up the window while it is drawn. */
export const MAX_NODES = 4_000;
export const MAX_DEPTH = 40;
/** What counts as more than one node, because it is drawn with a button or a mark. */
const WEIGHTS: Partial<Record<string, number>> = {
  a: 8,
  img: 8,
  input: 4,
  mention: 4,
  issue: 8,
  embed: 8,
  attachment: 8,
};

/** A node of the trees that the parser makes: of markdown, and of HTML. */
interface Node {
  type: string;
  children?: Node[];
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
}

/** Throws for a text that is nested too deeply or has too many parts. */
export function parseMarkdown(text: string): MarkdownNode[] {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  checkTables(tree);
  softBreaks(tree);
  // The HTML in it becomes part of the tree, of which only what is listed above is taken.
  return smallTree(withElements(toHast(tree, { allowDangerousHtml: true })));
}

/** Each row is filled up to as many cells as the first one has: a short text can ask for millions. */
function checkTables({ type, children = [] }: Node): void {
  const cells = type === 'table' ? children.length * (children[0]?.children?.length ?? 0) : 0;
  if (cells > MAX_NODES) throw new RangeError('The table has too many cells');
  for (const child of children) checkTables(child);
}

/** HTML in the text becomes elements, as a browser reads it. */
function withElements(tree: Tree): Node {
  let hasHtml = false;
  const prepare = (node: Node): void => {
    if (node.type === 'raw') {
      hasHtml = true;
      node.value = readable(node.value ?? '');
    }
    for (const child of node.children ?? []) prepare(child);
  };
  prepare(tree);
  return hasHtml ? raw(tree) : tree;
}

const isKnown = (name: string): boolean =>
  TAGS.some((tag) => tag === name) || ALIASES.has(name) || TRANSPARENT.has(name) || EDITOR.has(name);

/** A tag that is not known stays text: it may be no HTML at all, such as `<name>`. */
function readable(html: string): string {
  return (
    html
      .replace(/<(?=\?|!(?!--))/g, '&lt;')
      .replace(/<(?=\/?([a-z][^\s/>]*))/gi, (_, name: string) => (isKnown(name.toLowerCase()) ? '<' : '&lt;'))
      // HTML knows no such end, and would take the rest of the text into the element.
      .replace(/<(kaneo-[a-z-]+)((?:"[^"]*"|'[^']*'|[^'">])*)\/>/gi, '<$1$2></$1>')
  );
}

function smallTree(tree: Node): MarkdownNode[] {
  let left = MAX_NODES;
  const list = (nodes: Node[] | undefined, parent: string, isCode: boolean, depth: number): MarkdownNode[] => {
    if (depth > MAX_DEPTH) throw new RangeError('The text is nested too deeply');
    return (nodes ?? []).flatMap((node, at, all) => {
      // Markdown's line break is an element and a line end.
      if (node.value === '\n' && all[at - 1]?.tagName === 'br') return [];
      return small(node, parent, isCode, depth);
    });
  };
  const small = (node: Node, parent: string, isCode: boolean, depth: number): MarkdownNode[] => {
    const { type, value = '', tagName = '', properties = {}, children } = node;
    const editor = EDITOR.get(tagName);
    const tag = editor?.tag ?? ALIASES.get(tagName) ?? TAGS.find((known) => known === tagName);
    left -= WEIGHTS[tag ?? ''] ?? 1;
    if (left < 0) throw new RangeError('The text has too many parts');
    if (type === 'text' || type === 'raw') return isNothing(value, parent, isCode) ? [] : [value];
    if (type !== 'element') return [];
    const inside = list(children, tag ?? parent, isCode || tag === 'code' || tag === 'pre', depth + 1);
    if (tag === undefined) return inside;
    if (editor !== undefined) return editorElement(editor, properties, inside);
    if (tag === 'input' && properties.type !== 'checkbox') return [];
    return [{ tag, children: inside, ...drawnProperties(properties) }];
  };
  return list(tree.children, '', false, 0);
}

const isNothing = (text: string, parent: string, isCode: boolean): boolean =>
  text === '' || (!isCode && CONTAINERS.has(parent) && text.includes('\n') && text.trim() === '');

/** By its name; what stands within it and says something else is text that it was not closed before. */
function editorElement(
  { tag, named, id: about = '' }: { tag: EditorTag; named: string; id?: string },
  properties: Record<string, unknown>,
  inside: MarkdownNode[],
): MarkdownNode[] {
  const { url, id } = properties;
  const name = [properties[named], inside.length === 1 ? inside[0] : undefined, url, id].find(
    (one) => typeof one === 'string' && one.trim() !== '',
  );
  const mark = tag === 'mention' ? '@' : '';
  const label = `${mark}${String(name ?? '').replace(/^@/, mark && '')}`;
  const isNamed = inside.length === 1 && [name, label].includes(inside[0]);
  const whose = properties[about];
  const element = {
    tag,
    children: [label],
    ...(typeof whose === 'string' && whose !== '' && { id: whose }),
    ...(typeof url === 'string' && { href: url }),
  };
  return [element, ...(isNamed ? [] : inside)];
}

/** What the window draws differently for; any other property is left behind. */
function drawnProperties(properties: Record<string, unknown>): Omit<MarkdownElement, 'tag' | 'children'> {
  const { href, src, alt, checked, className, dataType, start, align } = properties;
  const isTask = dataType === 'taskItem' || (Array.isArray(className) && className.includes('task-list-item'));
  return {
    ...(typeof href === 'string' && { href }),
    ...(typeof src === 'string' && { src }),
    ...(typeof alt === 'string' && { alt }),
    ...(checked === true && { checked }),
    ...(isTask && { isTask }),
    ...(typeof start === 'number' && { start }),
    ...((align === 'left' || align === 'center' || align === 'right') && { align }),
  };
}
