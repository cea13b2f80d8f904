/**
 * Parses markdown with embedded HTML to a small tree. Runs in a worker, because some texts take minutes to parse. The tree
 * contains only the tags and properties listed here, so that no HTML reaches a page. Pure.
 */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { type TreeNode, withElements } from './embedded-html.ts';

export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  tag: MarkdownTag;
  children: MarkdownNode[];
  /** Id of the mentioned person or the linked task. */
  id?: string;
  /** Of a link. */
  href?: string;
  /** Of an image. */
  src?: string;
  alt?: string;
  /** For task list items. */
  checked?: boolean;
  /** Where the text has the mark of this checkbox, between its brackets; absent for a checkbox of embedded HTML. */
  markAt?: number;
  /** A task list item has a checkbox instead of a bullet. */
  isTask?: boolean;
  /** First number of an ordered list, unless 1. */
  start?: number;
  /** For table cells. */
  align?: 'left' | 'center' | 'right';
}

const TAGS = [
  ...(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'] as const),
  ...(['em', 'strong', 'del', 'sup', 'a', 'img', 'input', 'section'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'th', 'td'] as const),
  // These come only from HTML.
  ...(['div', 'details', 'summary', 'u', 'mark', 'kbd', 'sub'] as const),
] as const;
/** Custom elements of the web editor (docs/service.md#descriptions). */
type EditorTag = 'mention' | 'issue' | 'embed' | 'attachment';
export type MarkdownTag = (typeof TAGS)[number] | EditorTag;

/** HTML elements rendered as another tag. */
const ALIASES = new Map<string, MarkdownTag>([
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
  ['center', 'div'],
  ['tfoot', 'tbody'],
]);
/** HTML elements of which only the children are rendered. */
const TRANSPARENT = new Set(['span', 'font', 'label', 'small', 'big', 'colgroup', 'col']);
/** Elements of the web editor: their tag here, and their attributes for the label and the id. */
const EDITOR = new Map<string, { tag: EditorTag; named: string; id?: string }>([
  ['kaneo-mention', { tag: 'mention', named: 'label', id: 'id' }],
  ['kaneo-issue-link', { tag: 'issue', named: 'issue-key', id: 'task-id' }],
  ['kaneo-embed', { tag: 'embed', named: 'url' }],
  ['kaneo-attachment', { tag: 'attachment', named: 'filename' }],
]);
/** Elements in which line ends between children are ignored. */
const CONTAINERS = new Set(['', 'ul', 'ol', 'li', 'blockquote', 'section', 'div', 'table', 'thead', 'tbody', 'tr']);

/** A larger tree would block the window while rendering. */
export const MAX_NODES = 4_000;
export const MAX_DEPTH = 40;
/** Elements that count as several nodes, because they render a button or an icon. */
const WEIGHTS: Partial<Record<string, number>> = {
  a: 8,
  img: 8,
  input: 4,
  mention: 4,
  issue: 8,
  embed: 8,
  attachment: 8,
};

/** Throws for a text that is nested too deeply or has too many parts. */
export function parseMarkdown(text: string): MarkdownNode[] {
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  checkTables(tree);
  softBreaks(tree);
  findMarks(tree, text);
  // allowDangerousHtml keeps embedded HTML in the tree; smallTree then takes only the listed elements.
  const html: TreeNode = toHast(tree, { allowDangerousHtml: true });
  passMarks(html);
  return smallTree(withElements(html, isKnown));
}

/** Throws for tables that expand a short text to a huge tree: every row is padded to the cells of the first. */
function checkTables({ type, children = [] }: TreeNode): void {
  const cells = type === 'table' ? children.length * (children[0]?.children?.length ?? 0) : 0;
  if (cells > MAX_NODES) throw new RangeError('The table has too many cells');
  for (const child of children) checkTables(child);
}

/** A list item's marker, the spaces after it and the checkbox are shorter (UTF-16 code units). */
const MAX_MARKER = 40;
/** The beginning of a list item with a checkbox, up to its mark. */
const TO_MARK = /^(?:[-+*]|\d+[.)])\s+\[(?=[ \t\r\nxX]\])/;

/** Notes in each item with a checkbox where its mark is. Modifies the tree in place. */
function findMarks(node: TreeNode, text: string): void {
  const start = node.position?.start.offset;
  if (node.type === 'listItem' && typeof node.checked === 'boolean' && start !== undefined) {
    const [before] = TO_MARK.exec(text.slice(start, start + MAX_MARKER)) ?? [];
    if (before !== undefined) node.data = { hProperties: { markAt: start + before.length } };
  }
  for (const child of node.children ?? []) findMarks(child, text);
}

