/** The status as status bars read it, one line or block each time. Pure. */
import { hoursMinutes } from '../../shared/i18n/format-dates.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { shorten } from '../../shared/tasks/clean-text.ts';
import type { Reply } from './protocol.ts';

export const STATUS_FORMATS = ['plain', 'waybar', 'i3blocks', 'polybar', 'xbar', 'tmux'] as const;
export type StatusFormat = (typeof STATUS_FORMATS)[number];

/** Longer titles are cut in a bar (UTF-16 code units); the tooltip has them whole. */
const MOST_TITLE = 40;

/** `reply`: the app's, or why there is none. A bar shows nothing for a timer that does not run. */
export function formatStatus(reply: Reply, format: StatusFormat): string {
  const said = reply.said;
  const running = reply.ok ? reply.data : undefined;
  const { identifier, title } = (running?.task ?? { identifier: '', title: '' }) as Record<
    'identifier' | 'title',
    string
  >;
  const length = hoursMinutes(Number(running?.elapsedMs ?? 0));
  const short = running === undefined ? '' : `${identifier} ${length}`;
  const long =
    running === undefined ? '' : `${identifier} ${shorten(title || messages.tasks.untitled, MOST_TITLE)} ${length}`;
  switch (format) {
    case 'plain':
      return said;
    case 'waybar': {
      const state = reply.ok ? 'running' : reply.why;
      return JSON.stringify({ text: escapeMarkup(long), tooltip: escapeMarkup(said), class: state, alt: state });
    }
    case 'i3blocks':
      return JSON.stringify({ full_text: long, short_text: short });
    case 'polybar':
      // %{…} is a command of the bar.
      return long.replaceAll('%{', '% {');
    case 'tmux':
      // #(…) would run a program.
      return short.replaceAll('#', '##');
    case 'xbar':
      // The bar cuts a line at | and reads what follows as options.
      return [running === undefined ? '–' : short, '---', said].map((text) => text.replaceAll('|', '¦')).join('\n');
  }
}

/** The bar draws Pango markup. */
const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
