import type { HandlersOf } from '../../../shared/contract/command.ts';
import type { connectedToolsCommands } from '../../../shared/contract/connected-tools.ts';
import type { serverCommands } from '../../../shared/contract/server.ts';
import type { AccountAccess } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { ServerService } from './server-service.ts';

export const handlers = (
  server: ServerService,
  { requiredSession }: Pick<AccountAccess, 'requiredSession'>,
  { copyText }: Pick<FeatureContext, 'copyText'>,
): HandlersOf<typeof serverCommands & typeof connectedToolsCommands> => ({
  'server.read': () => server.info(),

  'inbox.read': () => server.readInbox(),
  'inbox.mark-read': ({ notificationId }) => server.markRead(notificationId),
  'inbox.mark-all-read': () => server.markAllRead(),

  'connected-tools.register': ({ name, redirectUri }) => server.tools.register(requiredSession(), name, redirectUri),
  'connected-tools.ask-in-browser': (tool) => server.tools.askInBrowser(requiredSession(), tool),
  'connected-tools.exchange': ({ pasted }) => server.tools.exchange(requiredSession(), pasted),
  'connected-tools.look-up': ({ pasted }) => server.tools.lookUp(requiredSession(), pasted),
  'connected-tools.decide': ({ requestId, isApproved }) =>
    server.tools.decide(requiredSession(), requestId, isApproved),
  'connected-tools.copy': ({ text }) => copyText(text),
});
