/** What the server says of itself and of the person, in words; the settings lead to it. */
import type { ServerView } from '../../electron/bridge/contract.ts';
import { Shown } from '../project/parts.tsx';
import { useRead } from '../project/use-read.ts';
import '../project/project.css';
import { Box, Fact, Setting } from '../settings/parts.tsx';
import '../settings/settings.css';
import { openPage, useTold } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Header } from '../ui/header.tsx';
import { serverWords } from '../words/server.ts';

const text = serverWords;

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
    <Box title={text.more.title}>
      <Setting name={text.more.news} says={text.more.newsSays(unread)}>
        <Button small aria-label={`${text.more.open}: ${text.more.news}`} onClick={() => openPage({ name: 'news' })}>
          {text.more.open}
        </Button>
      </Setting>
      <Setting name={text.more.tools} says={text.more.toolsSays}>
        <Button small aria-label={`${text.more.open}: ${text.more.tools}`} onClick={() => openPage({ name: 'tools' })}>
          {text.more.open}
        </Button>
      </Setting>
    </Box>
  );
}

function Workspaces({ workspaces }: { workspaces: ServerView['workspaces'] }) {
  return (
    <Box title={text.workspaces.title}>
      {workspaces.map(({ id, name, role, assigned }) => (
        <Setting
          key={id}
          name={<bdi>{name}</bdi>}
          says={assigned === null ? text.workspaces.notCounted : text.workspaces.assigned(assigned)}
        >
          <span className="fact">{role === null ? text.unknown : text.workspaces.role(role)}</span>
        </Setting>
      ))}
    </Box>
  );
}

type Config = NonNullable<ServerView['config']>;

/** Yes or no, each with its name. */
function Facts({ of }: { of: readonly (readonly [name: string, isSo: boolean])[] }) {
  return of.map(([name, isSo]) => <Fact key={name} name={name} value={isSo ? text.yes : text.no} />);
}

function Offers({ config }: { config: Config }) {
  const { offers } = text;
  return (
    <Box title={offers.title}>
      {config.isDemoMode && <Fact name={offers.demo} value={text.yes} />}
      {config.hasImageUploads ? (
        <Fact name={offers.uploads} value={text.yes} />
      ) : (
        <Setting name={offers.uploads} says={offers.uploadsNo}>
          <span className="fact">{text.no}</span>
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
  const { signIn } = text;
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
      <Fact name={signIn.you} value={isSingleSignOn === null ? text.unknown : isSingleSignOn ? text.yes : text.no} />
    </Box>
  );
}

function Says({ view }: { view: ServerView }) {
  const { says } = text;
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
