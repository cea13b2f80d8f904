import { useState } from 'react';
import type { AccountView } from '../../../shared/contract/index.ts';
import { settingsMessages } from '../../../shared/i18n/generated/settings.ts';
import { settingsPageMessages } from '../../../shared/i18n/generated/settings-page.ts';
import { signInPageMessages } from '../../../shared/i18n/generated/sign-in-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { addAccount, openPage } from '../../state/navigation.ts';
import { useRead } from '../../state/use-read.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { CheckIcon, Icon } from '../../ui/icons.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Fact, Setting, SwitchRow } from '../../ui/setting-row.tsx';
import { Form } from '../../widgets/form.tsx';
import { Action, useBusy } from '../../widgets/read-section.tsx';
import { AccountList, AccountsTogether } from './account-list.tsx';
import styles from './account-settings.module.css';
import { ApiKeys } from './api-keys.tsx';

export function Account() {
  const account = useAppState((state) => state.account);
  const hasSeveral = useAppState(({ accounts }) => accounts.length > 1);
  const add = () => {
    // Back leads to this tab.
    openPage({ name: 'settings', tab: 'account' });
    addAccount();
  };
  if (account === null) return null;
  return (
    <>
      {hasSeveral && (
        <Box title={settingsPageMessages.accounts.title}>
          <AccountList />
          <AccountsTogether />
        </Box>
      )}
      {account.kind === 'local' ? <Local account={account} /> : <Server account={account} />}
      <Button onClick={add}>{settingsPageMessages.accounts.add}</Button>
    </>
  );
}

function Server({ account }: { account: AccountView }) {
  const { id, kind, server, address, clientId, userName, userEmail, workspaces, tokenIn } = account;
  return (
    <>
      <Box title={settingsPageMessages.signedInAs}>
        <Fact name={settingsPageMessages.server} value={server} />
        <Fact name={settingsPageMessages.person} value={userName} />
        {userEmail !== null && <Fact name={settingsPageMessages.email} value={userEmail} />}
        {workspaces.length === 1 && <Fact name={settingsPageMessages.workspace} value={workspaces[0]?.name ?? ''} />}
        <Fact name={settingsPageMessages.credential} value={settingsPageMessages.tokenIn[tokenIn]} />
        {kind === 'device' && <Fact name={signInPageMessages.clientId} value={clientId} />}
      </Box>
      {workspaces.length > 1 && (
        <Box title={settingsPageMessages.workspace}>
          <WorkspaceChoice account={account} />
        </Box>
      )}
      <Box title={settingsPageMessages.tabs.account}>
        <AboutServer />
        {!account.isFurther && <ChangeAddress key={id} address={address} />}
        {account.isFurther ? (
          <CloseWorkspace account={account} />
        ) : (
          <Setting name={settingsPageMessages.signOut} description={settingsPageMessages.signOutHint}>
            <LeaveButton account={account}>{settingsPageMessages.signOut}</LeaveButton>
          </Setting>
        )}
      </Box>
      <ApiKeys key={id} />
    </>
  );
}

/** Signing out may take seconds, after which the next account is shown in the same place. */
function LeaveButton({ account: { id: accountId }, children }: { account: AccountView; children: string }) {
  const [isLeaving, leave] = useBusy(() => send('account.sign-out', { accountId }));
  return (
    <Button disabled={isLeaving} onClick={() => void leave()}>
      {children}
    </Button>
  );
}

/** Of a further workspace; its person stays signed in. */
function CloseWorkspace({ account }: { account: AccountView }) {
  return (
    <Setting name={settingsPageMessages.closeWorkspace} description={settingsPageMessages.closeWorkspaceHint}>
      <LeaveButton account={account}>{settingsPageMessages.closeWorkspace}</LeaveButton>
    </Setting>
  );
}

function AboutServer() {
  return (
    <Setting name={settingsPageMessages.aboutServer} description={settingsPageMessages.aboutServerHint}>
      <Button onClick={() => openPage({ name: 'server' })}>{settingsPageMessages.showServer}</Button>
    </Setting>
  );
}

function WorkspaceChoice({ account }: { account: AccountView }) {
  const { credentialOf, workspaces, workspaceId: chosen } = account;
  // Another server may give a workspace the same id.
  const own = useAppState(({ accounts }) => accounts).filter((one) => one.credentialOf === credentialOf);
  const openIds = own.map(({ workspaceId }) => workspaceId);
  return (
    <fieldset>
      <legend className="visually-hidden">{settingsPageMessages.workspace}</legend>
      {workspaces.map(({ id, name }) => (
        <div className={settingRowStyles.choice} key={id}>
          <label className={classNames(settingRowStyles.row, styles.workspaceRow)}>
            <input
              type="radio"
              className="visually-hidden"
              name="workspace"
              checked={id === chosen}
              onChange={() => void send('account.choose-workspace', { workspaceId: id })}
            />
            <bdi className={classNames('truncate', settingRowStyles.name)}>{name}</bdi>
            {id === chosen && <Icon of={CheckIcon} />}
          </label>
          {!openIds.includes(id) && id !== chosen && (
            <Button
              small
              kind="quiet"
              aria-label={settingsPageMessages.openBesideOf({ workspace: name })}
              onClick={() => void send('account.open-workspace', { workspaceId: id })}
            >
              {settingsPageMessages.openBeside}
            </Button>
          )}
        </div>
      ))}
    </fieldset>
  );
}

