import { inSequence, msg } from '@parlance/i18n/messages'
import { expect, test } from 'vitest'
import { messageOf, readMessage, storedMessage } from './stored-message.ts'

test.each([
  ['a message without places', msg('site_timeout')],
  ['what is put in', msg('page_missing', { code: 404 })],
  [
    'messages in messages',
    inSequence(msg('sitemap_unreadable', { address: 'https://a.example' }), msg('site_timeout')),
  ],
])('keeps %s', (_, message) => {
  expect(readMessage(storedMessage(message))).toEqual(message)
})

test.each(['', 'From an older version.', '{"code":"not_known"}', '{"code":"toString"}', '{"code":"site_timeout"'])(
  'leaves text as it is: %s',
  (text) => {
    expect(readMessage(text)).toBe(text)
    expect(messageOf(text)).toEqual({ text })
  },
)

test('is empty for nothing', () => {
  expect(storedMessage(undefined)).toBe('')
})

test('returns the English sentence with its code', () => {
  expect(messageOf(storedMessage(msg('page_missing', { code: 410 })))).toEqual({
    text: 'There’s no page at this address (410).',
    message: { code: 'page_missing', params: { code: 410 } },
  })
})
