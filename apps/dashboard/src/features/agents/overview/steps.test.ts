import { newAgentConfig } from '@parlance/engine/agents/draft'
import { expect, test } from 'vitest'
import { stepsOf } from './steps.ts'

const nothing = { knowledge: false, tried: false, invited: false }
const site = { origin: 'https://shop.example', lastAt: '2026-11-23T12:00:00Z' }
const config = newAgentConfig({ title: 'Ada' })
const todo = (over: Partial<Parameters<typeof stepsOf>[0]>) =>
  stepsOf({ overview: { done: nothing, site: null }, config, paidBy: 'sandbox', mayInvite: true, ...over })
    .filter(({ done }) => !done)
    .map(({ key }) => key)

test('has six steps for a new agent', () =>
  expect(todo({})).toEqual(['knowledge', 'tried', 'theme', 'site', 'key', 'invited']))

test('has none when all are done', () => {
  const overview = { done: { knowledge: true, tried: true, invited: true }, site }
  expect(todo({ overview, config: { ...config, theme: 'pink-dark' }, paidBy: 'ownKey' })).toEqual([])
})

test('counts a picture as a custom look', () =>
  expect(todo({ config: { ...config, avatarImageUrl: 'https://shop.example/a.png' } })).not.toContain('theme'))

test('does not count a key without a passed test', () => {
  expect(todo({ paidBy: 'ownKey', keyWorks: false })).toContain('key')
  expect(todo({ paidBy: 'ownKey', keyWorks: true })).not.toContain('key')
})

test("accepts the installation's key, but not a missing one", () => {
  expect(todo({ paidBy: 'platform' })).not.toContain('key')
  expect(todo({ paidBy: 'nobody' })).toContain('key')
})

test("leaves out what Voiceflow agents, or members who may not invite, can't do", () => {
  expect(todo({ config: { ...config, agentPlatform: 'vf' }, mayInvite: false })).toEqual(['tried', 'theme', 'site'])
})
