import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNameOf, titleIn } from './file-name.ts'
import { bodyTooLarge, fileTooLarge, noteGroups, readJson } from './import-state.ts'

test.each([
  ['Support', 'Support.parlance.json'],
  ['Café: orders?', 'Café orders.parlance.json'],
  ['../../etc/passwd', 'etc passwd.parlance.json'],
  ['a\u0000b\nc', 'a b c.parlance.json'],
  ['  …  ', '….parlance.json'],
  ['. . .', 'agent.parlance.json'],
  ['', 'agent.parlance.json'],
  ['😀'.repeat(150), `${'😀'.repeat(100)}.parlance.json`],
])('the agent %j is exported as %j', (title, name) => expect(fileNameOf(title)).toBe(name))

test('leaves out characters a file system refuses', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      const name = fileNameOf(title)
      expect(name).toMatch(/^[^<>:"/\\|?*]+\.parlance\.json$/)
      expect(name.startsWith('.')).toBe(false)
    }),
  )
})

test.each([
  [{ format: 'parlance-agent', config: { title: ' Ada ' } }, 'x.json', 'Ada'],
  [{ name: 'Bike rental', groups: [] }, 'typebot-export.json', 'Bike rental'],
  [{ nodes: [] }, 'Help desk Chatflow.json', 'Help desk Chatflow'],
  [{ config: { title: 7 }, name: '' }, 'Ada.parlance.json', 'Ada'],
  [null, 'a.JSON', 'a'],
  [{ name: 'n'.repeat(300) }, 'a.json', 'n'.repeat(200)],
])('%j in %s is called %j', (file, name, title) => expect(titleIn(file, name)).toBe(title))

test.each([
  ['{"a":1}', { file: { a: 1 } }],
  ['\uFEFF [1]\n', { file: [1] }],
  [' \n', { refusal: 'empty', detail: '' }],
  ['\uFEFF', { refusal: 'empty', detail: '' }],
  ['PK\u0003\u0004rest', { refusal: 'binary', detail: '' }],
  ['ab\u0000cd', { refusal: 'binary', detail: '' }],
])('the content %j is read as %j', (text, read) => expect(readJson(text)).toEqual(read))
test('says where invalid JSON fails', () => {
  expect(readJson('{"a":')).toMatchObject({ refusal: 'notJson', detail: expect.stringMatching(/JSON/) })
})

test('accepts files larger than their content sent, up to a limit', () => {
  expect([fileTooLarge(20_000_000), fileTooLarge(20_000_001)]).toEqual([false, true])
  expect([bodyTooLarge('a'.repeat(5_000_000)), bodyTooLarge('ä'.repeat(2_500_001))]).toEqual([false, true])
})

test('lists losses before changes', () => {
  const note = (level: 'info' | 'lost', where: string) => ({ level, where, what: 'something' })
  const report = { format: 'typebot', nodes: 1, tools: 0, variables: 0 } as const
  const groups = noteGroups({ ...report, notes: [note('info', 'a'), note('lost', 'b'), note('info', 'c')] })
  expect(groups.map(({ level, notes }) => [level, notes.map(({ where }) => where)])).toEqual([
    ['lost', ['b']],
    ['info', ['a', 'c']],
  ])
  expect(noteGroups({ ...report, notes: [] })).toEqual([])
})
