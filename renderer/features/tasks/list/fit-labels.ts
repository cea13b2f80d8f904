/** How many labels fit in a row's second line; the rest becomes "+2". Their 11-px text is measured before rendering. */
import type { TaskView } from '../../../../shared/contract/index.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';

const GAP = 8;

/** Widths in px; `moreWidth` is that of "+9". May be 0, because a label is never cut off. */
export function fitLabels(widths: readonly number[], available: number, moreWidth: number): number {
  let used = 0;
  let fitting = 0;
  for (const [index, width] of widths.entries()) {
    used += width + (index > 0 ? GAP : 0);
    const rest = widths.length - index - 1;
    if (used + (rest > 0 ? GAP + moreWidth : 0) <= available) fitting = index + 1;
  }
  return fitting;
}

const ID_WIDTH = 56;
const ID_GAP = 8;
const PROJECT_GAP = 12;
const DOT_WIDTH = 10;
/** The project's name shrinks first, down to this share of the line. */
const PROJECT_SHARE = 0.45;

const widths = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

function textWidth(text: string): number {
  let width = widths.get(text);
  if (width !== undefined) return width;
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d');
    if (context) context.font = `11px ${getComputedStyle(document.documentElement).fontFamily}`;
  }
  // Canvas and layout round differently, hence the half pixel.
  width = context ? context.measureText(text).width + 0.5 : text.length * 6;
  if (widths.size > 5000) widths.clear();
  widths.set(text, width);
  return width;
}

/** How many of a task's labels fit after its identifier and project in a line of `width` px. */
export function labelsThatFit(task: TaskView, project: string, width: number): number {
  if (task.labels.length === 0) return 0;
  const id = Math.max(ID_WIDTH, textWidth(task.identifier) + ID_GAP);
  const projectWidth = Math.min(textWidth(project), width * PROJECT_SHARE) + PROJECT_GAP;
  const labels = task.labels.map((label) => textWidth(label.name) + DOT_WIDTH);
  return fitLabels(
    labels,
    width - id - projectWidth,
    textWidth(messages.tasks.moreLabels({ count: task.labels.length })),
  );
}
