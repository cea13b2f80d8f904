import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Choice } from './radio-group.tsx';
import styles from './setting-row.module.css';
import { Switch } from './switch.tsx';

export function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.boxTitle}>{title}</h2>
      <div className={styles.box}>{children}</div>
    </section>
  );
}

interface SettingProps {
  name: ReactNode;
  nameId?: string;
  description?: string | undefined;
  children?: ReactNode;
}

/** A row: name, explanation, and the value or control at the right. */
export function Setting({ name, nameId, description, children }: SettingProps) {
  return (
    <div className={styles.row}>
      <div className={styles.name}>
        <span id={nameId}>{name}</span>
        {description !== undefined && <small>{description}</small>}
      </div>
      {children}
    </div>
  );
}

/** `children`: further controls, before the switch. */
interface SwitchRowProps extends Omit<SettingProps, 'nameId'> {
  on: boolean;
  disabledReason?: string | undefined;
  onChange: (on: boolean) => void;
}

export function SwitchRow({ name, description, on, disabledReason, onChange, children }: SwitchRowProps) {
  const id = useId();
  return (
    <Setting name={name} nameId={id} description={disabledReason ?? description}>
      {children}
      <Switch on={on} labelledBy={id} disabled={disabledReason !== undefined} onChange={onChange} />
    </Setting>
  );
}

interface ChoiceRowProps<V extends string | number> {
  name: string;
  /** The accessible name of the choice, where the row's name alone is not enough. */
  label?: string;
  description?: string | undefined;
  values: readonly V[];
  text: (value: V) => string;
  value: V;
  onChange: (value: V) => void;
}

/** A row with a radio group below it. */
export function ChoiceRow<V extends string | number>(props: ChoiceRowProps<V>) {
  const { name, label = name, description, values, text, value, onChange } = props;
  const options = values.map((value) => ({ value, label: text(value) }));
  return (
    <>
      <Setting name={name} description={description} />
      <Choice label={label} options={options} value={value} onChange={onChange} />
    </>
  );
}

/** A read-only value that can be selected and copied. */
export function Fact({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <Setting name={name}>
      <bdi className={classNames('selectable truncate', styles.value)} title={value}>
        {value}
      </bdi>
      {children}
    </Setting>
  );
}
