import { NO_MEMORY } from '@parlance/contract/agents/tabs'
import { expect, test } from 'vitest'
import { readTabMemory } from './tab-memory.ts'

test('reads back what was stored', () => {
  const memory = { hidden: ['voice'], order: ['convos', 'overview'] }
  expect(readTabMemory(JSON.stringify(memory))).toEqual(memory)
})
test.each([undefined, null, '', 'nonsense', 'null', '[]', '{"hidden":"voice","order":7}'])(
  '%s reads as nothing',
  (text) => {
    expect(readTabMemory(text)).toEqual(NO_MEMORY)
  },
)
test('keeps only names', () => {
  expect(readTabMemory('{"hidden":["voice",7,null],"order":[{}]}')).toEqual({ hidden: ['voice'], order: [] })
})
