import { type FormEvent, useState } from 'react';
import type { CalendarFeedView, CalendarsView } from '../../../shared/contract/index.ts';
import type { Named } from '../../../shared/contract/projects.ts';
import { projectWords } from '../../../shared/i18n/project-page-messages.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { Shown, useBusy, useWhyNot } from '../../app/state/read-section.tsx';
import { run } from '../../app/state/run-write.ts';
import { say, tell, tellFor } from '../../app/state/store.ts';
import { Unreadable } from '../../app/state/unreadable.tsx';
import { useRead } from '../../app/state/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import { LabelChip } from '../../ui/label.tsx';
import { tintOfColor } from '../../ui/label-color.ts';
import { Box } from '../../ui/setting-row.tsx';

/** Calendars that other programs subscribe to; their addresses are secrets and not shown. */
export function Calendar({ project, waiting }: { project: Named; waiting: string }) {
  const read = useRead('calendar.read', { projectId: project.projectId }, waiting);
  const why = useWhyNot('project:share');
  return (
    <Shown of={read}>
      {(view) => (
        <>
          <Unreadable of="calendar" />
          {view.feeds.length === 0 ? (
            <Empty title={projectWords.calendar.none} says={projectWords.calendar.noneSays} />
          ) : (
            <Box title={projectWords.calendar.title}>
              <ul>
                {view.feeds.map((feed) => (
                  <Feed key={feed.id} feed={feed} view={view} project={project} why={why} load={read.load} />
                ))}
              </ul>
              <p className="box-says">
                {view.hasAddress ? projectWords.calendar.secret : projectWords.calendar.noAddress}
              </p>
            </Box>
          )}
          <AddCalendar view={view} project={project} why={why} load={read.load} />
        </>
      )}
    </Shown>
  );
}

interface FeedProps {
  feed: CalendarFeedView;
  view: CalendarsView;
  project: Named;
  /** Why it cannot be changed. */
  why: string | undefined;
  load: () => void;
}

function Feed({ feed, view, project, why, load }: FeedProps) {
  const [asking, setAsking] = useState(false);
  const [dates, setDates] = useState<number | null>(null);
  const { projectId } = project;
  const what = feed.labels.map(({ name }) => oneLine(name, 60)).join(', ') || projectWords.calendar.all;
  const which = { projectId, feedId: feed.id };
  const [checking, check] = useBusy(async () => setDates((await tellFor('calendar.count', which)) ?? null));
  const copy = async () => {
    if (await tell('calendar.copy', which)) say(projectWords.calendar.copied);
  };
  const [removing, remove] = useBusy(async () => {
    await run('calendar.remove', { ...project, feedId: feed.id }, () => projectWords.calendar.removed);
    load();
  });
  return (
    <li className="pj-feed ruled">
      <div className="pj-chips">
        {feed.labels.length === 0 ? (
          <span>{projectWords.calendar.all}</span>
        ) : (
          feed.labels.map((label) => <LabelChip key={label.name} label={label} />)
        )}
        <span className="pj-zone">{projectWords.calendar.zone(oneLine(feed.timeZone, 60))}</span>
      </div>
      <p className="pj-masked trunc" title={feed.maskedUrl}>
        {feed.maskedUrl}
      </p>
      <div className="pj-acts pj-flush">
        {dates !== null && (
          <span className="pj-why grow" role="status">
            {projectWords.calendar.dates(dates)}
          </span>
        )}
        <Button small kind="quiet" disabled={removing || asking || why !== undefined} onClick={() => setAsking(true)}>
          {projectWords.calendar.remove}
        </Button>
        <Button
          small
          disabled={checking}
          aria-label={`${projectWords.calendar.check}: ${what}`}
          onClick={() => void check()}
        >
          {projectWords.calendar.check}
        </Button>
        <Button
          small
          disabled={!view.hasAddress}
          aria-label={`${projectWords.calendar.copy}: ${what}`}
          onClick={() => void copy()}
        >
          {projectWords.calendar.copy}
        </Button>
      </div>
      {asking && (
        <Confirm
          question={projectWords.calendar.removeAsk}
          yes={projectWords.calendar.remove}
          onYes={() => {
            setAsking(false);
            void remove();
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </li>
  );
}

function AddCalendar({ view, project, why, load }: Omit<FeedProps, 'feed'>) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [timeZone, setTimeZone] = useState(view.timeZone);
  const isWrong = !isTimeZone(timeZone.trim());
  const [busy, add] = useBusy(async () => {
    const end = await run(
      'calendar.add',
      { ...project, labelIds: chosen, timeZone: timeZone.trim() },
      () => projectWords.calendar.added,
    );
    if (end !== undefined && end.state !== 'refused') setChosen([]);
    load();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) void add();
  };
  return (
    <Box title={projectWords.calendar.add}>
      <form className="pj-form" onSubmit={submit}>
        <fieldset className="pj-set" disabled={why !== undefined}>
          <legend className="pj-legend">{projectWords.calendar.labels}</legend>
          <div className="pj-choose">
            {view.labels.map(({ id, name, color }) => (
              <label key={id} className={`chip l-${tintOfColor(color)}`}>
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  onChange={(event) =>
                    setChosen(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                  }
                />
                <bdi className="trunc">{oneLine(name, 60)}</bdi>
              </label>
            ))}
          </div>
          <p className="pj-why">
            {view.labels.length === 0 ? projectWords.calendar.noLabels : projectWords.calendar.labelsSays}
          </p>
          <Field
            label={projectWords.calendar.timeZone}
            hint={projectWords.calendar.timeZoneHint}
            error={isWrong ? projectWords.calendar.timeZoneWrong : null}
            maxLength={LENGTHS.timeZone}
            value={timeZone}
            onChange={(event) => setTimeZone(event.target.value)}
          />
        </fieldset>
        <div className="acts">
          {why !== undefined && <span className="pj-why">{why}</span>}
          <Button kind="primary" type="submit" disabled={busy || why !== undefined || isWrong}>
            {projectWords.calendar.addDo}
          </Button>
        </div>
      </form>
    </Box>
  );
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
