// Where people add the operator's bot to their server at Discord. Only who may manage a server can add a bot to it.

/** Manage server, view channels, send messages, read what was written. */
const PERMISSIONS = 32 + 1024 + 2048 + 65_536

export const discordInvite = (appId: string): string =>
  `https://discord.com/oauth2/authorize?client_id=${appId}&scope=bot+applications.commands&permissions=${PERMISSIONS}`
