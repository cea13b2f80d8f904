/**
 * Turns the embedded HTML of a markdown tree into elements. A small part of what a browser does, enough for the known elements: what is
 * not closed ends with the element around it, and what stands between the cells of a table comes before the table. Pure.
 */
import { decodeString } from 'micromark-util-decode-string';

/** A node of the parser's trees (mdast and hast). */
export interface TreeNode {
  type: string;
  children?: TreeNode[];
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  /** Of a list item in mdast. */
  checked?: boolean | null | undefined;
  position?: { start: { offset?: number | undefined } } | undefined;
  /** Tells the conversion to hast about properties of the element. */
  data?: object | undefined;
}

interface Element extends TreeNode {
  children: TreeNode[];
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'col']);
const TABLE_PARTS = new Set(['thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);
const CELLS = new Set(['td', 'th']);
/** In a table, but not in one of its cells. */
const AMONG_CELLS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr']);
const GROUPS = ['thead', 'tbody', 'tfoot'];
/** Elements that end a paragraph. */
const BLOCKS = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'section', 'table', 'div'],
  ...['center', 'details', 'summary'],
]);
/** What an opening tag closes, and the elements beyond which it closes nothing. */
const CLOSES: Readonly<Record<string, { open: readonly string[]; within: readonly string[] }>> = {
  a: { open: ['a'], within: ['table'] },
  li: { open: ['li'], within: ['ul', 'ol', 'table'] },
  tr: { open: ['tr'], within: ['table'] },
  td: { open: ['td', 'th'], within: ['tr', 'table'] },
  th: { open: ['td', 'th'], within: ['tr', 'table'] },
  thead: { open: GROUPS, within: ['table'] },
  tbody: { open: GROUPS, within: ['table'] },
  tfoot: { open: GROUPS, within: ['table'] },
};

/** A comment, a closing tag, or an opening tag with its attributes. */
const MARKUP = /<!--[\s\S]*?-->|<\/([a-z][^\s/<>]*)[^<>]*>|<([a-z][^\s/<>]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi;
const ATTRIBUTE = /([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;

/** `isKnown`: the elements; everything else stays text. */
export function withElements(tree: TreeNode, isKnown: (tagName: string) => boolean): TreeNode {
  const root: Element = { type: 'root', children: [] };
  const open: Element[] = [root];

  const current = (): Element => open.at(-1) ?? root;
  /** The innermost open element with such a name, unless one of `within` is further in; -1 if there is none. */
  const indexOf = (names: readonly string[], within: readonly string[]): number => {
    const index = open.findLastIndex(({ tagName = '' }) => names.includes(tagName) || within.includes(tagName));
    return names.includes(open[index]?.tagName ?? '') ? index : -1;
  };
  const closeFrom = (index: number): void => {
    if (index > 0) open.splice(index);
  };

  const append = (node: TreeNode, mayBeInTable: boolean): void => {
    const at = mayBeInTable || !AMONG_CELLS.has(current().tagName ?? '') ? 0 : indexOf(['table'], []);
    const [table, outside] = [open[at], open[at - 1]?.children];
    if (table === undefined || outside === undefined) current().children.push(node);
    else outside.splice(outside.lastIndexOf(table), 0, node);
  };

  const text = (value: string): void => {
    if (value !== '') append({ type: 'text', value }, value.trim() === '');
  };

  /** undefined: it is not allowed here, or has no content. */
  const openTag = (tagName: string, properties: Record<string, unknown>): Element | undefined => {
    const isPart = TABLE_PARTS.has(tagName);
    if (isPart && indexOf(['table'], []) === -1) return undefined;
    const closes = CLOSES[tagName];
    if (closes) closeFrom(indexOf(closes.open, closes.within));
    if (BLOCKS.has(tagName)) closeFrom(indexOf(['p'], ['table']));
    if (tagName === 'tr' && current().tagName === 'table') openTag('tbody', {});
    if (CELLS.has(tagName) && current().tagName !== 'tr') openTag('tr', {});
    const element: Element = { type: 'element', tagName, properties, children: [] };
    append(element, isPart);
    if (VOID.has(tagName)) return undefined;
    open.push(element);
    return element;
  };

  const closeTag = (tagName: string): void => {
    const isOfTable = tagName === 'table' || TABLE_PARTS.has(tagName);
    closeFrom(indexOf([tagName], isOfTable ? ['table'] : ['td', 'th', 'table']));
  };

  const html = (source: string): void => {
    let at = 0;
    for (const match of source.matchAll(MARKUP)) {
      const [whole, closed, opened, attributes = ''] = match;
      const tagName = (closed ?? opened ?? '').toLowerCase();
      if (tagName !== '' && !isKnown(tagName)) continue;
      text(decoded(source.slice(at, match.index)));
      at = match.index + whole.length;
      if (closed !== undefined) closeTag(closed.toLowerCase());
      if (opened === undefined) continue;
      const element = openTag(tagName, propertiesOf(attributes));
      // The web editor closes its own elements like this. Of HTML's elements, HTML ignores the slash.
      if (element !== undefined && attributes.endsWith('/') && tagName.includes('-')) open.pop();
      // HTML drops a line end at the start of a block of code.
      if (tagName === 'pre' && source[at] === '\n') at += 1;
    }
    text(decoded(source.slice(at)));
  };

  const visit = ({ type, tagName = '', properties = {}, value = '', children = [] }: TreeNode): void => {
    if (type === 'text') text(value);
    else if (type === 'raw') html(value);
    else if (type !== 'element') for (const child of children) visit(child);
    else {
      const element = openTag(tagName, properties);
      for (const child of children) visit(child);
      // Embedded HTML may have closed it, in place of an element of its own.
      if (element !== undefined && open.includes(element)) closeFrom(open.indexOf(element));
      else closeTag(tagName);
    }
  };

  visit(tree);
  return root;
}

const decoded = (text: string): string => text.replace(/&(?:#\w+|\w+);/g, decodeString);

/** The names that rendering reads are those of hast. */
function propertiesOf(attributes: string): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [, name = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const value = decoded(double ?? single ?? bare ?? '');
    switch (name.toLowerCase()) {
      case 'class':
        properties.className = value.split(/\s+/);
        break;
      case 'data-type':
        properties.dataType = value;
        break;
      case 'checked':
        properties.checked = true;
        break;
      case 'start':
        if (/^-?\d+$/.test(value)) properties.start = Number(value);
        break;
      default:
        properties[name.toLowerCase()] = value;
    }
  }
  return properties;
}
