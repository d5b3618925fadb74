import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

const first = (value: string | number | null) => toCsv(['a'], [[value]]).slice('\uFEFFa\r\n'.length, -2)

test.each([
  ['plain', 'plain'],
  [12, '12'],
  [-3, '-3'],
  [Number.NaN, ''],
  [null, ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49 170', "'+49 170"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['＝1', "'＝1"],
  ['\t=1', "'\t=1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
])('%j is written as %j', (value, written) => {
  expect(first(value)).toBe(written)
})

function parse(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [whole, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (whole === '' && end === '') break
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

/** Often starts like a formula or like a guarded cell. */
const text = fc.oneof(
  fc.string(),
  fc.tuple(fc.constantFrom("'", "''", '=', "'@", ' -', "'\t"), fc.string()).map((parts) => parts.join('')),
)

test('[1.27] restores any text from its cell, and no cell starts a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (rows) => {
      const read = parse(toCsv(['one', 'two'], rows).slice(1))
      expect(
        read
          .slice(1)
          .map((row) => row.map((text) => text.replace(/^'(?='*(?:[\s\p{Cc}]*[=+\-@＝＋－＠]|[\t\r\n]))/u, ''))),
      ).toEqual(rows)
      for (const row of read) for (const text of row) expect(text).not.toMatch(/^[\s\p{Cc}]*[=+\-@]/u)
    }),
  )
})
