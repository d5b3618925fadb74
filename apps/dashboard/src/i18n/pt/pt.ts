import messages from '@parlance/i18n/locales/pt/messages.json' with { type: 'json' }

export const files = import.meta.glob<object>(
  ['../../../../../packages/i18n/locales/pt/*.json', '!**/{chat,chat-parts,emails,messages}.json'],
  { import: 'default' },
)

export { messages }
