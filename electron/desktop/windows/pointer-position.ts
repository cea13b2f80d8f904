/** The current position of the pointer. */
import { screen } from 'electron';
import type { Rect } from './window-position.ts';
import { isWaylandSession } from './window-system-choice.ts';
import { queryPointer } from './x11-client.ts';

export type Point = Pick<Rect, 'x' | 'y'>;

/**
 * In density-independent pixels. null if unknown: a Wayland compositor does not report the position to an X11 program while the pointer
 * is over other windows and panels.
 */
export async function findPointerPosition(): Promise<Point | null> {
  if (process.platform !== 'linux') return screen.getCursorScreenPoint();
  if (isWaylandSession(process.env)) return null;
  const point = await queryPointer();
  return point === undefined ? null : screen.screenToDipPoint(point);
}
