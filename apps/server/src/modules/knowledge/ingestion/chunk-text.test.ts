import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkText } from './chunk-text.ts'

const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.lorem({ mode: 'sentences', maxCount: 6 }),
  fc.constantFrom(
    '# Heading\n',
    '## Part\n\n',
    '\n\n',
    '- one\n- two\n',
    '| a | b |\n|---|---|\n| 1 | 2 |\n',
    '```\ncode\n\nmore\n```\n',
    '👩‍👩‍👧‍👦',
    'Über-\n',
    '。',
    'Title\n=====\n',
  ),
  fc.string({ minLength: 200, maxLength: 400 }).map((text) => text.replace(/\s/g, 'x')),
)
const texts = fc.array(piece, { maxLength: 25 }).map((parts) => parts.join(''))
const sizes = fc.integer({ min: 2, max: 400 })

describe('chunkText, for any text and size', () => {
  const check = (property: (text: string, max: number) => void) =>
    fc.assert(fc.property(texts, sizes, property), { numRuns: 400 })

  it('never exceeds the size and says where each chunk stands', () => {
    check((text, max) => {
      for (const chunk of chunkText(text, max)) {
        expect(chunk.text.length).toBeLessThanOrEqual(max)
        expect(chunk.text.trim()).not.toBe('')
        expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text)
      }
    })
  })
  it('covers everything but white space, in order', () => {
    check((text, max) => {
      const chunks = chunkText(text, max)
      let covered = 0
      for (const [at, chunk] of chunks.entries()) {
        if (at > 0) expect(chunk.start).toBeGreaterThan(chunks[at - 1]?.start ?? -1)
        expect(chunk.end).toBeGreaterThan(covered)
        if (chunk.start > covered) expect(text.slice(covered, chunk.start).trim()).toBe('')
        covered = chunk.end
      }
      expect(text.slice(covered).trim()).toBe('')
    })
  })
  it('splits no character and gives the same answer twice', () => {
    check((text, max) => {
      const chunks = chunkText(text, max)
      if (text.isWellFormed()) for (const chunk of chunks) expect(chunk.text.isWellFormed()).toBe(true)
      expect(chunkText(text, max)).toEqual(chunks)
    })
  })
  it('repeats no more than the overlap', () => {
    check((text, max) => {
      const chunks = chunkText(text, max)
      for (const [at, chunk] of chunks.entries())
        expect((chunks[at - 1]?.end ?? 0) - chunk.start).toBeLessThanOrEqual(Math.floor(max * 0.1))
    })
  })
})

describe('chunkText, by structure', () => {
  const sentence = (n: number) => `Sentence number ${n} says a little about the shop.`
  const prose = (count: number) => Array.from({ length: count }, (_, n) => sentence(n)).join(' ')

  it('gives nothing for white space and one chunk for a short text', () => {
    expect(chunkText(' \n\t\n', 1000)).toEqual([])
    expect(chunkText('Hello.\n', 1000)).toEqual([{ text: 'Hello.', start: 0, end: 6, heading: '' }])
  })
  it('keeps a heading with its text and names the trail', () => {
    const text = `# Shop\n\n${prose(12)}\n\n## Returns\n\n${prose(12)}\n\n# Contact\n\n${prose(3)}`
    const chunks = chunkText(text, 700)
    for (const chunk of chunks) expect(chunk.text).not.toMatch(/(^|\n)#+ \w+\s*$/)
    expect(chunks.find((chunk) => chunk.text.startsWith('## Returns'))?.heading).toBe('Shop > Returns')
    expect(chunks.at(-1)?.heading).toBe('Contact')
  })
  it('lets small sections share a chunk', () => {
    expect(chunkText('# A\n\nShort.\n\n# B\n\nShort too.', 1000)).toHaveLength(1)
  })
  it('keeps a table and a list in one piece where they fit', () => {
    const table = [
      '| size | price |',
      '|---|---|',
      ...Array.from({ length: 12 }, (_, n) => `| ${n} | ${n * 10} EUR |`),
    ].join('\n')
    const list = Array.from({ length: 12 }, (_, n) => `- item ${n} with some words`).join('\n\n')
    const chunks = chunkText(`${prose(8)}\n\n${table}\n\n${prose(4)}\n\n${list}\n\n${prose(3)}`, 600)
    expect(chunks.some((chunk) => chunk.text.includes(table))).toBe(true)
    expect(chunks.some((chunk) => chunk.text.includes(list))).toBe(true)
  })
  it('cuts a table that is too long between its rows', () => {
    const rows = Array.from({ length: 100 }, (_, n) => `| row ${n} | value ${n} |`)
    for (const chunk of chunkText(rows.join('\n'), 300)) {
      for (const line of chunk.text.split('\n')) expect(rows).toContain(line)
    }
  })
  it('keeps the header of a long table with the row below it', () => {
    const rows = Array.from({ length: 40 }, (_, n) => `| row ${n} | ${n} |`).join('\n')
    for (let length = 100; length < 300; length += 1) {
      const text = `${'x'.repeat(length)}\n\n| article of the shop | price |\n| --- | --- |\n${rows}`
      for (const chunk of chunkText(text, 300)) expect(chunk.text).not.toMatch(/price \|$/)
    }
  })
  it('cuts prose between sentences and repeats the end of the chunk before', () => {
    const chunks = chunkText(prose(60), 700)
    expect(chunks.length).toBeGreaterThan(4)
    for (const chunk of chunks) expect(chunk.text).toMatch(/^Sentence .*shop\.$/s)
    for (const [at, chunk] of chunks.entries()) if (at > 0) expect(chunk.start).toBeLessThan(chunks[at - 1]?.end ?? 0)
  })
  it('cuts a text without spaces', () => {
    const text = '😀'.repeat(3000)
    const chunks = chunkText(text, 999)
    expect(chunks.every((chunk) => chunk.text.isWellFormed() && chunk.text.length <= 999)).toBe(true)
    expect(chunks.map((chunk) => chunk.text).join('')).toBe(text)
  })
  it.each(['.', '?!', ' ', '# ', '-', '|', '`', '"', '\t-\n', '1'])('reads half a million of %j', (part) => {
    const text = `a ${part.repeat(500_000 / part.length)} b`
    expect(chunkText(text, 2424).at(-1)?.text.at(-1)).toBe('b')
  })
  it('takes a large text in one pass', () => {
    expect(chunkText(`${'x'.repeat(5_000)} `.repeat(400), 2424).length).toBeGreaterThan(800)
    expect(chunkText('word. '.repeat(300_000), 2424).length).toBeGreaterThan(700)
  })
})
