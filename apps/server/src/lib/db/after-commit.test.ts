import { expect, test } from 'vitest'
import { afterCommit, inTrackedTx, shareCommit } from './after-commit.ts'
import type { Db } from './pool.ts'

/** Knows transactions only. */
const db = { transaction: (work: (tx: object) => unknown) => work({}) } as unknown as Db

test('runs callbacks once the transaction has committed, also those of a wrapper of its handle', async () => {
  const ran: string[] = []
  const result = await inTrackedTx(db, async (tx) => {
    expect(afterCommit(tx, () => ran.push('own'))).toBe(true)
    expect(afterCommit(shareCommit(tx, {}), () => ran.push('shared'))).toBe(true)
    expect(ran).toEqual([])
    return 'done'
  })
  expect(result).toBe('done')
  expect(ran).toEqual(['own', 'shared'])
})

test('forgets the callbacks of a transaction that is rolled back', async () => {
  const ran: string[] = []
  const failing = inTrackedTx(db, async (tx) => {
    afterCommit(tx, () => ran.push('never'))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(ran).toEqual([])
})

test('reports a transaction whose commit is not tracked', () => {
  expect(afterCommit({}, () => {})).toBe(false)
})
