/** Information about the server and the user's account, opened from the settings. */
import type { ServerConfig, ServerView } from '../../../shared/contract/index.ts';
import { serverPageMessages } from '../../../shared/i18n/generated/server-page.ts';
import { useAppState } from '../../state/main-process.ts';
import { openPage } from '../../state/navigation.ts';
import { useRead } from '../../state/use-read.ts';
import { Page } from '../../ui/header.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box, Fact, Setting } from '../../ui/setting-row.tsx';
import { Action, ReadSection } from '../../widgets/read-section.tsx';

export default function Server() {
  const read = useRead('server.read', {});
  const server = useAppState((state) => state.account?.server ?? '');
  return (
    <Page title={server} onBack={() => openPage({ name: 'settings', tab: 'account' })} hasRows>
      <More />
      <ReadSection of={read}>
        {(view) => (
          <>
            <Workspaces workspaces={view.workspaces} />
            {view.config !== null && <Offers config={view.config} />}
            {view.config !== null && <SignIn config={view.config} isSingleSignOn={view.isSingleSignOn} />}
            <ReportedByServer view={view} />
          </>
        )}
      </ReadSection>
    </Page>
  );
}

function More() {
  const unread = useAppState((state) => state.unreadNotifications);
  const { more } = serverPageMessages;
  return (
    <Box title={more.title}>
      <Action
        name={more.inbox}
        description={more.inboxHint({ unread: unread ?? 0 })}
        buttonLabel={more.open}
        onDo={() => openPage({ name: 'inbox' })}
      />
      <Action
        name={more.tools}
        description={more.toolsHint}
        buttonLabel={more.open}
        onDo={() => openPage({ name: 'connected-tools' })}
      />
    </Box>
  );
}

/** Servers define the roles; unknown ones are shown as they are. */
function roleName(role: string): string {
  const names: Partial<Record<string, string>> = serverPageMessages.workspaces.roles;
  return names[role] ?? role.charAt(0).toUpperCase() + role.slice(1);
}

function Workspaces({ workspaces }: { workspaces: ServerView['workspaces'] }) {
  return (
    <Box title={serverPageMessages.workspaces.title}>
      {workspaces.map(({ id, name, role, assigned }) => (
        <Setting
          key={id}
          name={<bdi>{name}</bdi>}
          description={
            assigned === null
              ? serverPageMessages.workspaces.notCounted
              : serverPageMessages.workspaces.assigned({ count: assigned })
          }
        >
          <span className={settingRowStyles.value}>{role === null ? serverPageMessages.unknown : roleName(role)}</span>
        </Setting>
      ))}
    </Box>
  );
}

/** Named yes/no values: a row for each that is so, and one for all others. */
function Facts({ of }: { of: readonly (readonly [name: string, isSo: boolean])[] }) {
  const missing = of.flatMap(([name, isSo]) => (isSo ? [] : name));
  return (
    <>
      {of.map(([name, isSo]) => isSo && <Fact key={name} name={name} value={serverPageMessages.yes} />)}
      {missing.length > 0 && <Setting name={serverPageMessages.no} description={missing.join(' · ')} />}
    </>
  );
}

function Offers({ config }: { config: ServerConfig }) {
  const { offers } = serverPageMessages;
  return (
    <Box title={offers.title}>
      {config.isDemoMode && <Fact name={offers.demo} value={serverPageMessages.yes} />}
      <Facts
        of={[
          [config.hasImageUploads ? offers.uploads : offers.noUploads, config.hasImageUploads],
          [offers.mail, config.hasSmtp],
          [offers.workspaces, !config.disableWorkspaceCreation],
          [offers.billing, config.billingEnabled],
        ]}
      />
    </Box>
  );
}

function SignIn({ config, isSingleSignOn }: { config: ServerConfig; isSingleSignOn: boolean | null }) {
  const { signIn } = serverPageMessages;
  const hasForm = !config.disableLoginForm;
  return (
    <Box title={signIn.title}>
      <Facts
        of={[
          [signIn.password, hasForm],
          [signIn.emailCode, hasForm && !config.disableEmailOtpSignIn],
          [signIn.codeHost, config.hasCodehostSignIn],
          [signIn.identity, config.hasIdentityProviderSignIn],
          [signIn.chat, config.hasChatSignIn],
          [signIn.custom({ name: config.customOAuthName }), config.hasCustomOAuth],
          ...(config.hasCustomOAuth ? ([[signIn.customAuto, config.customOAuthAutoLogin]] as const) : []),
          [signIn.guest, config.hasGuestAccess],
          [signIn.register, !config.disableRegistration && !(hasForm && config.disablePasswordRegistration)],
        ]}
      />
      <Fact
        name={signIn.you}
        value={
          isSingleSignOn === null
            ? serverPageMessages.unknown
            : isSingleSignOn
              ? serverPageMessages.yes
              : serverPageMessages.no
        }
      />
    </Box>
  );
}

function ReportedByServer({ view }: { view: ServerView }) {
  const texts = serverPageMessages.reported;
  const { health, description, status, config } = view;
  return (
    <Box title={texts.title}>
      <Fact name={texts.health} value={health === null ? texts.silent : health === 'ok' ? texts.well : health} />
      <Fact
        name={texts.interface}
        value={
          description === null
            ? texts.silent
            : texts.interfaceIs({ title: description.title, version: description.version, paths: description.paths })
        }
      />
      <Fact
        name={texts.people}
        value={
          status === null ? texts.silent : texts.peopleAre({ hasUsers: status.hasUsers, hasAdmin: status.hasAdmin })
        }
      />
      {config !== null && <Fact name={texts.kind} value={config.isCloud ? texts.cloud : texts.own} />}
    </Box>
  );
}
