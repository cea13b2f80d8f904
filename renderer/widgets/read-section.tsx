import { type ReactNode, useRef, useState } from 'react';
import { projectPageMessages } from '../../shared/i18n/generated/project-page.ts';
import { may, useAppState, useIsLocal } from '../state/main-process.ts';
import { openPage } from '../state/navigation.ts';
import type { Read } from '../state/use-read.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { LoadError } from '../ui/error-box.tsx';
import { Icon, UnsentIcon } from '../ui/icons.tsx';
import { LoadingLine } from '../ui/loading.tsx';
import { Setting } from '../ui/setting-row.tsx';
import styles from './read-section.module.css';

/** Why an action in the account is disabled: the first missing permission; undefined if none is known to be missing. */
export function useBlockedReason(accountId: string | undefined, ...permissions: string[]): string | undefined {
  const missing = useAppState((state) => permissions.find((permission) => !may(state, permission, accountId)));
  return missing && projectPageMessages.needs({ permission: missing });
}

/** Renders the value, a loading message or the error. */
export function ReadSection<T>({ of, children }: { of: Read<T>; children: (value: T) => ReactNode }) {
  return (
    <>
      {of.error && <LoadError error={of.error} onRetry={of.load} />}
      {of.isRead && children(of.value as T)}
      <LoadingLine isLoading={!of.isRead && of.error === null} className={styles.loading}>
        {projectPageMessages.loading}
      </LoadingLine>
    </>
  );
}

interface ActionProps {
  name: string;
  description?: string;
  buttonLabel: string;
  disabledReason?: string | undefined;
  /** The confirmation question and the text of its confirm button. */
  confirm?: { question: string; yes: string };
  onDo: () => Promise<unknown> | unknown;
}

/** A setting row with an action button and an optional confirmation. */
export function Action({ name, description, buttonLabel, disabledReason, confirm, onDo }: ActionProps) {
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [busy, act] = useBusy(onDo);
  const plain = buttonLabel.replace('…', '');
  return (
    <>
      <Setting name={name} description={disabledReason ?? description}>
        <Button
          small
          ref={button}
          disabled={disabledReason !== undefined || busy || asking}
          aria-label={plain === name ? undefined : `${plain}: ${name}`}
          onClick={() => (confirm ? setAsking(true) : void act())}
        >
          {buttonLabel}
        </Button>
      </Setting>
      {confirm && asking && (
        <Confirm
          {...confirm}
          from={button}
          onYes={() => {
            setAsking(false);
            void act();
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Runs `work` once at a time and reports whether it is running. */
export function useBusy(work: () => Promise<unknown> | unknown): [busy: boolean, act: () => Promise<void>] {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  return [busy, act];
}

/** Marks changes of the subject that the service does not have yet. */
export function PendingMark({ subject }: { subject: string }) {
  const isLocal = useIsLocal();
  const items = useAppState((state) => state.outbox.items);
  const what = items.filter((item) => item.subject.includes(subject)).map(({ what }) => what);
  if (isLocal || what.length === 0) return null;
  return (
    <p className={styles.pending} role="status">
      <Icon of={UnsentIcon} />
      <span className="grow">
        {projectPageMessages.write.waiting} {what.join(', ')}
      </span>
      <LinkButton onClick={() => openPage({ name: 'outbox' })}>{projectPageMessages.write.unsent}</LinkButton>
    </p>
  );
}