/** Passes the place from each item to its checkbox, which has no place of its own. Modifies the tree in place. */
function passMarks({ properties, children = [] }: TreeNode): void {
  const inside = children.flatMap((child) => (child.tagName === 'p' ? (child.children ?? []) : [child]));
  const checkbox = inside.find(({ tagName }) => tagName === 'input');
  if (properties?.markAt !== undefined && checkbox?.properties) {
    checkbox.properties.markAt = properties.markAt;
    delete properties.markAt;
  }
  for (const child of children) passMarks(child);
}

/** Other tags may not be HTML at all, such as `<name>`. */
const isKnown = (name: string): boolean =>
  TAGS.some((tag) => tag === name) || ALIASES.has(name) || TRANSPARENT.has(name) || EDITOR.has(name);

function smallTree(tree: TreeNode): MarkdownNode[] {
  let left = MAX_NODES;
  const list = (nodes: TreeNode[] | undefined, parent: string, isCode: boolean, depth: number): MarkdownNode[] => {
    if (depth > MAX_DEPTH) throw new RangeError('The text is nested too deeply');
    return (nodes ?? []).flatMap((node, at, all) => {
      // A markdown line break is a br followed by a line end.
      if (node.value === '\n' && all[at - 1]?.tagName === 'br') return [];
      return small(node, parent, isCode, depth);
    });
  };
  const small = (node: TreeNode, parent: string, isCode: boolean, depth: number): MarkdownNode[] => {
    const { type, value = '', tagName = '', properties = {}, children } = node;
    const editor = EDITOR.get(tagName);
    const tag = editor?.tag ?? ALIASES.get(tagName) ?? TAGS.find((known) => known === tagName);
    left -= WEIGHTS[tag ?? ''] ?? 1;
    if (left < 0) throw new RangeError('The text has too many parts');
    if (type === 'text') return isIgnored(value, parent, isCode) ? [] : [value];
    if (type !== 'element') return [];
    const inside = list(children, tag ?? parent, isCode || tag === 'code' || tag === 'pre', depth + 1);
    if (tag === undefined) return inside;
    if (editor !== undefined) return editorElement(editor, properties, inside);
    if (tag === 'input' && properties.type !== 'checkbox') return [];
    return [{ tag, children: inside, ...renderedProperties(properties) }];
  };
  return list(tree.children, '', false, 0);
}

const isIgnored = (text: string, parent: string, isCode: boolean): boolean =>
  text === '' || (!isCode && CONTAINERS.has(parent) && text.includes('\n') && text.trim() === '');

/** Labelled by its attribute. Other content follows it as text, because the element was not closed properly. */
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
  const elementId = properties[about];
  const element = {
    tag,
    children: [label],
    ...(typeof elementId === 'string' && elementId !== '' && { id: elementId }),
    ...(typeof url === 'string' && { href: url }),
  };
  return [element, ...(isNamed ? [] : inside)];
}

/** The properties that affect rendering; all others are dropped. */
function renderedProperties(properties: Record<string, unknown>): Omit<MarkdownElement, 'tag' | 'children'> {
  const { href, src, alt, checked, markAt, className, dataType, start, align } = properties;
  const isTask = dataType === 'taskItem' || (Array.isArray(className) && className.includes('task-list-item'));
  return {
    ...(typeof href === 'string' && { href }),
    ...(typeof src === 'string' && { src }),
    ...(typeof alt === 'string' && { alt }),
    ...(checked === true && { checked }),
    ...(typeof markAt === 'number' && { markAt }),
    ...(isTask && { isTask }),
    ...(typeof start === 'number' && { start }),
    ...((align === 'left' || align === 'center' || align === 'right') && { align }),
  };
}

/** Keeps the line breaks of paragraphs, which markdown would join. Modifies the tree in place. */
export function softBreaks(node: TreeNode): void {
  if (node.children === undefined) return;
  for (const child of node.children) softBreaks(child);
  node.children = node.children.flatMap((child) => (child.type === 'text' ? inLines(child) : [child]));
}

function inLines({ type, value = '' }: TreeNode): TreeNode[] {
  return value.split(/\r?\n/).flatMap((line, index) => {
    const text = { type, value: line };
    return index === 0 ? [text] : [{ type: 'break' }, text];
  });
}
