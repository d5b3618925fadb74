// The catalogues against English: nothing left over, the same places for names, the marks of each language.
import { NOTICES } from '@parlance/contract/conversations/lifecycle'
import { REGION_NAMES } from '@parlance/contract/lib/regions'
import { LANGUAGES } from '@parlance/contract/accounts/languages'
import { describe, expect, test } from 'vitest'
import { numberIn } from './locale.ts'
import { storedMessageIn, textsIn } from './texts.ts'
import { msg } from '@parlance/i18n/messages'
import { storedMessage } from '../lib/stored-message.ts'

/** What stands in a place of a text. */
const given = (count: number) =>
  new Proxy<Record<string, unknown>>({}, { get: (_, key) => (key === 'count' ? count : `⟨${String(key)}⟩`) })

/** Every text by its path; those with places are filled. */
function leaves(texts: object, count: number, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]: [string, unknown]): [string, string][] => {
      const at = path + key
      if (typeof value === 'string') return [[at, value]]
      if (typeof value === 'function') return [[at, String(value(given(count)))]]
      return typeof value === 'object' && value ? [...leaves(value, count, `${at}.`)] : []
    }),
  )
}

const english = await textsIn('en')
/** Words that a language shares with English. */
const SHARED: Readonly<Partial<Record<string, readonly string[]>>> = {
  ar: ['letter.colon'],
  de: 'letter.colon invitation.workspace invitation.region client.codeLabel workspaceLog.workspace workspaceLog.agent newsFacts.passkey signIn.methods.passkey transcript.team transcript.chat'.split(
    ' ',
  ),
  es: ['letter.colon', 'eventFailures.endpoint', 'transcript.chat'],
  fr: ['client.codeLabel', 'eventFailures.endpoint', 'workspaceLog.type', 'workspaceLog.agent'],
  pt: 'letter.colon invitation.workspace eventFailures.endpoint workspaceLog.workspace transcript.chat'.split(' '),
}

describe.each(LANGUAGES.filter((language) => language !== 'en'))('%s', async (language) => {
  const texts = await textsIn(language)

  test('has every text, and none of it in English but what both share', () => {
    const [own, other] = [leaves(texts, 12), leaves(english, 12)]
    expect([...own.keys()]).toEqual([...other.keys()])
    expect([...own.values()].filter((text) => text.trim() === '')).toEqual([])
    expect([...own].filter(([key, text]) => other.get(key) === text).map(([key]) => key)).toEqual(SHARED[language])
  })

  test.each([1, 2, 3, 11, 100, 12_345])('says every name, and the number %i where English does', (count) => {
    const other = leaves(english, count)
    for (const [key, text] of leaves(texts, count)) {
      const places = (of = '') => [...new Set(of.match(/⟨\w+⟩/g))].toSorted()
      expect([key, places(text)]).toEqual([key, places(other.get(key))])
      if (count > 2) {
        const says = other.get(key)?.includes(numberIn('en', count)) ?? false
        expect([key, text.includes(numberIn(language, count))]).toEqual([key, says])
      }
      expect(text.includes('Parlance')).toBe(other.get(key)?.includes('Parlance'))
    }
  })

  test('keeps to the marks of the language', () => {
    for (const [key, text] of leaves(texts, 12)) {
      expect([key, text]).toEqual([key, expect.not.stringMatching(/["'\n]| {2}|^ | $|⟨undefined⟩|\.\.\./)])
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

test('a stored message is said in the language of the mail, other words as they are', async () => {
  const stored = storedMessage(msg('endpoint_no_answer', { seconds: 10 }))
  expect(await storedMessageIn('en', stored)).toBe('Nothing answered within 10 seconds.')
  expect(await storedMessageIn('de', stored)).toBe('Innerhalb von 10 Sekunden kam keine Antwort.')
  expect(await storedMessageIn('de', 'The endpoint sang.')).toBe('The endpoint sang.')
})

test('English says regions and notices as the product does', () => {
  expect(english.invitation.regions).toEqual(REGION_NAMES)
  expect(english.transcript.notices).toEqual(NOTICES)
})
