/** Tools connected through the server's MCP endpoint. */
import { useState } from 'react';
import type { ToolClient, ToolRequest } from '../../../shared/contract/index.ts';
import { serverPageMessages } from '../../../shared/i18n/generated/server-page.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { send, sendAbout } from '../../state/main-process.ts';
import { openPage } from '../../state/navigation.ts';
import { showToast } from '../../state/notices.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import formSectionStyles from '../../ui/form-section.module.css';
import { Page } from '../../ui/header.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { Box } from '../../ui/setting-row.tsx';
import { Form } from '../../widgets/form.tsx';
import { useBusy } from '../../widgets/read-section.tsx';

export default function ConnectedToolsPage() {
  const [tool, setTool] = useState<ToolClient | null>(null);
  return (
    <Page title={serverPageMessages.tools.title} onBack={() => openPage({ name: 'server' })} hasRows>
      <p className={settingRowStyles.note}>{serverPageMessages.tools.description}</p>
      <Register tool={tool} onRegistered={setTool} />
      <AskInBrowser tool={tool} />
      <Exchange />
      <LookUp />
    </Page>
  );
}

function copy(what: string): void {
  void send('connected-tools.copy', { text: what }).then(
    (isDone) => isDone && showToast(serverPageMessages.tools.copied),
  );
}

function Register({ tool, onRegistered }: { tool: ToolClient | null; onRegistered: (tool: ToolClient) => void }) {
  const [name, setName] = useState('');
  const [redirectUri, setRedirect] = useState('');
  const [isWrong, setWrong] = useState(false);
  const register = async () => {
    const isAddress = URL.canParse(redirectUri.trim());
    setWrong(!isAddress);
    if (!isAddress) return;
    const registered = await sendAbout('connected-tools.register', {
      name: name.trim(),
      redirectUri: redirectUri.trim(),
    });
    if (registered !== undefined) onRegistered(registered);
  };
  return (
    <Box title={serverPageMessages.tools.register}>
      <Form
        submit={serverPageMessages.tools.registerDo}
        kind={tool === null ? 'primary' : 'secondary'}
        isReady={name.trim() !== '' && redirectUri.trim() !== ''}
        onSubmit={register}
      >
        <Field label={serverPageMessages.tools.name} maxLength={LENGTHS.toolName} value={name} onChange={setName} />
        <Field
          label={serverPageMessages.tools.redirect}
          hint={serverPageMessages.tools.redirectHint}
          error={isWrong ? serverPageMessages.tools.redirectWrong : null}
          maxLength={LENGTHS.redirectUri}
          value={redirectUri}
          onChange={(text) => {
            setRedirect(text);
            setWrong(false);
          }}
        />
      </Form>
      {tool !== null && (
        <div className={settingRowStyles.row}>
          <div className={settingRowStyles.name}>{serverPageMessages.tools.clientId}</div>
          <bdi className={classNames('selectable truncate', settingRowStyles.value)} title={tool.clientId}>
            {tool.clientId}
          </bdi>
          <Button
            small
            aria-label={`${serverPageMessages.tools.copyId}: ${serverPageMessages.tools.clientId}`}
            onClick={() => copy(tool.clientId)}
          >
            {serverPageMessages.tools.copyId}
          </Button>
        </div>
      )}
    </Box>
  );
}

function AskInBrowser({ tool }: { tool: ToolClient | null }) {
  const [busy, open] = useBusy(async () => {
    if (tool !== null) await send('connected-tools.ask-in-browser', tool);
  });
  return (
    <Box title={serverPageMessages.tools.ask}>
      <div className={settingRowStyles.row}>
        <div className={settingRowStyles.name}>
          <small>{tool === null ? serverPageMessages.tools.askFirst : serverPageMessages.tools.askHint}</small>
        </div>
        <Button
          kind={tool === null ? 'secondary' : 'primary'}
          disabled={busy || tool === null}
          onClick={() => void open()}
        >
          {serverPageMessages.tools.askDo}
        </Button>
      </div>
    </Box>
  );
}

const SECONDS_PER_DAY = 86_400;

function Exchange() {
  const [pasted, setPasted] = useState('');
  const exchange = async () => {
    const seconds = await sendAbout('connected-tools.exchange', { pasted: pasted.trim() });
    if (seconds === undefined) return;
    setPasted('');
    showToast(
      seconds === null
        ? serverPageMessages.tools.exchanged
        : serverPageMessages.tools.exchangedFor({ days: Math.round(seconds / SECONDS_PER_DAY) }),
    );
  };
  return (
    <Box title={serverPageMessages.tools.exchange}>
      <Form
        submit={serverPageMessages.tools.exchangeDo}
        kind="secondary"
        isReady={pasted.trim() !== ''}
        onSubmit={exchange}
      >
        <Field
          label={serverPageMessages.tools.code}
          hint={serverPageMessages.tools.codeHint}
          maxLength={LENGTHS.pasted}
          value={pasted}
          onChange={setPasted}
        />
      </Form>
    </Box>
  );
}

function LookUp() {
  const [pasted, setPasted] = useState('');
  const [request, setRequest] = useState<ToolRequest | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const lookUp = async () => {
    setNext(null);
    setRequest((await sendAbout('connected-tools.look-up', { pasted: pasted.trim() })) ?? null);
  };
  const decide = async (isApproved: boolean) => {
    if (request === null) return;
    const redirect = await sendAbout('connected-tools.decide', { requestId: request.requestId, isApproved });
    if (redirect === undefined) return;
    setNext(redirect);
    setRequest(null);
  };
  return (
    <Box title={serverPageMessages.tools.lookUp}>
      <Form
        submit={serverPageMessages.tools.lookUpDo}
        kind="secondary"
        isReady={pasted.trim() !== ''}
        onSubmit={lookUp}
        result={
          <>
            {request !== null && (
              <div role="status">
                <p dir="auto">{serverPageMessages.tools.asks({ name: request.clientName })}</p>
                <p className={classNames('selectable', formSectionStyles.explanation)}>
                  {serverPageMessages.tools.comesBack({ address: request.redirectUri })}
                </p>
                <div className={formSectionStyles.actions}>
                  <Button small onClick={() => void decide(false)}>
                    {serverPageMessages.tools.deny}
                  </Button>
                  <Button small onClick={() => void decide(true)}>
                    {serverPageMessages.tools.allow}
                  </Button>
                </div>
              </div>
            )}
            {next !== null && (
              <div role="status">
                <p className={formSectionStyles.explanation}>{serverPageMessages.tools.decided}</p>
                <div className={settingRowStyles.row}>
                  <bdi className={classNames('selectable truncate', settingRowStyles.name)} title={next}>
                    {next}
                  </bdi>
                  <Button small onClick={() => copy(next)}>
                    {serverPageMessages.tools.copyId}
                  </Button>
                </div>
              </div>
            )}
          </>
        }
      >
        <Field
          label={serverPageMessages.tools.request}
          hint={serverPageMessages.tools.requestHint}
          maxLength={LENGTHS.pasted}
          value={pasted}
          onChange={setPasted}
        />
      </Form>
    </Box>
  );
}
