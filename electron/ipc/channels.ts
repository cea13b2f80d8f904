/** The IPC channels, apart from the contract so that the preload script stays free of its schemas. Nothing else is listened to. */
export const CHANNEL = {
  command: 'punchcard:command',
  startupSnapshot: 'punchcard:startup-snapshot',
  state: 'punchcard:state',
  show: 'punchcard:show',
  quickAdd: 'punchcard:quick-add',
  cards: 'punchcard:cards',
} as const;
