/**
 * Plain text written in lines keeps its lines: markdown would run them together. A plugin of remark, over its tree. Pure.
 */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

export function softBreaks(): (tree: Node) => void {
  return breakLines;
}

function breakLines(node: Node): void {
  if (node.children === undefined) return;
  for (const child of node.children) breakLines(child);
  node.children = node.children.flatMap((child) => (child.type === 'text' ? inLines(child) : [child]));
}

function inLines({ type, value = '' }: Node): Node[] {
  return value.split(/\r?\n/).flatMap((line, index) => {
    const text = { type, value: line };
    return index === 0 ? [text] : [{ type: 'break' }, text];
  });
}
