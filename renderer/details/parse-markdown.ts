/** Markdown to a small tree that a window can draw at once. It runs in a worker, because some texts take a parser minutes. Pure. */
import parse from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { softBreaks } from './soft-breaks.ts';

export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  tag: MarkdownTag;
  children: MarkdownNode[];
  /** Of a link. */
  href?: string;
  /** Of an image. */
  src?: string;
  alt?: string;
  /** Of a task in a list. */
  checked?: boolean;
  /** The list holds tasks. */
  isTaskList?: boolean;
  /** Of a list that does not begin at 1. */
  start?: number;
  /** Of a table's cell. */
  align?: 'left' | 'center' | 'right';
}

const TAGS = [
  ...(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br'] as const),
  ...(['em', 'strong', 'del', 'sup', 'a', 'img', 'input', 'section'] as const),
  ...(['table', 'thead', 'tbody', 'tr', 'th', 'td'] as const),
] as const;
export type MarkdownTag = (typeof TAGS)[number];

/** More of it would hold up the window while it is drawn. */
export const MAX_NODES = 4_000;
export const MAX_DEPTH = 40;
/** What counts as more than one node, because it is drawn with a button or a mark. */
const WEIGHTS: Partial<Record<string, number>> = { a: 8, img: 8, input: 4 };

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
  let nodes: MarkdownNode[] = [];
  /** The last step: takes the tree and leaves nothing to be made of it. */
  const takeTree = () => (tree: Node) => {
    nodes = smallTree(tree);
    return { type: 'root', children: [] };
  };
  // A component, but one without hooks: a function from text to a tree.
  parse({ children: text, remarkPlugins: [remarkGfm, checkTables, softBreaks], rehypePlugins: [takeTree] });
  return nodes;
}

/** Each row is filled up to as many cells as the first one has: a short text can ask for millions. */
function checkTables(): (tree: Node) => void {
  const check = ({ type, children = [] }: Node): void => {
    const cells = type === 'table' ? children.length * (children[0]?.children?.length ?? 0) : 0;
    if (cells > MAX_NODES) throw new RangeError('The table has too many cells');
    for (const child of children) check(child);
  };
  return check;
}

function smallTree(tree: Node): MarkdownNode[] {
  let left = MAX_NODES;
  const list = (nodes: Node[] | undefined, isCode: boolean, depth: number): MarkdownNode[] => {
    if (depth > MAX_DEPTH) throw new RangeError('The text is nested too deeply');
    return (nodes ?? []).flatMap((node) => small(node, isCode, depth));
  };
  const small = ({ type, value = '', tagName, properties = {}, children }: Node, isCode: boolean, depth: number) => {
    left -= WEIGHTS[tagName ?? ''] ?? 1;
    if (left < 0) throw new RangeError('The text has too many parts');
    // HTML stays text. Line ends between elements are not drawn.
    if (type === 'text' || type === 'raw') return value === '' || (value === '\n' && !isCode) ? [] : [value];
    if (type !== 'element') return [];
    const tag = TAGS.find((known) => known === tagName);
    const inside = list(children, isCode || tag === 'code', depth + 1);
    return tag === undefined ? inside : [{ tag, children: inside, ...said(properties) }];
  };
  return list(tree.children, false, 0);
}

/** What the window draws differently for; any other property is left behind. */
function said(properties: Record<string, unknown>): Omit<MarkdownElement, 'tag' | 'children'> {
  const { href, src, alt, checked, className, start, align } = properties;
  return {
    ...(typeof href === 'string' && { href }),
    ...(typeof src === 'string' && { src }),
    ...(typeof alt === 'string' && { alt }),
    ...(checked === true && { checked }),
    ...(Array.isArray(className) && className.includes('contains-task-list') && { isTaskList: true }),
    ...(typeof start === 'number' && { start }),
    ...((align === 'left' || align === 'center' || align === 'right') && { align }),
  };
}
