import type { LucideIcon } from 'lucide-react';
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
    icon: ICONS[reason.kind],
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

const ICONS: Record<Reason['kind'], LucideIcon> = {
  commit: CommitIcon,
  branch: CommitIcon,
  editor: WindowIcon,
  window: WindowIcon,
  browser: WindowIcon,
  event: CalendarIcon,
  task: ClockIcon,
  'entry-before': ClockIcon,
  'entry-after': ClockIcon,
  usual: ClockIcon,
  away: BlockIcon,
  rule: CheckIcon,
  learned: CheckIcon,
};

/** Says why this task is meant, unless its identifier is in the text. */
function withTask(text: string, { parameters }: Reason, identifier: string): string {
  const by = 'by' in parameters ? parameters.by : undefined;
  if (by === undefined || identifier === '' || text.includes(identifier)) return text;
  return fillGapMessages.reasons.meant({ text, by, identifier });
}

function textOf({ kind, parameters: of }: Reason): string {
  const { reasons } = fillGapMessages;
  switch (kind) {
    case 'commit':
      return reasons.commit({ count: of.count, message: of.message, branch: of.branch || of.repository });
    case 'branch':
      return reasons.branch({ branch: of.branch });
    case 'editor':
      return reasons.editor({ file: of.file, duration: formatDuration(of.ms) });
    case 'window':
    case 'browser':
      return reasons.window({ app: of.app, title: of.title || null, duration: formatDuration(of.ms) });
    case 'event':
      return of.isAllDay
        ? reasons.wholeDay({ title: of.title })
        : reasons.event({ title: of.title, from: clock(of.from), to: clock(of.to) });
    case 'task':
      return reasons.task({ action: of.action, time: clock(of.from) });
    case 'entry-before':
      return reasons.before({ time: clock(of.to) });
    case 'entry-after':
      return reasons.after({ time: clock(of.from) });
    case 'usual':
      return reasons.usual({ days: of.days });
    case 'away':
      return reasons.away({ kind: of.awayKind, from: clock(of.from), to: clock(of.to) });
    case 'rule':
      return reasons.rule({ text: of.contains });
    case 'learned':
      return reasons.learned({ text: of.text, count: of.accepted });
  }
}
