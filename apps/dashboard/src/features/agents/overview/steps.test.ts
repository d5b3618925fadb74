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

test('a new agent has six steps to go', () =>
  expect(todo({})).toEqual(['knowledge', 'tried', 'theme', 'site', 'key', 'invited']))

test('all done leaves none', () => {
  const overview = { done: { knowledge: true, tried: true, invited: true }, site }
  expect(todo({ overview, config: { ...config, theme: 'pink-dark' }, paidBy: 'ownKey' })).toEqual([])
})

test('a picture is a look of its own', () =>
  expect(todo({ config: { ...config, avatarImageUrl: 'https://shop.example/a.png' } })).not.toContain('theme'))

test('a key that passed no test is no step done', () => {
  expect(todo({ paidBy: 'ownKey', keyWorks: false })).toContain('key')
  expect(todo({ paidBy: 'ownKey', keyWorks: true })).not.toContain('key')
})

test('the key of the installation will do; no key at all will not', () => {
  expect(todo({ paidBy: 'platform' })).not.toContain('key')
  expect(todo({ paidBy: 'nobody' })).toContain('key')
})

test('what an agent of Voiceflow or a member who may not invite cannot do is no step', () => {
  expect(todo({ config: { ...config, agentPlatform: 'vf' }, mayInvite: false })).toEqual(['tried', 'theme', 'site'])
})
