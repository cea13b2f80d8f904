/** The most urgent question. Loaded when one is asked, which is rare. */
import { useEffect } from 'react';
import type { EntryView, LinkQuestion } from '../../shared/contract/index.ts';
import { formatDuration } from '../../shared/i18n/format-durations.ts';
import { questionsMessages } from '../../shared/i18n/generated/questions.ts';
import { messages } from '../../shared/i18n/generated/window.ts';
import { Assistant } from '../features/assistants/question.tsx';
import { AwayQuestionCard } from '../features/idle/away-question.tsx';
import { StillWorking, StoppedTimer } from '../features/idle/still-working.tsx';
import { ClockSetBack } from '../features/time/clock-set-back.tsx';
import { Link } from '../features/time/link-question.tsx';
import { RemoteTimer } from '../features/time/remote-timer.tsx';
import { useAppState } from '../state/main-process.ts';

export { Assistant };

export interface QuestionCardProps {
  /** The running entry, if it starts in the future. */
  early: EntryView | null;
  /** Says the title to screen readers, in a place that was there before the question. */
  announce: (title: string) => void;
}

export default function QuestionCard({ early, announce }: QuestionCardProps) {
  const stillWorking = useAppState((state) => state.stillWorking);
  const stopped = useAppState((state) => state.stoppedTimer);
  const away = useAppState((state) => state.away);
  const remoteTimers = useAppState((state) => state.remoteTimers);
  const link = useAppState((state) => state.linkQuestion);
  const assistant = useAppState((state) => state.assistantQuestion);
  const [first] = remoteTimers;
  const title = link
    ? linkTitle(link)
    : stillWorking
      ? questionsMessages.stillWorking.title({ identifier: stillWorking.identifier })
      : assistant
        ? messages.assistantAsks(assistant)
        : stopped
          ? questionsMessages.stoppedTimer.title({ identifier: stopped.identifier })
          : away
            ? questionsMessages.away.title({
                duration: formatDuration(away.question.awayMs),
                isBack: away.question.to !== null,
              })
            : early
              ? questionsMessages.clockBack.title({ identifier: early.task.identifier })
              : '';
  useEffect(() => {
    announce(title);
    return () => announce('');
  }, [announce, title]);
  if (link) return <Link key={link.id} title={title} question={link} />;
  if (stillWorking) return <StillWorking key={stillWorking.askedAt} title={title} question={stillWorking} />;
  if (assistant) return <Assistant key={assistant.id} title={title} question={assistant} />;
  if (stopped) return <StoppedTimer key={stopped.entryId} title={title} timer={stopped} />;
  if (away) return <AwayQuestionCard key={away.question.id} question={away.question} more={away.more} />;
  if (early) return <ClockSetBack key={early.id} title={title} entry={early} />;
  return first && <RemoteTimer key={first.serverId} timer={first} more={remoteTimers.length - 1} />;
}

function linkTitle({ does, tasks: [task, another] }: Pick<LinkQuestion, 'does' | 'tasks'>): string {
  if (another !== undefined) return questionsMessages.link.which[does === 'start' ? 'start' : 'open'];
  return questionsMessages.link[does === 'stop' ? 'stop' : 'start']({ identifier: task?.identifier ?? '' });
}
