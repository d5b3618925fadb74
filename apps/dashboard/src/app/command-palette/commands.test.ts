import { expect, test } from 'vitest'
import { groupsFor, inAgents, type Command, type Group } from './commands.ts'

const command = (group: Group, label: string, ...other: string[]): Command => ({
  id: `${group}:${label}`,
  group,
  label,
  names: [label, ...other],
  run: () => undefined,
})
const ALL = [
  ...['Ada', 'Bea', 'Cleo', 'Dora', 'Eve', 'Flo'].map((name) => command('agents', name)),
  ...['Agents', 'Functions', 'Credentials', 'Credits', 'Sessions'].map((name) => command('pages', name)),
  command('actions', 'New Agent', 'create'),
  command('actions', 'Dark theme'),
]
const shown = (typed: string, commands: readonly Command[] = ALL) =>
  groupsFor(commands, typed).map(({ key, items }) => [key, ...items.map(({ label }) => label)])

test('shows the first entries of every group before anything is typed', () => {
  expect(shown(' ')).toEqual([
    ['agents', 'Ada', 'Bea', 'Cleo', 'Dora', 'Eve'],
    ['pages', 'Agents', 'Functions', 'Credentials', 'Credits'],
    ['actions', 'New Agent', 'Dark theme'],
  ])
})
test.each([
  ['flo', 'agents', 'Flo'],
  ['credentails', 'pages', 'Credentials'],
  ['dark', 'actions', 'Dark theme'],
  ['create', 'actions', 'New Agent'],
])('«%s» finds in %s %s first', (typed, group, label) => {
  expect(shown(typed)[0]?.slice(0, 2)).toEqual([group, label])
})
test('drops matches much worse than the best', () => {
  const labels = groupsFor(ALL, 'credentials').flatMap(({ items }) => items.map(({ label }) => label))
  expect(labels).toEqual(['Credentials'])
})
test('shows documents as found by the server, also by their text', () => {
  const documents = [command('documents', 'Opening hours'), command('documents', 'Prices')]
  expect(shown('monday', [...ALL, ...documents])).toContainEqual(['documents', 'Opening hours', 'Prices'])
})
test('does not match scattered letters of a name next to a document', () => {
  const pages = ['Settings UI', 'Settings Language', 'Credits'].map((name) => command('pages', name))
  expect(shown('opening', [...pages, command('documents', 'Opening hours')])).toEqual([['documents', 'Opening hours']])
})
test('finds nothing for nonsense', () => {
  expect(shown('qqqqzzzz')).toEqual([])
})
test('groups documents by agent, and orders agents by their best document', () => {
  const documents = ['b1', 'a1', 'b2', 'c1', 'a2'].map((name) => ({ name, agentId: name.slice(0, 1) }))
  expect(inAgents(documents).map(({ name }) => name)).toEqual(['b1', 'b2', 'a1', 'a2', 'c1'])
})
