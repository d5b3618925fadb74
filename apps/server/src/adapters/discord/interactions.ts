// The /ask command, and the immediate responses to commands and pressed buttons. Answers follow through the webhook.
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '@parlance/contract/accounts/languages'
import { msg } from '@parlance/i18n/messages'
import type { Say } from '../../modules/channels/index.ts'
import { COMMAND, type Interaction, QUESTION } from './parse.ts'

export type SayIn = (language: string) => Promise<Say>

/** Discord's names of our languages; it has no Arabic. */
const LOCALES: Readonly<Partial<Record<Language, readonly string[]>>> = {
  de: ['de'],
  es: ['es-ES', 'es-419'],
  fr: ['fr'],
  pt: ['pt-BR'],
}

/** Discord shows its description in the reader's language. */
export async function askCommand(sayIn: SayIn) {
  const sayDefault = await sayIn(DEFAULT_LANGUAGE)
  const texts = await Promise.all(LANGUAGES.map(async (language) => [language, await sayIn(language)] as const))
  const describe = (code: 'discord_ask' | 'discord_ask_question') => ({
    description: sayDefault(msg(code)),
    description_localizations: Object.fromEntries(
      texts.flatMap(([language, say]) => (LOCALES[language] ?? []).map((locale) => [locale, say(msg(code))])),
    ),
  })
  return {
    name: COMMAND,
    type: 1,
    ...describe('discord_ask'),
    options: [{ type: 3, name: QUESTION, ...describe('discord_ask_question'), required: true, max_length: 2000 }],
  }
}

export async function answerInteraction(
  interaction: Interaction,
  isConnected: boolean,
  sayIn: SayIn,
): Promise<unknown> {
  const silent = { allowed_mentions: { parse: [] } }
  if (!isConnected) {
    const say = await sayIn(interaction.locale ?? '')
    return { type: 4, data: { content: say(msg('discord_no_agent')), flags: 64, ...silent } }
  }
  if (interaction.type === 3) return withoutButtons(interaction)
  const asked = String(interaction.data?.options?.find(({ name }) => name === QUESTION)?.value ?? '')
  const quoted = asked
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
  return { type: 4, data: { content: quoted.slice(0, 2000), ...silent } }
}

const BUTTON = { primary: 1 } as const
/** Nobody presses twice, and everyone sees what was chosen. Links stay. */
function withoutButtons({ message, data }: Interaction): unknown {
  const rows = message?.components ?? []
  if (rows.length === 0) return { type: 6 }
  const components = rows.map((row) => ({
    ...row,
    components: (row.components ?? []).map((one) =>
      one.custom_id === undefined
        ? one
        : { ...one, disabled: true, ...(one.custom_id === data?.custom_id ? { style: BUTTON.primary } : {}) },
    ),
  }))
  return { type: 7, data: { components } }
}
