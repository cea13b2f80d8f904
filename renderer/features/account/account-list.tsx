/** The open accounts in the settings: their order and colours, and what holds for all of them. */
import type { OpenAccountView } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { timeRulesPageMessages } from '../../../shared/i18n/generated/time-rules-page.ts';
import { TINTS } from '../../../shared/tint.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { openPage } from '../../state/navigation.ts';
import { LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CheckIcon, Icon } from '../../ui/icons.tsx';
import chipStyles from '../../ui/label-chip.module.css';
import { MenuButton, MoreMenu } from '../../ui/menu.tsx';
import type { MenuEntry } from '../../ui/menu-pages.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { useNow } from '../../ui/use-now.ts';
import { keysOf } from '../../widgets/keys-of.ts';
import { Mark, personOf, troubleOf, unsentOf, wayBackOf } from '../../widgets/open-accounts.tsx';
import styles from './account-list.module.css';

/** One is chosen, whose details follow. */
export function AccountList() {
  const accounts = useAppState((state) => state.accounts);
  const front = useAppState(({ account }) => account?.id);
  const now = useNow(MINUTE_MS);
  const texts = settingsPageMessages.accounts;
  return (
    <fieldset>
      <legend className="visually-hidden">{texts.title}</legend>
      {accounts.map((account) => (
        <div className={settingRowStyles.choice} key={account.id}>
          <label className={classNames(settingRowStyles.row, styles.account)}>
            <Mark account={account} large />
            <span className={settingRowStyles.name}>
              <bdi className="truncate">{account.server}</bdi>
              <small>{personOf(account)}</small>
            </span>
            <input
              type="radio"
              className="visually-hidden"
              name="account"
              checked={account.id === front}
              onChange={() => void send('account.bring-to-front', { accountId: account.id })}
            />
            {account.id === front && <Icon of={CheckIcon} />}
          </label>
          <MoreOfAccount account={account} />
          <ToDo of={account} what={troubleOf(account, now)} way={wayBackOf(account)} />
          <ToDo
            of={account}
            what={unsentOf(account)}
            way={{ label: texts.seeThem, run: () => openPage({ name: 'outbox' }) }}
          />
        </div>
      ))}
    </fieldset>
  );
}

interface ToDoProps {
  of: OpenAccountView;
  what: string | null;
  way: ReturnType<typeof wayBackOf>;
}

/** What an account has of a person to do, and the way to it; nothing without. */
const ToDo = ({ of: { server }, what, way }: ToDoProps) =>
  what !== null && (
    <p className={styles.todo}>
      <span className="grow">{what}</span>
      {way && (
        <LinkButton aria-label={settingsPageMessages.accounts.trouble({ server, what: way.label })} onClick={way.run}>
          {way.label}
        </LinkButton>
      )}
    </p>
  );

function MoreOfAccount({ account: { id, server } }: { account: OpenAccountView }) {
  const ids = useAppState(({ accounts }) => accounts).map((account) => account.id);
  const tints = useAppState(({ settings }) => settings.accountTints);
  const texts = settingsPageMessages.accounts;
  const move = (label: string, by: -1 | 1): MenuEntry[] =>
    ids[ids.indexOf(id) + by] === undefined
      ? []
      : [{ label, onChoose: () => void send('account.move', { accountId: id, by }) }];
  const { [id]: chosen, ...others } = tints;
  const colours = (): MenuEntry[] => [
    {
      label: texts.noColour,
      chosen: chosen === undefined,
      onChoose: () => void send('settings.change', { accountTints: others }),
    },
    ...TINTS.map((tint) => ({
      label: timeRulesPageMessages.projects.hues[tint],
      icon: <span className={chipStyles.swatch} data-tint={tint} />,
      chosen: chosen === tint,
      onChoose: () => void send('settings.change', { accountTints: { ...others, [id]: tint } }),
    })),
  ];
  return (
    <MoreMenu
      label={texts.moreOf({ server })}
      entries={() => [
        ...move(texts.up, -1),
        ...move(texts.down, 1),
        { label: texts.colour, more: () => ({ entries: colours(), isCommands: true }) },
      ]}
    />
  );
}

/** What holds for all accounts together. */
export function AccountsTogether() {
  const together = useAppState(({ settings }) => settings.accountsTogether);
  const { platform } = useAppState(({ app }) => app);
  return (
    <>
      <SwitchRow
        name={settingsMessages.accountsTogether}
        description={settingsPageMessages.accounts.togetherHint({
          keys: keysOf('CommandOrControl+Alt+1', platform).join(' '),
        })}
        on={together}
        onChange={(on) => void send('settings.change', { accountsTogether: on })}
      />
      <NewTasksAccount />
    </>
  );
}

/** Chooses the account of new tasks whose line names no project. */
function NewTasksAccount() {
  const accounts = useAppState((state) => state.accounts);
  const chosenId = useAppState(({ settings }) => settings.newTasksAccount);
  const texts = settingsPageMessages.accounts;
  const chosen = accounts.find(({ id }) => id === chosenId);
  const entryOf = (id: string | null, label: string): MenuEntry => ({
    key: id ?? '',
    label,
    chosen: id === (chosen?.id ?? null),
    onChoose: () => void send('settings.change', { newTasksAccount: id }),
  });
  return (
    <Setting name={texts.newTasks} description={texts.newTasksHint}>
      <MenuButton
        small
        label={texts.newTasks}
        entries={() => [entryOf(null, texts.usedLast), ...accounts.map(({ id, server }) => entryOf(id, server))]}
      >
        {chosen?.server ?? texts.usedLast}
      </MenuButton>
    </Setting>
  );
}
