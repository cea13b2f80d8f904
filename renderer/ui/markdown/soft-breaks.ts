/** Keeps the line breaks of paragraphs, which markdown would join. Modifies the tree in place. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

export function softBreaks(node: Node): void {
  if (node.children === undefined) return;
  for (const child of node.children) softBreaks(child);
  node.children = node.children.flatMap((child) => (child.type === 'text' ? inLines(child) : [child]));
}

function inLines({ type, value = '' }: Node): Node[] {
  return value.split(/\r?\n/).flatMap((line, index) => {
    const text = { type, value: line };
    return index === 0 ? [text] : [{ type: 'break' }, text];
  });
}