/** Several, so that projects can be kept apart. */
function LocalWorkspaces({ account }: { account: AccountView }) {
  const { workspaces } = account;
  const [name, setName] = useState<string | null>(null);
  const add = async () => {
    if (name !== null && (await send('local.add-workspace', { name }))) setName(null);
  };
  return (
    <Box title={settingsPageMessages.workspace}>
      {workspaces.length > 1 && <WorkspaceChoice account={account} />}
      {name === null ? (
        <Setting name={settingsPageMessages.newWorkspace} description={settingsPageMessages.newWorkspaceHint}>
          <Button onClick={() => setName('')}>{settingsPageMessages.openNewWorkspace}</Button>
        </Setting>
      ) : (
        <Form
          submit={settingsPageMessages.createWorkspace}
          isReady={name.trim() !== ''}
          onSubmit={add}
          onLeave={() => setName(null)}
        >
          <Field
            label={settingsPageMessages.workspaceName}
            maxLength={LENGTHS.workspaceName}
            value={name}
            autoFocus
            onChange={setName}
          />
        </Form>
      )}
    </Box>
  );
}

function Local({ account }: { account: AccountView }) {
  const present = useAppState((state) => state.sample?.present ?? false);
  return (
    <>
      <LocalWorkspaces key={account.id} account={account} />
      <Box title={settingsPageMessages.localTitle}>
        <Setting
          name={settingsPageMessages.sample}
          description={present ? settingsPageMessages.samplePresent : settingsPageMessages.sampleAbsent}
        >
          <Button onClick={() => void send(present ? 'local.clear-sample' : 'local.add-sample', {})}>
            {present ? settingsPageMessages.clearSample : settingsPageMessages.addSample}
          </Button>
        </Setting>
        <AboutServer />
        {account.isFurther ? (
          <CloseWorkspace account={account} />
        ) : (
          <Setting name={settingsPageMessages.workspace} description={settingsPageMessages.leaveHint}>
            <LeaveButton account={account}>{settingsPageMessages.leave}</LeaveButton>
          </Setting>
        )}
      </Box>
      <OtherPrograms />
      <ApiKeys key={account.id} />
      <p className={settingRowStyles.note}>{settingsPageMessages.localHint}</p>
    </>
  );
}

/** The local workspace on a port. */
function OtherPrograms() {
  const { on, port } = useAppState((state) => state.settings.localServer);
  const { address, error } = useAppState((state) => state.localServer);
  const { value: programs } = useRead('local.programs', {});
  const [typed, setTyped] = useState<string | null>(null);
  const texts = settingsPageMessages.localServer;
  const change = (part: { on: boolean } | { port: number }) =>
    void send('settings.change', { localServer: { on, port, ...part } });
  const number = /^\d{1,5}$/.test(typed?.trim() ?? '') ? Number(typed) : 0;
  const isValid = number >= 1 && number <= 65_535;
  const use = () => {
    change({ port: number });
    setTyped(null);
  };
  return (
    <Box title={texts.title}>
      <SwitchRow
        name={settingsMessages.localServer}
        description={texts.hint}
        on={on}
        onChange={(next) => change({ on: next })}
      />
      {address !== null && (
        <Fact name={texts.address} value={address}>
          <Button small onClick={() => void send('local.copy-address', {}, texts.copied)}>
            {texts.copy}
          </Button>
        </Fact>
      )}
      {error !== null && (
        <p className={classNames(settingRowStyles.note, styles.trouble)} role="alert">
          {error}
        </p>
      )}
      {typed === null ? (
        <Setting name={texts.port} description={String(port)}>
          <Button onClick={() => setTyped(String(port))}>{texts.change}</Button>
        </Setting>
      ) : (
        <Form submit={texts.use} isReady={isValid} onSubmit={use} onLeave={() => setTyped(null)}>
          <Field
            label={texts.port}
            inputMode="numeric"
            value={typed}
            autoFocus
            error={isValid || typed === '' ? null : texts.range}
            onChange={setTyped}
          />
        </Form>
      )}
      {programs !== null && programs > 0 && (
        <Action
          name={texts.programs({ count: String(programs) })}
          buttonLabel={texts.endPrograms}
          confirm={{ question: texts.endProgramsAsk, yes: texts.endProgramsDo }}
          onDo={() => send('local.end-programs', {}, texts.programsEnded)}
        />
      )}
    </Box>
  );
}

/** For a server that has moved: a sign-in at its new address. */
function ChangeAddress({ address }: { address: string }) {
  const [typed, setTyped] = useState<string | null>(null);

  if (typed === null) {
    return (
      <Setting name={settingsPageMessages.address.title} description={address}>
        <Button onClick={() => setTyped(address)}>{settingsPageMessages.address.change}</Button>
      </Setting>
    );
  }
  const signIn = () => {
    setTyped(null);
    void send('sign-in.at-new-address', { address: typed });
  };
  return (
    <Form
      submit={settingsPageMessages.address.signIn}
      isReady={typed.trim() !== '' && typed.trim() !== address}
      onSubmit={signIn}
      onLeave={() => setTyped(null)}
    >
      <Field
        label={settingsPageMessages.address.title}
        hint={settingsPageMessages.address.hint}
        value={typed}
        autoFocus
        onChange={setTyped}
      />
    </Form>
  );
}
