import { useId, useMemo, useState } from 'react';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/radio-group.tsx';
import { Box, Setting } from '../../ui/setting-row.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import styles from './time-rules.module.css';

const choices = () =>
  (['always', 'never'] as const).map((value) => ({ value, label: timeRulesPageMessages.labels[value] }));

/** Labels that make a task billable or not, whatever its project is. */
export function Labels() {
  const ruled = useAppState((state) => state.timeRules.billableLabels);
  const { labels: texts } = timeRulesPageMessages;
  const set = (label: string, isBillable: boolean | null) => void send('time-rules.set-label', { label, isBillable });
  const names = Object.keys(ruled).sort((one, other) => one.localeCompare(other));
  return (
    <Box title={texts.title}>
      <Setting name={names.length === 0 ? texts.none : texts.label} description={texts.description} />
      {names.map((label) => (
        <div key={label} className={styles.label}>
          <bdi className="grow truncate" title={label}>
            {label}
          </bdi>
          <Segments
            label={label}
            options={choices()}
            value={ruled[label] ? 'always' : 'never'}
            onChange={(to) => set(label, to === 'always')}
          />
          <Button small kind="quiet" aria-label={texts.removeLabel({ label })} onClick={() => set(label, null)}>
            {texts.remove}
          </Button>
        </div>
      ))}
      <NewLabel onAdd={(label) => set(label, true)} />
    </Box>
  );
}

function NewLabel({ onAdd }: { onAdd: (label: string) => void }) {
  const tasks = useAppState((state) => state.tasks.tasks);
  const known = useMemo(
    () => [...new Set(tasks.flatMap(({ labels }) => labels.map(({ name }) => name)))].sort(),
    [tasks],
  );
  const { labels: texts } = timeRulesPageMessages;
  const [label, setLabel] = useState('');
  const [isTried, setTried] = useState(false);
  const id = useId();
  const isWrong = isTried && label.trim() === '';
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setTried(label.trim() === '');
    if (label.trim() === '') return;
    onAdd(label.trim());
    setLabel('');
  };
  return (
    <form className={styles.form} aria-label={texts.title} onSubmit={submit}>
      <TextInput
        className="grow"
        label={texts.label}
        placeholder={texts.label}
        isWrong={isWrong}
        list={id}
        maxLength={200}
        value={label}
        onChange={setLabel}
      />
      <datalist id={id}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button small type="submit">
        {texts.add}
      </Button>
      <p className={styles.wrong} role="status">
        {isWrong && texts.noLabel}
      </p>
    </form>
  );
}
