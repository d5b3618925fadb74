import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkText } from '../ingestion/chunk-text.ts'
import { joinNeighbours, type Found, type Piece } from './join-neighbours.ts'

const SECTIONS = Array.from(
  { length: 6 },
  (_, n) =>
    `## Part ${n}\n\n${Array.from({ length: 8 }, (_s, s) => `Sentence ${s} of part ${n} says what is to be known.`).join(' ')}`,
)
const TEXT = `# Manual\n\n${SECTIONS.join('\n\n')}`
const piecesOf = (text: string, size: number, docId = 'd'): Piece[] =>
  chunkText(text, size).map((chunk, n) => ({ docId, n, ...chunk }))
const pieces = piecesOf(TEXT, 250)
const at = (n: number, from: readonly Piece[] = pieces): Found<Piece> => {
  const piece = from[n]
  if (!piece) throw new Error(`no chunk ${n}`)
  return { piece, before: from[n - 1] }
}
const withoutHeadings = (found: Found<Piece>): Found<Piece> => ({ ...found, before: undefined })

describe('neighbours', () => {
  it('become one passage with what they repeat once', () => {
    const [one, ...others] = joinNeighbours([at(3), at(2), at(4)].map(withoutHeadings))
    expect(others).toEqual([])
    expect(one).toMatchObject({ from: 2, to: 4, piece: { n: 3 } })
    expect(one?.text).toBe(TEXT.slice(pieces[2]?.start, pieces[4]?.end))
  })
  it('of texts cut before offsets were kept, too', () => {
    const old = pieces.map((piece) => ({ ...piece, start: 0, end: 0 }))
    const [one] = joinNeighbours([at(2, old), at(3, old)].map(withoutHeadings))
    expect(one?.text).toBe(TEXT.slice(pieces[2]?.start, pieces[3]?.end))
  })
  it('stay apart where they would not fit, or are of other documents', () => {
    expect(joinNeighbours([at(2), at(3)].map(withoutHeadings), 300)).toHaveLength(2)
    expect(joinNeighbours([at(2), at(3, piecesOf(TEXT, 250, 'e'))].map(withoutHeadings))).toHaveLength(2)
    expect(joinNeighbours([at(2), at(5)].map(withoutHeadings))).toHaveLength(2)
  })
  it('keep the order of the best', () => {
    expect(joinNeighbours([at(8), at(2), at(9)].map(withoutHeadings)).map(({ piece }) => piece.n)).toEqual([8, 2])
  })
  it('repeat nothing and lose nothing, whatever is found', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(pieces.length - 1), { maxLength: 8 }),
        fc.integer({ min: 100, max: 3000 }),
        (found, room) => {
          const joined = joinNeighbours(
            found.map((n) => withoutHeadings(at(n))),
            room,
          )
          const held = joined.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, n) => from + n))
          expect(new Set(held)).toEqual(new Set(found))
          expect(held).toHaveLength(found.length)
          for (const { text, from, to } of joined) {
            expect(text).toBe(TEXT.slice(pieces[from]?.start, pieces[to]?.end))
            if (from !== to) expect(text.length).toBeLessThanOrEqual(room)
          }
        },
      ),
    )
  })
})

describe('a chunk in the middle of a section', () => {
  const middle = pieces.findIndex(({ text, n }) => n > 1 && !text.includes('#'))
  it('takes its beginning along', () => {
    const [one] = joinNeighbours([at(middle)])
    expect(one).toMatchObject({ from: middle - 1, to: middle, piece: { n: middle } })
    expect(one?.text).toContain('## Part')
  })
  it('comes alone without room, or where the section begins with itself', () => {
    expect(joinNeighbours([at(middle)], 260)[0]).toMatchObject({ from: middle, to: middle })
    const first = pieces.findIndex(({ text, n }) => n > 1 && text.startsWith('## '))
    expect(joinNeighbours([at(first)])[0]).toMatchObject({ from: first, to: first })
  })
})
