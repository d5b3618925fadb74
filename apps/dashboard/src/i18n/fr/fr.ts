import messages from '@parlance/i18n/locales/fr/messages.json' with { type: 'json' }

export const files = import.meta.glob<object>(
  ['../../../../../packages/i18n/locales/fr/*.json', '!**/{chat,chat-parts,emails,messages}.json'],
  { import: 'default' },
)

export { messages }
