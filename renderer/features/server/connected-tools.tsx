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
import { Box, Fact } from '../../ui/setting-row.tsx';
import { Form } from '../../widgets/form.tsx';
import { useBusy } from '../../widgets/read-section.tsx';

export default function ConnectedToolsPage() {
  const { tools: texts } = serverPageMessages;
  const [tool, setTool] = useState<ToolClient | null>(null);
  return (
    <Page title={texts.title} onBack={() => openPage({ name: 'server' })} hasRows>
      <p className={settingRowStyles.note}>{texts.description}</p>
      <Register tool={tool} onRegistered={setTool} />
      <AskInBrowser tool={tool} />
      <Exchange />
      <LookUp />
    </Page>
  );
}

const copy = (what: string): void => void send('connected-tools.copy', { text: what }, serverPageMessages.tools.copied);

function Register({ tool, onRegistered }: { tool: ToolClient | null; onRegistered: (tool: ToolClient) => void }) {
  const { tools: texts } = serverPageMessages;
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
    <Box title={texts.register}>
      <Form
        submit={texts.registerDo}
        kind={tool === null ? 'primary' : 'secondary'}
        isReady={name.trim() !== '' && redirectUri.trim() !== ''}
        onSubmit={register}
      >
        <Field label={texts.name} maxLength={LENGTHS.toolName} value={name} onChange={setName} />
        <Field
          label={texts.redirect}
          hint={texts.redirectHint}
          error={isWrong ? texts.redirectWrong : null}
          maxLength={LENGTHS.redirectUri}
          value={redirectUri}
          onChange={(text) => {
            setRedirect(text);
            setWrong(false);
          }}
        />
      </Form>
      {tool !== null && (
        <Fact name={texts.clientId} value={tool.clientId}>
          <Button small aria-label={`${texts.copyId}: ${texts.clientId}`} onClick={() => copy(tool.clientId)}>
            {texts.copyId}
          </Button>
        </Fact>
      )}
    </Box>
  );
}

function AskInBrowser({ tool }: { tool: ToolClient | null }) {
  const { tools: texts } = serverPageMessages;
  const [busy, open] = useBusy(async () => {
    if (tool !== null) await send('connected-tools.ask-in-browser', tool);
  });
  return (
    <Box title={texts.ask}>
      <div className={settingRowStyles.row}>
        <div className={settingRowStyles.name}>
          <small>{tool === null ? texts.askFirst : texts.askHint}</small>
        </div>
        <Button
          kind={tool === null ? 'secondary' : 'primary'}
          disabled={busy || tool === null}
          onClick={() => void open()}
        >
          {texts.askDo}
        </Button>
      </div>
    </Box>
  );
}

const SECONDS_PER_DAY = 86_400;

function Exchange() {
  const { tools: texts } = serverPageMessages;
  const [pasted, setPasted] = useState('');
  const exchange = async () => {
    const seconds = await sendAbout('connected-tools.exchange', { pasted: pasted.trim() });
    if (seconds === undefined) return;
    setPasted('');
    showToast(seconds === null ? texts.exchanged : texts.exchangedFor({ days: Math.round(seconds / SECONDS_PER_DAY) }));
  };
  return (
    <Box title={texts.exchange}>
      <Form submit={texts.exchangeDo} kind="secondary" isReady={pasted.trim() !== ''} onSubmit={exchange}>
        <Field
          label={texts.code}
          hint={texts.codeHint}
          maxLength={LENGTHS.pasted}
          value={pasted}
          onChange={setPasted}
        />
      </Form>
    </Box>
  );
}

function LookUp() {
  const { tools: texts } = serverPageMessages;
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
    <Box title={texts.lookUp}>
      <Form
        submit={texts.lookUpDo}
        kind="secondary"
        isReady={pasted.trim() !== ''}
        onSubmit={lookUp}
        result={
          <>
            {request !== null && (
              <div role="status">
                <p dir="auto">{texts.asks({ name: request.clientName })}</p>
                <p className="meta faint selectable">{texts.comesBack({ address: request.redirectUri })}</p>
                <div className={formSectionStyles.actions}>
                  <Button small onClick={() => void decide(false)}>
                    {texts.deny}
                  </Button>
                  <Button small onClick={() => void decide(true)}>
                    {texts.allow}
                  </Button>
                </div>
              </div>
            )}
            {next !== null && (
              <div role="status">
                <p className="meta faint">{texts.decided}</p>
                <div className={settingRowStyles.row}>
                  <bdi className={classNames('selectable truncate', settingRowStyles.name)} title={next}>
                    {next}
                  </bdi>
                  <Button small onClick={() => copy(next)}>
                    {texts.copyId}
                  </Button>
                </div>
              </div>
            )}
          </>
        }
      >
        <Field
          label={texts.request}
          hint={texts.requestHint}
          maxLength={LENGTHS.pasted}
          value={pasted}
          onChange={setPasted}
        />
      </Form>
    </Box>
  );
}
