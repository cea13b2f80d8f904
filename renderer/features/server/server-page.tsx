/** What the server says of itself and of the person, in words; the settings lead to it. */
import type { ServerView } from '../../../shared/contract/index.ts';
import { Shown } from '../../app/state/read-section.tsx';
import { useRead } from '../../app/state/use-read.ts';
import '../../ui/page-section.css';
import { Box, Fact, Setting } from '../../ui/setting-row.tsx';
import '../../ui/setting-row.css';
import { serverWords } from '../../../shared/i18n/server-page-messages.ts';
import { openPage, useTold } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Header } from '../../ui/header.tsx';

export default function Server() {
  const read = useRead('server.read', {});
  const server = useTold((state) => state.account?.server ?? '');
  return (
    <>
      <Header title={server} onBack={() => openPage({ name: 'settings', tab: 'account' })} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the window is scrolled by keyboard. */}
      <section className="body scroll" aria-label={server} tabIndex={0}>
        <div className="set pj">
          <More />
          <Shown of={read}>
            {(view) => (
              <>
                <Workspaces workspaces={view.workspaces} />
                {view.config !== null && <Offers config={view.config} />}
                {view.config !== null && <SignIn config={view.config} isSingleSignOn={view.isSingleSignOn} />}
                <Says view={view} />
              </>
            )}
          </Shown>
        </div>
      </section>
    </>
  );
}

function More() {
  const unread = useTold((state) => state.unread);
  return (
    <Box title={serverWords.more.title}>
      <Setting name={serverWords.more.news} says={serverWords.more.newsSays(unread)}>
        <Button
          small
          aria-label={`${serverWords.more.open}: ${serverWords.more.news}`}
          onClick={() => openPage({ name: 'news' })}
        >
          {serverWords.more.open}
        </Button>
      </Setting>
      <Setting name={serverWords.more.tools} says={serverWords.more.toolsSays}>
        <Button
          small
          aria-label={`${serverWords.more.open}: ${serverWords.more.tools}`}
          onClick={() => openPage({ name: 'tools' })}
        >
          {serverWords.more.open}
        </Button>
      </Setting>
    </Box>
  );
}

function Workspaces({ workspaces }: { workspaces: ServerView['workspaces'] }) {
  return (
    <Box title={serverWords.workspaces.title}>
      {workspaces.map(({ id, name, role, assigned }) => (
        <Setting
          key={id}
          name={<bdi>{name}</bdi>}
          says={assigned === null ? serverWords.workspaces.notCounted : serverWords.workspaces.assigned(assigned)}
        >
          <span className="fact">{role === null ? serverWords.unknown : serverWords.workspaces.role(role)}</span>
        </Setting>
      ))}
    </Box>
  );
}

type Config = NonNullable<ServerView['config']>;

/** Yes or no, each with its name. */
function Facts({ of }: { of: readonly (readonly [name: string, isSo: boolean])[] }) {
  return of.map(([name, isSo]) => <Fact key={name} name={name} value={isSo ? serverWords.yes : serverWords.no} />);
}

function Offers({ config }: { config: Config }) {
  const { offers } = serverWords;
  return (
    <Box title={offers.title}>
      {config.isDemoMode && <Fact name={offers.demo} value={serverWords.yes} />}
      {config.hasImageUploads ? (
        <Fact name={offers.uploads} value={serverWords.yes} />
      ) : (
        <Setting name={offers.uploads} says={offers.uploadsNo}>
          <span className="fact">{serverWords.no}</span>
        </Setting>
      )}
      <Facts
        of={[
          [offers.mail, config.hasSmtp],
          [offers.workspaces, !config.disableWorkspaceCreation],
          [offers.billing, config.billingEnabled],
        ]}
      />
    </Box>
  );
}

function SignIn({ config, isSingleSignOn }: { config: Config; isSingleSignOn: boolean | null }) {
  const { signIn } = serverWords;
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
          [signIn.custom(config.customOAuthName), config.hasCustomOAuth],
          ...(config.hasCustomOAuth ? ([[signIn.customAuto, config.customOAuthAutoLogin]] as const) : []),
          [signIn.guest, config.hasGuestAccess],
          [signIn.register, !config.disableRegistration && !(hasForm && config.disablePasswordRegistration)],
        ]}
      />
      <Fact
        name={signIn.you}
        value={isSingleSignOn === null ? serverWords.unknown : isSingleSignOn ? serverWords.yes : serverWords.no}
      />
    </Box>
  );
}

function Says({ view }: { view: ServerView }) {
  const { says } = serverWords;
  const { health, description, status, config } = view;
  return (
    <Box title={says.title}>
      <Fact name={says.health} value={health === null ? says.silent : says.well(health)} />
      <Fact
        name={says.interface}
        value={
          description === null
            ? says.silent
            : says.interfaceIs(description.title, description.version, description.paths)
        }
      />
      <Fact
        name={says.people}
        value={status === null ? says.silent : says.peopleAre(status.hasUsers, status.hasAdmin)}
      />
      {config !== null && <Fact name={says.kind} value={config.isCloud ? says.cloud : says.own} />}
    </Box>
  );
}
