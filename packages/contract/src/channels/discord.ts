/** Manage server, view channels, send messages, read message history, open public threads and write in them. */
const PERMISSIONS = 32n + 1024n + 2048n + 65_536n + (1n << 35n) + (1n << 38n)

export const discordInvite = (appId: string): string =>
  `https://discord.com/oauth2/authorize?client_id=${appId}&scope=bot+applications.commands&permissions=${PERMISSIONS}`
