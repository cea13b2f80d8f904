import type { AccountView } from '../../electron/bridge/contract.ts';
import { openPage, tell, useTold } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { CheckIcon } from '../ui/icons.ts';
import { words } from '../words/en.ts';
import { oneLine } from '../words/text.ts';
import { ChangeAddress } from './change-address.tsx';
import { Box, Fact, Setting } from './parts.tsx';

const text = words.settings;

export function Account() {
  const account = useTold((state) => state.account);
  if (account === null) return null;
  return account.kind === 'local' ? <Local /> : <Server account={account} />;
}

function Server({ account }: { account: AccountView }) {
  const { kind, server, address, clientId, userName, userEmail, workspaces, workspaceId, tokenIn } = account;
  return (
    <>
      <Box title={text.signedInAs}>
        <Fact name={text.server} value={server} />
        <Fact name={text.person} value={oneLine(userName, 200)} />
        {userEmail !== null && <Fact name={text.email} value={oneLine(userEmail, 200)} />}
        {workspaces.length === 1 && <Fact name={text.workspace} value={oneLine(workspaces[0]?.name ?? '', 200)} />}
        <Fact name={text.credential} value={text.tokenIn[tokenIn]} />
        {kind === 'device' && <Fact name={words.signIn.clientId} value={clientId} />}
      </Box>
      {workspaces.length > 1 && (
        <Box title={text.workspace}>
          <WorkspaceChoice workspaces={workspaces} chosen={workspaceId} />
        </Box>
      )}
      <Box title={text.tabs.account}>
        <AboutServer />
        <ChangeAddress address={address} />
        <Setting name={text.signOut} says={text.signOutSays}>
          <Button onClick={() => void tell('account.sign-out', {})}>{text.signOut}</Button>
        </Setting>
      </Box>
    </>
  );
}

function AboutServer() {
  return (
    <Setting name={text.aboutServer} says={text.aboutServerSays}>
      <Button onClick={() => openPage({ name: 'server' })}>{text.showServer}</Button>
    </Setting>
  );
}

function WorkspaceChoice({ workspaces, chosen }: { workspaces: AccountView['workspaces']; chosen: string | null }) {
  return (
    <fieldset className="workspaces">
      <legend className="unseen">{text.workspace}</legend>
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
      <Box title={text.localTitle}>
        <Setting name={text.sample} says={present ? text.samplePresent : text.sampleAbsent}>
          <Button onClick={() => void tell(present ? 'local.clear-sample' : 'local.add-sample', {})}>
            {present ? text.clearSample : text.addSample}
          </Button>
        </Setting>
        <AboutServer />
        <Setting name={text.leave} says={text.leaveSays}>
          <Button onClick={() => void tell('account.sign-out', {})}>{text.leave}</Button>
        </Setting>
      </Box>
      <p className="set-says">{text.localSays}</p>
    </>
  );
}
