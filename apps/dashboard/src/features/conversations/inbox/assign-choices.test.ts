import { expect, test } from 'vitest'
import { sharedBy, wantedBy } from './assign-choices.ts'

const ines = { kind: 'user' as const, id: 'u1', name: 'Ines' }
const mara = { kind: 'client' as const, id: 'c1', name: 'Mara' }
const sales = { id: 't1', name: 'Sales' }
const night = { id: 't2', name: 'Night' }

test('offers all people and teams of one agent', () => {
  const list = { items: [ines, mara], teams: [sales] }
  expect(sharedBy([list])).toEqual(list)
})

test('offers only people and teams common to several agents', () => {
  const shared = sharedBy([
    { items: [ines, mara], teams: [sales, night] },
    { items: [{ ...mara, kind: 'user' }, ines], teams: [night] },
  ])
  expect(shared).toEqual({ items: [ines], teams: [night] })
})

test('offers nobody without an agent', () => {
  expect(sharedBy([])).toEqual({ items: [], teams: [] })
})

test('resolves a key to an offered person or team', () => {
  const offered = { items: [mara], teams: [sales] }
  expect(wantedBy('client:c1', offered)).toEqual({ kind: 'client', id: 'c1' })
  expect(wantedBy('team:t1', offered)).toEqual({ kind: 'team', id: 't1' })
  expect(wantedBy('user:gone', offered)).toBeNull()
  expect(wantedBy(null, offered)).toBeNull()
})
