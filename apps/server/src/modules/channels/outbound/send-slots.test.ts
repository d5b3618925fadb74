import { expect, test } from 'vitest'
import { createSendSlots } from './send-slots.ts'

/** Takes a slot and records when it is granted. */
function taker(slots = createSendSlots()) {
  const granted: string[] = []
  const take = async (name: string, connection = 'bot') => {
    const free = await slots.take(connection, 2)
    granted.push(name)
    return free
  }
  return { granted, take }
}

test('lets as many send at once as the connection may, and the next ones in order', async () => {
  const { granted, take } = taker()
  const [first] = await Promise.all([take('first'), take('second')])
  const third = take('third')
  const fourth = take('fourth')
  await take('elsewhere', 'other bot')
  expect(granted).toEqual(['first', 'second', 'elsewhere'])
  first()
  first()
  await third
  expect(granted).toEqual(['first', 'second', 'elsewhere', 'third'])
  ;(await third)()
  await fourth
  expect(granted.at(-1)).toBe('fourth')
})

test('goes on without a call that takes too long', async () => {
  const { granted, take } = taker(createSendSlots(20))
  await Promise.all([take('slow'), take('slower')])
  await take('next')
  expect(granted).toEqual(['slow', 'slower', 'next'])
})
