import { describe, expect, it } from 'vitest'
import { guessTargets, readCsv, rowsOf } from './import-file.ts'

describe('a file', () => {
  it.each([
    ['Name,Email\nAda,ada@example.org\n'],
    ['\uFEFFName;Email\r\nAda;ada@example.org\r\n'],
    ['Name\tEmail\rAda\tada@example.org'],
    ['Name|Email\n\n\nAda|ada@example.org'],
    ['"Na,me","Email"\n"Ada","ada@example.org"'.replace('Na,me', 'Name')],
  ])('%j is a table', (text) => {
    const { titles, rows } = readCsv(text)
    expect([titles, rows.map(({ cells }) => cells)]).toEqual([['Name', 'Email'], [['Ada', 'ada@example.org']]])
  })
  it('keeps line numbers across multi-line cells and unreadable lines', () => {
    const { rows, unreadable } = readCsv('Name,Note\nAda,"two\nlines"\nBob "B" x",\nCleo,one\n')
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [3, 'Ada'],
      [5, 'Cleo'],
    ])
    expect(unreadable).toEqual([4])
  })
  it.each([
    ['never closed', 'Name,Email\nAda,a@x\nBob,"b@x\nCleo,c@x\nDan,d@x'],
    ['closed by a later line', 'Name,Email\nAda,a@x\nBob,"b@x\nCleo,c@x\n"Dan",d@x'],
  ])('loses the line alone whose quote is %s', (_, text) => {
    const { rows, unreadable } = readCsv(text)
    expect([rows.map(({ line, cells }) => [line, cells[0]]), unreadable]).toEqual([
      [
        [2, 'Ada'],
        [4, 'Cleo'],
        [5, 'Dan'],
      ],
      [3],
    ])
  })
  it('supports cells with more lines than one chunk', () => {
    const note = Array.from({ length: 1200 }, (_, i) => `line ${i}`).join('\n')
    const { rows } = readCsv(`Name,Note\nAda,"${note}"\nBob,short\n`)
    expect(rows.map(({ line, cells }) => [line, cells[0], cells[1]?.length])).toEqual([
      [1201, 'Ada', note.length],
      [1202, 'Bob', 5],
    ])
  })
  it('reads 100,000 rows and reports invalid lines', () => {
    const rows = Array.from({ length: 100_000 }, (_, i) =>
      i % 10_000 === 9 ? 'x "y" z",' : `Person ${i},p${i}@example.org`,
    )
    const file = readCsv(`Name,Email\n${rows.join('\n')}\n`)
    expect([file.rows.length, file.unreadable.slice(0, 2)]).toEqual([99_990, [11, 10_011]])
    expect(file.rows.at(-1)).toEqual({ line: 100_001, cells: ['Person 99999', 'p99999@example.org'] })
  })
  it('yields nothing when it is empty', () => {
    expect(readCsv('')).toEqual({ titles: [], rows: [], unreadable: [] })
  })
  it('is cleaned of characters no database stores', () => {
    expect(readCsv('Name\nA\u0000da\n').rows[0]?.cells).toEqual(['A\uFFFDda'])
  })
})

it.each([
  [
    ['Full name', 'E-mail', 'Mobile phone', 'Company', ''],
    ['name', 'email', 'phone', 'custom', 'skip'],
  ],
  [
    ['Name', 'Email', 'Phone', 'Stage', 'Group', 'Source', 'Created', 'city'],
    ['name', 'email', 'phone', 'stage', 'group', 'skip', 'skip', 'custom'],
  ],
  [
    ['Nombre', 'Correo electrónico', 'Móvil'],
    ['name', 'email', 'phone'],
  ],
  [
    ['Email', 'Mail'],
    ['email', 'custom'],
  ],
  [
    ['Record ID', 'First Name', 'Last Name', 'Phone Number'],
    ['custom', 'firstName', 'lastName', 'phone'],
  ],
  [
    ['Name', 'Given Name', 'Family Name'],
    ['name', 'firstName', 'lastName'],
  ],
  [
    ['Vorname', 'Nachname'],
    ['firstName', 'lastName'],
  ],
  [
    ['Prénom', 'Nom'],
    ['firstName', 'lastName'],
  ],
  [
    ['Nombre', 'Apellidos'],
    ['firstName', 'lastName'],
  ],
  [
    ['Nome', 'Sobrenome'],
    ['firstName', 'lastName'],
  ],
  [
    ['الاسم الأول', 'اسم العائلة'],
    ['firstName', 'lastName'],
  ],
  [
    ['Full name', 'First name'],
    ['name', 'firstName'],
  ],
])('the columns %j are %j', (titles, targets) => expect(guessTargets(titles)).toEqual(targets))

it("maps rows by the columns' targets", () => {
  const file = readCsv('Name,Mail,Other mail,City,Secret\nAda,,ada@example.org,London,x\n')
  expect(rowsOf(file, ['name', 'email', 'email', 'custom', 'skip'])).toEqual([
    { line: 2, name: 'Ada', email: 'ada@example.org', phone: '', stage: '', group: '', variables: { City: 'London' } },
  ])
})

it('joins first and last name of people without a full one', () => {
  const file = readCsv('Last Name,First Name,Name\nLovelace,Ada,\nHopper,,\n,,Grace Hopper\nByron,Ada,Ada Lovelace\n')
  const names = rowsOf(file, ['lastName', 'firstName', 'name']).map(({ name }) => name)
  expect(names).toEqual(['Ada Lovelace', 'Hopper', 'Grace Hopper', 'Ada Lovelace'])
  const whole = readCsv('Name,First name\nAda Lovelace,Ada\nHopper,Grace\n')
  expect(rowsOf(whole, ['lastName', 'firstName'])).toMatchObject([
    { name: 'Ada Lovelace', variables: { 'First name': 'Ada' } },
    { name: 'Grace Hopper', variables: { 'First name': 'Grace' } },
  ])
})

it('uses the delimiter named in the first line of an Excel file', () => {
  const file = readCsv('sep=;\nname;email\nMila, K.;mila@example.org\n')
  expect(file.titles).toEqual(['name', 'email'])
  expect(file.rows).toEqual([{ line: 3, cells: ['Mila, K.', 'mila@example.org'] }])
})
