import type { AccountView } from '../../../shared/contract/index.ts';
import { words } from '../../../shared/i18n/window-messages.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { openPage, tell, useTold } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CheckIcon } from '../../ui/icons.ts';
import { Box, Fact, Setting } from '../../ui/setting-row.tsx';
import { ApiKeys } from './api-keys.tsx';
import { ChangeAddress } from './change-address.tsx';

export function Account() {
  const account = useTold((state) => state.account);
  if (account === null) return null;
  return account.kind === 'local' ? <Local /> : <Server account={account} />;
}

function Server({ account }: { account: AccountView }) {
  const { kind, server, address, clientId, userName, userEmail, workspaces, workspaceId, tokenIn } = account;
  return (
    <>
      <Box title={words.settings.signedInAs}>
        <Fact name={words.settings.server} value={server} />
        <Fact name={words.settings.person} value={oneLine(userName, 200)} />
        {userEmail !== null && <Fact name={words.settings.email} value={oneLine(userEmail, 200)} />}
        {workspaces.length === 1 && (
          <Fact name={words.settings.workspace} value={oneLine(workspaces[0]?.name ?? '', 200)} />
        )}
        <Fact name={words.settings.credential} value={words.settings.tokenIn[tokenIn]} />
        {kind === 'device' && <Fact name={words.signIn.clientId} value={clientId} />}
      </Box>
      {workspaces.length > 1 && (
        <Box title={words.settings.workspace}>
          <WorkspaceChoice workspaces={workspaces} chosen={workspaceId} />
        </Box>
      )}
      <Box title={words.settings.tabs.account}>
        <AboutServer />
        <ChangeAddress address={address} />
        <Setting name={words.settings.signOut} says={words.settings.signOutSays}>
          <Button onClick={() => void tell('account.sign-out', {})}>{words.settings.signOut}</Button>
        </Setting>
      </Box>
      <ApiKeys />
    </>
  );
}

function AboutServer() {
  return (
    <Setting name={words.settings.aboutServer} says={words.settings.aboutServerSays}>
      <Button onClick={() => openPage({ name: 'server' })}>{words.settings.showServer}</Button>
    </Setting>
  );
}

function WorkspaceChoice({ workspaces, chosen }: { workspaces: AccountView['workspaces']; chosen: string | null }) {
  return (
    <fieldset className="workspaces">
      <legend className="unseen">{words.settings.workspace}</legend>
      {workspaces.map(({ id, name }) => (
        <label className="sr" key={id}>
          <input
            type="radio"
            className="unseen"
            name="workspace"
            checked={id === chosen}
            onChange={() => void tell('account.choose-workspace', { workspaceId: id })}
          />
          <bdi className="l trunc">{oneLine(name, 200)}</bdi>
          {id === chosen && <Icon of={CheckIcon} />}
        </label>
      ))}
    </fieldset>
  );
}

function Local() {
  const present = useTold((state) => state.sample?.present ?? false);
  return (
    <>
      <Box title={words.settings.localTitle}>
        <Setting
          name={words.settings.sample}
          says={present ? words.settings.samplePresent : words.settings.sampleAbsent}
        >
          <Button onClick={() => void tell(present ? 'local.clear-sample' : 'local.add-sample', {})}>
            {present ? words.settings.clearSample : words.settings.addSample}
          </Button>
        </Setting>
        <AboutServer />
        <Setting name={words.settings.leave} says={words.settings.leaveSays}>
          <Button onClick={() => void tell('account.sign-out', {})}>{words.settings.leave}</Button>
        </Setting>
      </Box>
      <ApiKeys />
      <p className="set-says">{words.settings.localSays}</p>
    </>
  );
}
