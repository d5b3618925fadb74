import { describe, expect, test } from 'vitest'
import { checkMessages } from '../protocol/messages.ts'
import { answerMessages } from './answer.ts'
import type { ChatMessage } from '../protocol/types.ts'

const system = (files = '') => ({
  role: 'system' as const,
  content: `<agent>Ada</agent>\n\n<instructions>\nHelp visitors.\n</instructions>\n\n${files}`,
})
const CV =
  '<attachments>\n<attachment name="cv.pdf">Grace Hopper worked at Remington Rand as a senior programmer. She was born in New York.</attachment>\n</attachments>'
const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'
const picture = (text: string, url = PNG): ChatMessage => ({
  role: 'user',
  content: [
    { type: 'text', text },
    { type: 'image_url', image_url: { url } },
  ],
})

describe('files and pictures', () => {
  test('reads a file like a passage', () => {
    const said = answerMessages([system(CV), { role: 'user', content: 'Where did Grace Hopper work?\n[File: cv.pdf]' }])
    expect(said).toContain('Remington Rand')
  })
  test('confirms a file that comes without a message', () => {
    expect(answerMessages([system(CV), { role: 'user', content: '[File: cv.pdf]' }])).toMatch(
      /^Thank you, it has arrived/,
    )
  })
  test('says that it does not look at pictures', () => {
    const said = answerMessages([system(), picture('[Picture: me.png]')])
    expect(said).toBe('The picture has arrived, but I can’t look at pictures.')
    expect(answerMessages([system(CV), picture('Where did Grace Hopper work?\n[Picture: me.png]')])).toBe(
      `${said}\n\nGrace Hopper worked at Remington Rand as a senior programmer. She was born in New York.`,
    )
  })
  test('recognizes a picture of an earlier message when it is sent again', () => {
    const before = [
      system(CV),
      picture('[Picture: me.png]'),
      { role: 'assistant' as const, content: 'It has arrived.' },
    ]
    expect(answerMessages([...before, picture('Where did Grace Hopper work?')])).toBe(
      'Grace Hopper worked at Remington Rand as a senior programmer. She was born in New York.',
    )
    expect(answerMessages([...before, picture('[Picture: you.png]')])).toMatch(/^The picture has arrived/)
    expect(answerMessages([system(), picture('')])).toMatch(/^The picture has arrived/)
  })
  test('accepts a picture only as one of four types', () => {
    expect(() => checkMessages([picture('x')])).not.toThrow()
    expect(() => checkMessages([picture('x', 'https://example.com/a.png')])).not.toThrow()
    for (const url of [
      PNG.replace('png', 'svg+xml'),
      PNG.replace('png', 'jpeg'),
      'data:image/png;base64,PHN2Zz4=',
      'x',
    ])
      expect(() => checkMessages([picture('x', url)]), url).toThrow(/unsupported image/)
  })
})
