import { languageFor } from '@parlance/contract/accounts/languages'
import { expect, test } from 'vitest'
import { messageTexts } from '../../mails/texts.ts'
import { answerInteraction, askCommand } from './interactions.ts'

const sayIn = (language: string) => messageTexts(languageFor([language]))

test('describes /ask in the languages that Discord knows', async () => {
  const { description, description_localizations: localized, options } = await askCommand(sayIn)
  expect(description).toBe('Ask the assistant of this channel')
  expect(localized).toMatchObject({ de: 'Den Assistenten dieses Kanals fragen', 'es-ES': localized['es-419'] })
  expect(Object.keys(localized).toSorted()).toEqual(['de', 'es-419', 'es-ES', 'fr', 'pt-BR'])
  expect(options[0]).toMatchObject({
    description: 'Your question',
    description_localizations: { fr: 'Votre question' },
  })
  for (const text of [description, ...Object.values(localized)]) expect(text.length).toBeLessThanOrEqual(100)
})

test.each([
  ['pt-BR', 'Nenhum assistente responde neste canal.'],
  ['ja', 'No assistant answers in this channel.'],
])('says to a person with %s that a channel has no agent', async (locale, content) => {
  const answer = await answerInteraction({ id: '1', type: 2, token: 't', locale }, false, sayIn)
  expect(answer).toMatchObject({ type: 4, data: { content, flags: 64 } })
})
