import { describe, expect, test } from 'vitest'
import {
  ADD_ON_IDS,
  addOnFor,
  addOnOf,
  CustomPlan,
  entitlements,
  type EntitlementsInput,
  isWithin,
  type Limit,
  PLAN_IDS,
  PLAN_LIMITS,
  WHITELABEL_GRACE_SECONDS,
  WHITELABEL_TRIAL_SECONDS,
  whitelabelTrialEnd,
} from './entitlements.ts'

const NOW = new Date('2026-11-10T12:00:00Z')
const end = whitelabelTrialEnd(NOW)
const base: EntitlementsInput = {
  plan: 'free',
  addOns: {},
  trial: { whitelabel_trial: false, whitelabelTrialEndsAt: 0 },
  customPlan: CustomPlan.parse({}),
  now: NOW,
}
const of = (input: Partial<EntitlementsInput>) => entitlements({ ...base, ...input })
const trial = { whitelabel_trial: true, whitelabelTrialEndsAt: end }
const seconds = (at: number) => new Date(at * 1000)

test.each(PLAN_IDS)('%s has its limits without add-ons', (plan) => {
  expect(of({ plan }).limits).toEqual(PLAN_LIMITS[plan])
})

test.each<[string, Partial<EntitlementsInput>, boolean, boolean, boolean]>([
  ['free', {}, false, false, false],
  ['pay as you go', { plan: 'pay_as_you_go' }, false, true, true],
  ['enterprise', { plan: 'enterprise' }, true, true, true],
  ['the add-on', { plan: 'pay_as_you_go', addOns: { 'mini-whitelabel': 1 } }, true, true, true],
  ['an add-on of quantity 0', { addOns: { 'mini-whitelabel': 0 } }, false, false, false],
  ['a trial', { trial }, true, true, false],
  ['a trial in its last second', { trial, now: seconds(end - 1) }, true, true, false],
  ['a trial that ended', { trial, now: seconds(end) }, false, false, false],
  ['a trial that was taken back', { trial: { ...trial, whitelabel_trial: false } }, false, false, false],
  ['agreed terms', { customPlan: CustomPlan.parse({ features: { whitelabel: true } }) }, true, true, false],
  [
    'terms without it',
    { plan: 'enterprise', customPlan: CustomPlan.parse({ features: { whitelabel: false } }) },
    false,
    true,
    true,
  ],
])('%s: white label, own domains, payments', (_what, input, whitelabel, customDomain, payments) => {
  const found = of(input)
  expect([found.whitelabel, found.autoBilling]).toEqual([whitelabel, whitelabel])
  expect([found.customDomain, found.payments]).toEqual([customDomain, payments])
})

test.each([
  ['never', 0, NOW],
  ['active', end, NOW],
  ['grace', end, seconds(end)],
  ['grace', end, seconds(end + WHITELABEL_GRACE_SECONDS - 1)],
  ['over', end, seconds(end + WHITELABEL_GRACE_SECONDS)],
])('a trial is %s', (state, whitelabelTrialEndsAt, now) => {
  expect(of({ trial: { whitelabel_trial: true, whitelabelTrialEndsAt }, now }).whitelabelTrial.state).toBe(state)
})

test('a trial lasts 1,209,600 seconds', () => {
  expect(end - NOW.getTime() / 1000).toBe(1_209_600)
  expect(WHITELABEL_TRIAL_SECONDS).toBe(1_209_600)
})

test.each<[Limit, number, number, number]>([
  [1, 1, 0, 0],
  [5, 5, 0, 0],
  [5, 1, 0, 4],
  [17, 5, 10, 2],
  [1, 1, 0, -9],
  [2, 2, 0, 0.9],
])('%s seats are %i of the installation, %i bought and %f agreed', (limit, baseSeats, bought, workspaceSeats) => {
  const customPlan = CustomPlan.parse({ limits: { workspaceSeats } })
  expect(of({ baseSeats, addOns: { 'workspace-seat': bought }, customPlan }).limits.workspaceSeats).toBe(limit)
})

describe('add-ons', () => {
  test.each([
    ['client_seat', 'clientSeats'],
    ['concurrent-call-line', 'maxConcurrentCalls'],
    ['twilio-phone-number', 'twilioPhoneNumberSlots'],
    ['agent-seat', 'maxAgents'],
    ['workspace-seat', 'workspaceSeats'],
  ] as const)('%s raises %s by its quantity', (addOn, limit) => {
    const plan = 'pay_as_you_go'
    const before = PLAN_LIMITS[plan][limit]
    expect(of({ plan, addOns: { [addOn]: 3 } }).limits[limit]).toBe(Number(before) + 3)
    expect(addOnFor(limit)).toBe(addOn)
  })

  test('keep an unlimited limit', () => {
    expect(of({ plan: 'enterprise', addOns: { 'agent-seat': 2 } }).limits.maxAgents).toBe('infinity')
    expect(addOnFor('maxKbDocsCharCount')).toBeUndefined()
  })

  test.each([
    ['client_seat', 'client_seat'],
    ['client-seat', 'client_seat'],
    ['WORKSPACE_SEAT', 'workspace-seat'],
    ['workspace-seats', undefined],
    ['__proto__', undefined],
  ])('%s is %s', (id, addOn) => expect(addOnOf(id)).toBe(addOn))

  test('accept ids in both spellings', () => {
    for (const id of ADD_ON_IDS) expect(addOnOf(id.replaceAll('-', '_'))).toBe(id)
  })
})

test('the installation’s limits replace the defaults, agreed ones replace both', () => {
  const planLimits = { free: { maxAgents: 7, clientSeats: 'infinity' } } as const
  expect(of({ planLimits }).limits).toMatchObject({ maxAgents: 7, clientSeats: 'infinity', maxConcurrentCalls: 1 })
  const customPlan = CustomPlan.parse({ limits: { maxAgents: 'infinity', clientSeats: 2 } })
  expect(of({ planLimits, customPlan }).limits).toMatchObject({ maxAgents: 'infinity', clientSeats: 2 })
})

test.each<[Limit, number, boolean]>([
  [2, 1, true],
  [2, 2, false],
  [0, 0, false],
  ['infinity', 1e9, true],
])('of %s, with %i in use one more fits: %s', (limit, used, fits) => expect(isWithin(limit, used)).toBe(fits))
