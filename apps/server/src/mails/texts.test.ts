// Compares the catalogues with English: no leftovers, the same placeholders, the punctuation of each language.
import { NOTICES } from '@parlance/contract/conversations/lifecycle'
import { REGION_NAMES } from '@parlance/contract/lib/regions'
import { LANGUAGES } from '@parlance/contract/accounts/languages'
import { describe, expect, test } from 'vitest'
import { readNamespace } from '@parlance/i18n/read-texts'
import { emailTexts, storedMessageIn } from './texts.ts'
import { msg } from '@parlance/i18n/messages'
import { storedMessage } from '../lib/stored-message.ts'

function leaves(texts: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]: [string, string | object]): [string, string][] =>
      typeof value === 'string' ? [[path + key, value]] : [...leaves(value, `${path}${key}.`)],
    ),
  )
}

const textsOf = (language: string) => leaves(readNamespace(language, 'emails'))
const english = textsOf('en')
/** The English text of the same plural form. */
const sameInEnglish = (key: string) => english.get(key) ?? english.get(key.replace(/_\w+$/, '_other'))
/** Words that a language shares with English. */
const SHARED: Readonly<Partial<Record<string, readonly string[]>>> = {
  ar: ['letter.colon'],
  de: 'letter.colon invitation.workspace invitation.region client.codeLabel workspaceLog.workspace workspaceLog.agent newsFacts.passkey signIn.methods.passkey transcript.team transcript.chat notification.body.new notification.body.message notification.body.assigned notification.body.mentioned payments.workspace'.split(
    ' ',
  ),
  es: ['letter.colon', 'eventFailures.endpoint', 'transcript.chat'],
  fr: ['client.codeLabel', 'eventFailures.endpoint', 'workspaceLog.type', 'workspaceLog.agent'],
  pt: 'letter.colon invitation.workspace eventFailures.endpoint workspaceLog.workspace transcript.chat payments.workspace'.split(
    ' ',
  ),
}

describe.each(LANGUAGES.filter((language) => language !== 'en'))('%s', (language) => {
  const texts = textsOf(language)

  test('has no English text but shared words', () => {
    const same = [...texts].filter(([key, text]) => sameInEnglish(key) === text)
    expect(same.map(([key]) => key)).toEqual(SHARED[language])
  })

  test('names the product where English does', () => {
    for (const [key, text] of texts)
      expect([key, text.includes('Parlance')]).toEqual([key, sameInEnglish(key)?.includes('Parlance')])
  })

  test('uses the punctuation of the language', () => {
    for (const [key, text] of texts) {
      expect([key, text]).toEqual([key, expect.not.stringMatching(/["'\n]| {2}|^ | $|\.\.\./)])
      if (language === 'fr')
        expect([key, text]).toEqual([
          key,
          expect.not.stringMatching(/[^\u202F][;!?]|[^\u00A0\s]:|«(?!\u00A0)|(?<!\u00A0)»/),
        ])
      else expect([key, text]).toEqual([key, expect.not.stringMatching(/[\u00A0\u202F ][:;!?]/)])
      if (language === 'es') expect(text.split('?')).toHaveLength(text.split('¿').length)
      if (language === 'ar') expect([key, text]).toEqual([key, expect.not.stringMatching(/[,;?]/)])
    }
  })
})

test.each([
  ['en', 1, 'An event from Acme couldn’t be delivered'],
  ['en', 12_345, '12,345 events from Acme couldn’t be delivered'],
  ['de', 12_345, '12.345 Ereignisse von Acme konnten nicht zugestellt werden'],
  ['fr', 12_345, /^12\s345 .*Acme/],
  ['pt', 1, 'Um evento de Acme não pôde ser entregue'],
  ['ar', 2, 'تعذّر تسليم حدثين من مساحة العمل Acme'],
  ['ar', 5, 'تعذّر تسليم 5 أحداث من مساحة العمل Acme'],
] as const)('in %s %d is counted and written as the language does', async (language, count, words) => {
  const t = await emailTexts(language, 'eventFailures')
  expect(t('subject', { count, workspace: 'Acme' })).toEqual(
    typeof words === 'string' ? words : expect.stringMatching(words),
  )
})

test('never interprets parameters as placeholders, references or markup', async () => {
  const name = '{{agency}} $t(reset.subject) <b>&'
  const t = await emailTexts('en', 'transcript')
  expect(t('subject', { name })).toBe(`Your chat with ${name}`)
})

test('translates stored messages, and keeps other text', async () => {
  const stored = storedMessage(msg('endpoint_no_answer', { seconds: 10 }))
  expect(await storedMessageIn('en', stored)).toBe('No response within 10 seconds.')
  expect(await storedMessageIn('de', stored)).toBe('Innerhalb von 10 Sekunden kam keine Antwort.')
  expect(await storedMessageIn('de', 'The endpoint sang.')).toBe('The endpoint sang.')
  const nested = msg('named', { name: 'a.png', reason: msg('too_many_documents', { max: 12_500 }) })
  expect(await storedMessageIn('de', storedMessage(nested))).toMatch(/^a\.png: .*12\.500/)
})

test('names regions and notices as the product does', () => {
  expect(readNamespace('en', 'emails')).toMatchObject({
    invitation: { regions: REGION_NAMES },
    transcript: { notices: NOTICES },
  })
})
