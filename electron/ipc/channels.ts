/** All IPC channels. They are not in the contract, because the preload script must not load its schemas. */
export const CHANNEL = {
  command: 'punchcard:command',
  startupSnapshot: 'punchcard:startup-snapshot',
  state: 'punchcard:state',
  quickAdd: 'punchcard:quick-add',
  cards: 'punchcard:cards',
} as const;
