import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  attachedOf,
  attachmentsPrompt,
  messageItems,
  messagePlain,
  withinRoom,
} from '@parlance/contract/conversations/attachments'
import { CANARY, HOSTILE } from './prompt-injection.testing.ts'

const picture = { url: '/media/eu/a.png', name: 'me.png', mime: 'image/png' }
const file = { url: '/media/eu/b.pdf', name: 'cv [new].pdf', mime: 'application/pdf' }
const note = { url: '/media/eu/c.webm', name: 'n.webm', mime: 'audio/webm' }

test('renders a message as items and as plain text', () => {
  expect(messageItems('Look', [picture, file])).toEqual([
    { type: 'text', text: 'Look' },
    { type: 'visual', image: picture.url, alt: 'me.png' },
    { type: 'file', url: file.url, name: file.name, mime: file.mime },
  ])
  expect(messageItems('', [note])).toHaveLength(1)
  expect(messagePlain('Look', [picture, file, note])).toBe(
    'Look\n[Picture: me.png]\n[File: cv  new .pdf]\n[Voice note]',
  )
  expect(attachedOf(messageItems('Look', [picture, file])).map(({ url }) => url)).toEqual([picture.url, file.url])
})

describe('texts of files', () => {
  test('includes files in order while there is room', () => {
    const texts = [6, 6, 6].map((length, at) => ({ name: `${at}`, text: 'x'.repeat(length), isCut: false }))
    expect(withinRoom(texts, 10)).toEqual([
      { name: '0', text: 'xxxxxx', isCut: false },
      { name: '1', text: 'xxxx', isCut: true },
    ])
  })

  test('never exceeds the limit and never splits a character', () => {
    const text = fc.record({ name: fc.string(), text: fc.string({ unit: 'grapheme' }), isCut: fc.boolean() })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), fc.nat(60), (texts, room) => {
        const kept = withinRoom(texts, room)
        expect(kept.reduce((sum, one) => sum + one.text.length, 0)).toBeLessThanOrEqual(room)
        expect(kept.every((one) => one.text.isWellFormed())).toBe(true)
      }),
    )
  })

  test.each(HOSTILE)('keeps «$name» within its block', ({ text, title = 'x' }) => {
    const prompt = attachmentsPrompt([
      { name: title, text, isCut: false },
      { name: 'b', text: 'After.', isCut: true },
    ])
    const outside = prompt
      .normalize('NFKC')
      .replaceAll(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu, '')
      .replaceAll(/<\s*attachments\s*>[^]*?<\s*\/\s*attachments\s*>/gi, '')
    expect(outside).not.toContain(CANARY)
    expect(prompt.match(/<[^>]*>/g)?.map((tag) => tag.replaceAll(/="[^"]*"/g, ''))).toEqual([
      '<attachments>',
      '<attachment name>',
      '</attachment>',
      '<attachment name cut>',
      '</attachment>',
      '</attachments>',
    ])
  })

  test('adds nothing without attachments', () => expect(attachmentsPrompt([])).toBe(''))
})
