import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { checkRow, chunksOf, isBroken, readPasted } from './import.ts'
import { DEFAULT_STAGES, type ImportRow } from './schemas.ts'

const row = (fields: Partial<ImportRow>): ImportRow => ({
  line: 1,
  name: '',
  email: '',
  phone: '',
  group: '',
  stage: '',
  variables: {},
  ...fields,
})
const stages = [...DEFAULT_STAGES, { id: 'demo', name: 'Demo booked' }]

describe('a row', () => {
  it.each<[Partial<ImportRow>, object]>([
    [{ email: ' Ada@example.com ' }, { email: 'Ada@example.com', stage: undefined }],
    [{ name: 'Ada\nLovelace', phone: '+44 20 7946 0958' }, { name: 'Ada Lovelace' }],
    [
      { name: `'=1+1`, phone: `'+44 20 7946 0958` },
      { name: '=1+1', phone: '+44 20 7946 0958' },
    ],
    [{ name: `'Ada'`, email: 'ada@example.com' }, { name: `'Ada'` }],
    [{ name: 'Ada', email: 'ada@example.com', stage: ' WON ' }, { stage: 'won' }],
    [{ name: 'Ada', email: 'ada@example.com', stage: 'demo BOOKED' }, { stage: 'demo' }],
    [
      { name: 'Ada', email: 'ümit@grün.example', variables: { ' Company ': ' Lumen ', Empty: ' ' } },
      { variables: { Company: 'Lumen' } },
    ],
  ])('%j is a lead', (fields, expected) => {
    const read = checkRow(row(fields), stages)
    expect(isBroken(read) ? read : read.lead).toMatchObject(expected)
  })
  it.each<[Partial<ImportRow>, string]>([
    [{}, 'lead_empty'],
    [{ variables: { Company: 'Lumen' } }, 'lead_empty'],
    [{ email: 'nobody' }, 'form_email'],
    [{ phone: 'call me' }, 'phone_invalid'],
    [{ name: 'x'.repeat(201) }, 'form_max_length'],
    [{ name: 'Only a name' }, 'import_no_contact'],
    [{ name: 'Ada', stage: 'asleep' }, 'import_stage_unknown'],
  ])('%j is refused: %s', (fields, code) => {
    expect(checkRow(row({ line: 7, ...fields }), stages)).toMatchObject({ line: 7, reason: { code } })
  })
  it('any text is either a lead or an error', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 })
    const rows = fc.record({ name: text, email: text, phone: text, group: text, stage: text })
    fc.assert(
      fc.property(rows, (fields) => {
        const read = checkRow(row(fields), stages)
        if (!isBroken(read)) expect(JSON.stringify(read.lead)).not.toMatch(/\\u0000|\\ud[89a-f]/)
      }),
    )
  })
})

test.each<[string, [string, string, string][]]>([
  ['', []],
  ['Hello, how are you?', []],
  ['Ada Lovelace <ada@example.com>', [['Ada Lovelace', 'ada@example.com', '']]],
  ['ada@example.com', [['', 'ada@example.com', '']]],
  ['Ada Lovelace, +44 20 7946 0958, ada@example.com', [['Ada Lovelace', 'ada@example.com', '+44 20 7946 0958']]],
  ['Name: Ada | Tel: 030 123456', [['Ada', '', '030 123456']]],
  [
    'Ada <ada@example.com>; Bob <bob@example.com>',
    [
      ['Ada', 'ada@example.com', ''],
      ['Bob', 'bob@example.com', ''],
    ],
  ],
  [
    'Ada\tada@example.com\r\n\r\n- Bob – bob@example.com',
    [
      ['Ada', 'ada@example.com', ''],
      ['Bob', 'bob@example.com', ''],
    ],
  ],
])('reads «%s» as %j', (text, expected) => {
  expect(readPasted(text).map(({ name, email, phone }) => [name, email, phone])).toEqual(expected)
})

test('pasted rows keep their line numbers', () => {
  expect(readPasted('Hello\n\nada@example.com\nBye\nbob@example.com').map(({ line }) => line)).toEqual([3, 5])
})

test('rows are chunked without loss', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 9 }), (rows, size) => {
      const chunks = chunksOf(rows, size)
      expect(chunks.flat()).toEqual(rows)
      expect(chunks.every(({ length }) => length > 0 && length <= size)).toBe(true)
    }),
  )
})
