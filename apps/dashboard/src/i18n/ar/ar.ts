import messages from '@parlance/i18n/locales/ar/messages.json' with { type: 'json' }

export const files = import.meta.glob<object>(
  ['../../../../../packages/i18n/locales/ar/*.json', '!**/{chat,chat-parts,emails,messages}.json'],
  { import: 'default' },
)

export { messages }
