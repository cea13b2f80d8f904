/** Letting other programs in through the instance's MCP server. */
import { type FormEvent, useState } from 'react';
import type { ToolClient, ToolRequest } from '../../../shared/contract/index.ts';
import { LENGTHS } from '../../../shared/limits.ts';
import { useBusy } from '../../app/state/read-section.tsx';
import '../../ui/page-section.css';
import { Box } from '../../ui/setting-row.tsx';
import '../../ui/setting-row.css';
import { serverWords } from '../../../shared/i18n/server-page-messages.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { openPage, say, tell, tellFor } from '../../app/state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Header } from '../../ui/header.tsx';

export default function Tools() {
  const [tool, setTool] = useState<ToolClient | null>(null);
  return (
    <>
      <Header title={serverWords.tools.title} onBack={() => openPage({ name: 'server' })} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the window is scrolled by keyboard. */}
      <section className="body scroll" aria-label={serverWords.tools.title} tabIndex={0}>
        <div className="set pj">
          <p className="set-says">{serverWords.tools.says}</p>
          <Register tool={tool} onRegistered={setTool} />
          <AskInBrowser tool={tool} />
          <Exchange />
          <LookUp />
        </div>
      </section>
    </>
  );
}

function copy(what: string): void {
  void tell('tools.copy', { text: what }).then((isDone) => isDone && say(serverWords.tools.copied));
}

function Register({ tool, onRegistered }: { tool: ToolClient | null; onRegistered: (tool: ToolClient) => void }) {
  const [name, setName] = useState('');
  const [redirectUri, setRedirect] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [busy, register] = useBusy(async () => {
    const made = await tellFor('tools.register', { name: name.trim(), redirectUri: redirectUri.trim() });
    if (made !== undefined) onRegistered(made);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isAddress = URL.canParse(redirectUri.trim());
    setWrong(!isAddress);
    if (isAddress && name.trim() !== '') void register();
  };
  return (
    <Box title={serverWords.tools.register}>
      <form className="pj-form" onSubmit={submit}>
        <Field
          label={serverWords.tools.name}
          maxLength={LENGTHS.toolName}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label={serverWords.tools.redirect}
          hint={serverWords.tools.redirectHint}
          error={isWrong ? serverWords.tools.redirectWrong : null}
          maxLength={LENGTHS.redirectUri}
          value={redirectUri}
          onChange={(event) => {
            setRedirect(event.target.value);
            setWrong(false);
          }}
        />
        <div className="acts">
          <Button
            kind={tool === null ? 'primary' : 'secondary'}
            type="submit"
            disabled={busy || name.trim() === '' || redirectUri.trim() === ''}
          >
            {serverWords.tools.registerDo}
          </Button>
        </div>
      </form>
      {tool !== null && (
        <div className="sr">
          <div className="l">{serverWords.tools.clientId}</div>
          <bdi className="fact selectable trunc" title={tool.clientId}>
            {tool.clientId}
          </bdi>
          <Button
            small
            aria-label={`${serverWords.tools.copyId}: ${serverWords.tools.clientId}`}
            onClick={() => copy(tool.clientId)}
          >
            {serverWords.tools.copyId}
          </Button>
        </div>
      )}
    </Box>
  );
}

function AskInBrowser({ tool }: { tool: ToolClient | null }) {
  const [busy, open] = useBusy(async () => {
    if (tool !== null) await tell('tools.ask-in-browser', tool);
  });
  return (
    <Box title={serverWords.tools.ask}>
      <div className="sr">
        <div className="l">
          <small>{tool === null ? serverWords.tools.askFirst : serverWords.tools.askSays}</small>
        </div>
        <Button
          kind={tool === null ? 'secondary' : 'primary'}
          disabled={busy || tool === null}
          onClick={() => void open()}
        >
          {serverWords.tools.askDo}
        </Button>
      </div>
    </Box>
  );
}

function Exchange() {
  const [pasted, setPasted] = useState('');
  const [busy, exchange] = useBusy(async () => {
    const seconds = await tellFor('tools.exchange', { pasted: pasted.trim() });
    if (seconds === undefined) return;
    setPasted('');
    say(serverWords.tools.exchanged(seconds));
  });
  return (
    <Box title={serverWords.tools.exchange}>
      <form
        className="pj-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (pasted.trim() !== '') void exchange();
        }}
      >
        <Field
          label={serverWords.tools.code}
          hint={serverWords.tools.codeHint}
          maxLength={LENGTHS.pasted}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <div className="acts">
          <Button type="submit" disabled={busy || pasted.trim() === ''}>
            {serverWords.tools.exchangeDo}
          </Button>
        </div>
      </form>
    </Box>
  );
}

function LookUp() {
  const [pasted, setPasted] = useState('');
  const [request, setRequest] = useState<ToolRequest | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [busy, lookUp] = useBusy(async () => {
    setNext(null);
    setRequest((await tellFor('tools.look-up', { pasted: pasted.trim() })) ?? null);
  });
  const decide = async (isApproved: boolean) => {
    if (request === null) return;
    const redirect = await tellFor('tools.decide', { requestId: request.requestId, isApproved });
    if (redirect === undefined) return;
    setNext(redirect);
    setRequest(null);
  };
  return (
    <Box title={serverWords.tools.lookUp}>
      <form
        className="pj-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (pasted.trim() !== '') void lookUp();
        }}
      >
        <Field
          label={serverWords.tools.request}
          hint={serverWords.tools.requestHint}
          maxLength={LENGTHS.pasted}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <div className="acts">
          <Button type="submit" disabled={busy || pasted.trim() === ''}>
            {serverWords.tools.lookUpDo}
          </Button>
        </div>
        {request !== null && (
          <div role="status">
            <p dir="auto">{serverWords.tools.asks(oneLine(request.clientName, 100))}</p>
            <p className="pj-why selectable">{serverWords.tools.comesBack(oneLine(request.redirectUri, 300))}</p>
            <div className="acts">
              <Button small onClick={() => void decide(false)}>
                {serverWords.tools.deny}
              </Button>
              <Button small onClick={() => void decide(true)}>
                {serverWords.tools.allow}
              </Button>
            </div>
          </div>
        )}
        {next !== null && (
          <div role="status">
            <p className="pj-why">{serverWords.tools.decided}</p>
            <div className="sr">
              <bdi className="l selectable trunc" title={next}>
                {next}
              </bdi>
              <Button small onClick={() => copy(next)}>
                {serverWords.tools.copyId}
              </Button>
            </div>
          </div>
        )}
      </form>
    </Box>
  );
}
