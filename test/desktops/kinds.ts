/** Every desktop, in the order of the table. */
import type { DesktopKind } from './desktop.ts';
import { gnomeDesktops } from './gnome.ts';
import { kde } from './kde.ts';
import { sway } from './sway.ts';
import { xfceDesktops } from './xfce.ts';

export const kinds: DesktopKind[] = [...xfceDesktops, ...gnomeDesktops, sway, kde];
