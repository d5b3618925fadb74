import { WHITELABEL_TRIAL_SECONDS } from '@parlance/contract/billing/entitlements'
import { randomId } from '@parlance/contract/lib/ids'
import { expect, test } from 'vitest'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { createVault } from '../../lib/crypto.ts'
import { testCtx } from '../billing/testing.ts'
import { insert } from './members/repository.ts'
import { newWorkspace } from './new-workspace.ts'
import { createEntitlements, createPlans } from './plan.ts'
import { find } from './repository.ts'

const dbs = await freshDatabases()
const NOW = new Date('2026-11-10T12:00:00Z')
const ctx = testCtx(dbs.eu.db, { now: () => NOW })
const vault = createVault(Buffer.alloc(32, 7))
const plans = createPlans(createEntitlements({}))

async function workspace(ownerVerified = true): Promise<string> {
  const row = newWorkspace(ctx, vault, {
    ownerId: randomId(12),
    personal: false,
    email: `${randomId(6)}@example.test`,
    ownerVerified,
    displayName: '',
  })
  await insert(ctx.db, row)
  return row.uid
}

test('starts a new workspace on the free plan', async () => {
  const uid = await workspace()
  expect(await plans.entitlements(ctx, uid)).toMatchObject({ plan: 'free', whitelabel: false, payments: false })
  await expect(plans.entitlements(ctx, 'unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('applies a plan and add-ons at once, and keeps other fields', async () => {
  const uid = await workspace()
  const other = await workspace()
  await plans.setPlan(ctx, uid, { plan: 'pay_as_you_go', addOns: { 'workspace-seat': 2 }, hasEverPaid: true })
  await plans.setPlan(ctx, uid, { internal: { monthlyChargeLimit: 25 } })
  expect(await plans.entitlements(ctx, uid)).toMatchObject({ plan: 'pay_as_you_go', limits: { workspaceSeats: 3 } })
  expect((await find(ctx.db, uid))?.internal).toMatchObject({ useNewPricing: true, monthlyChargeLimit: 25 })
  expect(await plans.entitlements(ctx, other)).toMatchObject({ plan: 'free' })
})

test('starts a white-label trial once, also concurrently', async () => {
  const uid = await workspace()
  const all = await Promise.all(Array.from({ length: 20 }, () => plans.startWhitelabelTrial(ctx, uid)))
  expect(all.filter((end) => end !== undefined)).toEqual([NOW.getTime() / 1000 + WHITELABEL_TRIAL_SECONDS])
  expect(await plans.entitlements(ctx, uid)).toMatchObject({ whitelabel: true, whitelabelTrial: { state: 'active' } })
  const later = testCtx(dbs.eu.db, { now: () => new Date('2027-03-01T00:00:00Z') })
  expect(await plans.startWhitelabelTrial(later, uid)).toBeUndefined()
  expect(await plans.entitlements(later, uid)).toMatchObject({ whitelabel: false, whitelabelTrial: { state: 'over' } })
})

test('refuses a trial when unverified or already white-label', async () => {
  expect(await plans.startWhitelabelTrial(ctx, await workspace(false))).toBeUndefined()
  const uid = await workspace()
  await plans.setPlan(ctx, uid, { plan: 'pay_as_you_go', addOns: { 'mini-whitelabel': 1 } })
  expect(await plans.startWhitelabelTrial(ctx, uid)).toBeUndefined()
})
