import { memo } from 'react';
import type { Proposal, Reason } from '../../../../shared/contract/proposals.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../../shared/i18n/format-durations.ts';
import { fillGapMessages } from '../../../../shared/i18n/generated/fill-gap.ts';
import { BlockIcon, CalendarIcon, CheckIcon, ClockIcon, CommitIcon, Icon, WindowIcon } from '../../../ui/icons.tsx';
import styles from './fill-gap.module.css';

/** Why something is proposed. The ones that do not fit are left to screen readers and the tooltip. */
export const Reasons = memo(function Reasons({ of: { reasons, target } }: { of: Proposal }) {
  const identifier = target.kind === 'task' ? target.task.identifier : '';
  const texts = reasons.map((reason) => ({
    icon: LOOKS[reason.kind][0],
    text: withTask(textOf(reason), reason, identifier),
  }));
  return (
    <span className={styles.reasons} title={texts.map(({ text }) => text).join('\n')}>
      {texts.map(({ icon, text }) => (
        <span key={text} className={styles.reason}>
          <Icon of={icon} size={12} />
          <bdi className="truncate">{text}</bdi>
        </span>
      ))}
    </span>
  );
});

/** The icon and the message of each kind. */
const LOOKS = {
  commit: [CommitIcon, 'commit'],
  branch: [CommitIcon, 'branch'],
  editor: [WindowIcon, 'editor'],
  window: [WindowIcon, 'window'],
  browser: [WindowIcon, 'window'],
  event: [CalendarIcon, 'event'],
  task: [ClockIcon, 'task'],
  'entry-before': [ClockIcon, 'before'],
  'entry-after': [ClockIcon, 'after'],
  usual: [ClockIcon, 'usual'],
  away: [BlockIcon, 'away'],
  rule: [CheckIcon, 'rule'],
  learned: [CheckIcon, 'learned'],
} as const satisfies Record<Reason['kind'], unknown>;

/** Says why this task is meant, unless its identifier is in the text. */
function withTask(text: string, { parameters }: Reason, identifier: string): string {
  const by = 'by' in parameters ? parameters.by : undefined;
  if (by === undefined || identifier === '' || text.includes(identifier)) return text;
  return fillGapMessages.reasons.meant({ text, by, identifier });
}

function textOf({ kind, parameters }: Reason): string {
  // The parameters of a kind are those of its message.
  const say = fillGapMessages.reasons[LOOKS[kind][1]] as (values: object) => string;
  if (!('ms' in parameters)) return say(parameters);
  const [from, to] = [clock(parameters.from), clock(parameters.to)];
  const isUntitled = 'title' in parameters && parameters.title === '';
  return say({ ...parameters, from, to, isUntitled, duration: formatDuration(parameters.ms) });
}
