/** What people change in a server: their messages, its channels, and whether the bot is there. */
import type { DiscordChannel, DiscordSaid, Shown, Stored } from './shapes.ts'

interface ServerParts {
  readonly store: Stored
  readonly save: () => void
  readonly channelOf: (id: string) => DiscordChannel | undefined
  readonly shownIn: (channel: string) => Shown[]
  readonly guildOf: (guildId: string) => unknown
  readonly messageOf: (said: { id: string; channel: string; text: string; user: string }) => object
  readonly tell: (event: string, data: unknown) => void
}

export function createChanges({ store, save, channelOf, shownIn, guildOf, messageOf, tell }: ServerParts) {
  const show = (guildId: string, isVisible: boolean) => {
    store.channels = store.channels.map((one) => (one.guildId === guildId ? { ...one, isVisible } : one))
    save()
  }
  return {
    /** Without a text only the preview of a link is added. */
    edit({ channel, id, text, user = 'Vera', message = {} }: DiscordSaid & { readonly id: string }) {
      const all = shownIn(channel)
      const at = all.findIndex((one) => one.id === id)
      const before = all[at]
      if (!before) throw new Error('no such message')
      all[at] = { ...before, text: text ?? before.text, edits: (before.edits ?? 0) + (text === undefined ? 0 : 1) }
      const edited = text === undefined ? {} : { edited_timestamp: new Date().toISOString() }
      tell('MESSAGE_UPDATE', { ...messageOf({ id, channel, text: text ?? before.text, user }), ...edited, ...message })
    },
    /** As a moderator does. */
    removeMessage(channel: string, id: string) {
      const all = shownIn(channel)
      all.splice(0, all.length, ...all.filter((one) => one.id !== id))
    },
    removeBot(guildId: string) {
      show(guildId, false)
      tell('GUILD_DELETE', { id: guildId })
    },
    inviteBot(guildId: string) {
      show(guildId, true)
      tell('GUILD_CREATE', guildOf(guildId))
    },
    deleteChannel(id: string) {
      const channel = channelOf(id)
      if (!channel) throw new Error('no such channel')
      store.channels = store.channels.filter((one) => one.id !== id && one.parentId !== id)
      save()
      tell('CHANNEL_DELETE', { id, type: 0, guild_id: channel.guildId, name: channel.name })
    },
  }
}
