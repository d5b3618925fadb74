import messages from '@parlance/i18n/locales/fr/messages.json' with { type: 'json' }
import { sayer, sentencesIn } from '../sentences.ts'

/** The texts by namespace. */
export const files = import.meta.glob<object>(
  ['../../../../../packages/i18n/locales/fr/*.json', '!**/{chat,chat-parts,emails,messages}.json'],
  { import: 'default' },
)

export { messages }
export const said = sayer(sentencesIn(messages), 'fr')
