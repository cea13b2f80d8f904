/** The most urgent question. Loaded when one is asked, which is rare. */
import type { EntryView } from '../../shared/contract/index.ts';
import { Assistant } from '../features/assistants/question.tsx';
import { AwayQuestionCard } from '../features/idle/away-question.tsx';
import { StillWorking, StoppedTimer } from '../features/idle/still-working.tsx';
import { ClockSetBack } from '../features/time/clock-set-back.tsx';
import { Link } from '../features/time/link-question.tsx';
import { RemoteTimer } from '../features/time/remote-timer.tsx';
import { useAppState } from '../state/main-process.ts';

/** `early`: the running entry, if it starts in the future. `title`: of a question by a link or an assistant. */
export default function QuestionCard({ early, title }: { early: EntryView | null; title: string }) {
  const stillWorking = useAppState((state) => state.stillWorking);
  const stopped = useAppState((state) => state.stoppedTimer);
  const away = useAppState((state) => state.away);
  const remoteTimers = useAppState((state) => state.remoteTimers);
  const link = useAppState((state) => state.linkQuestion);
  const assistant = useAppState((state) => state.assistantQuestion);
  const [first] = remoteTimers;
  if (link) return <Link key={link.id} title={title} question={link} />;
  if (stillWorking) return <StillWorking key={stillWorking.askedAt} question={stillWorking} />;
  if (assistant) return <Assistant key={assistant.id} title={title} question={assistant} />;
  if (stopped) return <StoppedTimer key={stopped.entryId} timer={stopped} />;
  if (away) return <AwayQuestionCard key={away.question.id} question={away.question} more={away.more} />;
  if (early) return <ClockSetBack key={early.id} entry={early} />;
  return first && <RemoteTimer key={first.serverId} timer={first} more={remoteTimers.length - 1} />;
}
