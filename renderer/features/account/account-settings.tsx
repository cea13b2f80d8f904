import type { AccountView } from '../../../shared/contract/index.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { openPage, send, useAppState } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { CheckIcon } from '../../ui/icons.ts';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Fact, Setting } from '../../ui/setting-row.tsx';
import styles from './account-settings.module.css';
import { ApiKeys } from './api-keys.tsx';
import { ChangeAddress } from './change-address.tsx';

export function Account() {
  const account = useAppState((state) => state.account);
  if (account === null) return null;
  return account.kind === 'local' ? <Local /> : <Server account={account} />;
}

function Server({ account }: { account: AccountView }) {
  const { kind, server, address, clientId, userName, userEmail, workspaces, workspaceId, tokenIn } = account;
  return (
    <>
      <Box title={messages.settings.signedInAs}>
        <Fact name={messages.settings.server} value={server} />
        <Fact name={messages.settings.person} value={userName} />
        {userEmail !== null && <Fact name={messages.settings.email} value={userEmail} />}
        {workspaces.length === 1 && <Fact name={messages.settings.workspace} value={workspaces[0]?.name ?? ''} />}
        <Fact name={messages.settings.credential} value={messages.settings.tokenIn[tokenIn]} />
        {kind === 'device' && <Fact name={messages.signIn.clientId} value={clientId} />}
      </Box>
      {workspaces.length > 1 && (
        <Box title={messages.settings.workspace}>
          <WorkspaceChoice workspaces={workspaces} chosen={workspaceId} />
        </Box>
      )}
      <Box title={messages.settings.tabs.account}>
        <AboutServer />
        <ChangeAddress address={address} />
        <Setting name={messages.settings.signOut} description={messages.settings.signOutSays}>
          <Button onClick={() => void send('account.sign-out', {})}>{messages.settings.signOut}</Button>
        </Setting>
      </Box>
      <ApiKeys />
    </>
  );
}

function AboutServer() {
  return (
    <Setting name={messages.settings.aboutServer} description={messages.settings.aboutServerSays}>
      <Button onClick={() => openPage({ name: 'server' })}>{messages.settings.showServer}</Button>
    </Setting>
  );
}

function WorkspaceChoice({ workspaces, chosen }: { workspaces: AccountView['workspaces']; chosen: string | null }) {
  return (
    <fieldset className={styles.workspaces}>
      <legend className="visually-hidden">{messages.settings.workspace}</legend>
      {workspaces.map(({ id, name }) => (
        <label className={classNames(settingRowStyles.row, styles.row)} key={id}>
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
      ))}
    </fieldset>
  );
}

function Local() {
  const present = useAppState((state) => state.sample?.present ?? false);
  return (
    <>
      <Box title={messages.settings.localTitle}>
        <Setting
          name={messages.settings.sample}
          description={present ? messages.settings.samplePresent : messages.settings.sampleAbsent}
        >
          <Button onClick={() => void send(present ? 'local.clear-sample' : 'local.add-sample', {})}>
            {present ? messages.settings.clearSample : messages.settings.addSample}
          </Button>
        </Setting>
        <AboutServer />
        <Setting name={messages.settings.leave} description={messages.settings.leaveSays}>
          <Button onClick={() => void send('account.sign-out', {})}>{messages.settings.leave}</Button>
        </Setting>
      </Box>
      <ApiKeys />
      <p className={settingRowStyles.note}>{messages.settings.localSays}</p>
    </>
  );
}
