import { expect, test } from 'vitest'
import { blankServer, choicesOf, serverProblems } from './mcp-form.ts'

const server = { ...blankServer('s1'), name: 'Shop', url: 'https://mcp.example.com/mcp' }

test.each([
  [server, false, {}],
  [{ ...server, name: ' ' }, false, { name: 'needName' }],
  [{ ...server, url: 'mcp.example.com' }, false, { url: 'badUrl' }],
  [{ ...server, url: 'https://' }, false, { url: 'badUrl' }],
  [{ ...server, credential: 'Bearer {TOKEN}' }, false, { credential: 'badName' }],
  [{ ...server, credential: 'TOKEN' }, false, {}],
  [server, true, { tools: 'chooseOne' }],
  [{ ...server, allowedTools: ['find'] }, true, {}],
] as const)('%j, only chosen tools %s: %j', (given, some, problems) => {
  expect(serverProblems({ ...given, allowedTools: [...given.allowedTools] }, some)).toEqual(problems)
})

test('keeps an allowed tool that is no longer offered, to be unticked', () => {
  const offered = [{ name: 'find', description: 'Finds' }]
  expect(choicesOf(offered, ['gone', 'find'])).toEqual([
    { name: 'find', description: 'Finds', offered: true },
    { name: 'gone', description: '', offered: false },
  ])
})
