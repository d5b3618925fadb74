/** Manage server, view channels, send messages, read message history. */
const PERMISSIONS = 32 + 1024 + 2048 + 65_536

export const discordInvite = (appId: string): string =>
  `https://discord.com/oauth2/authorize?client_id=${appId}&scope=bot+applications.commands&permissions=${PERMISSIONS}`
