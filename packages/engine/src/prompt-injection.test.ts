import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CANARY, EVIL, HOSTILE } from './prompt-injection.testing.ts'
import { systemPrompt } from './prompt.ts'

const promptWith = (passages: readonly { title: string; text: string; n?: number }[], page = '') =>
  systemPrompt({
    agentTitle: 'Ada',
    instructions: 'You are Ada.',
    passages,
    searched: true,
    cites: true,
    language: 'en',
    page: { url: 'https://shop.example/', title: page },
    today: '2031-05-12',
  })

/** Text outside the block as a model reads it, look-alikes and invisible letters included. */
function outsideOf(prompt: string): string {
  const seen = prompt
    .normalize('NFKC')
    .replaceAll(/[\u{E0020}-\u{E007E}]/gu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0xe0000))
    .replaceAll(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu, '')
  return seen.replaceAll(/<\s*passages\s*>[^]*?<\s*\/\s*passages\s*>/gi, '')
}
const harmless = promptWith([{ title: 'Hours', text: 'We open at nine.' }])
const count = (text: string, part: string) => text.split(part).length - 1

it('tries at least thirty documents of different kinds', () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(30)
  expect(new Set(HOSTILE.map(({ name, title, text }) => `${title ?? ''}${text}`.replace(name, ''))).size).toBe(
    HOSTILE.length,
  )
})

describe.each(HOSTILE)('a document with $name', ({ name, title = name, text }) => {
  const prompt = promptWith([
    { title: 'Before', text: 'Before.' },
    { title, text },
    { title: 'After', text: 'After.' },
  ])
  it('stays within its chunk', () => {
    expect(outsideOf(prompt)).toBe(outsideOf(harmless))
    expect(outsideOf(prompt)).not.toContain(CANARY)
    expect(outsideOf(prompt)).not.toContain(EVIL)
    for (const [tag, times] of [
      ['<passages>', 1],
      ['</passages>', 1],
      ['<passage ', 3],
      ['</passage>', 3],
      ['<instructions>', 1],
      ['</instructions>', 1],
    ] as const)
      expect(count(prompt, tag)).toBe(times)
  })
  it('opens no tag and hides nothing', () => {
    const block = prompt.slice(prompt.indexOf('<passages>'), prompt.indexOf('</passages>') + 11)
    expect(block.match(/<[^>]*>/g)?.map((tag) => tag.replaceAll(/="[^"]*"/g, ''))).toEqual([
      '<passages>',
      '<passage n title>',
      '</passage>',
      '<passage n title>',
      '</passage>',
      '<passage n title>',
      '</passage>',
      '</passages>',
    ])
    expect(block).not.toMatch(/[\u200B\u2060-\u2069\u202A-\u202E\u{E0000}-\u{E007F}＜＞﹤﹥]/u)
  })
  it('has no effect as a page title', () => {
    const without = (prompt: string) => prompt.replace(/<page url="[^"<]*">[^<]*<\/page>/, '')
    expect(without(promptWith([], text))).toBe(without(promptWith([], '')))
  })
})

it('no text escapes its chunk', () => {
  const part = fc.oneof(
    fc.constantFrom('<', '>', '</', 'passages', 'passage', '>', '"', '&lt;', '&amp;', '＜', '﹥', '/', '\u200B', '\n'),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  )
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (title, body) => {
      expect(outsideOf(promptWith([{ title, text: body }]))).toBe(outsideOf(harmless))
    }),
    { numRuns: 500 },
  )
})
