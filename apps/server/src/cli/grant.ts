// Lets an operator give a workspace credits, extra seats, a plan or limits of its own: `node
// apps/server/src/cli/grant.ts --workspace <uid> --credits <n> | --seats <n> | --plan enterprise | --limits <json>
// [--region eu]`.
import { msg } from '@parlance/i18n/messages'
import { storedMessage } from '../lib/stored-message.ts'
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Limits, PLAN_IDS, PlanId } from '@parlance/contract/billing/entitlements'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { fromCredits, toCredits } from '@parlance/contract/lib/money'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { MOST_PLAN_SEATS } from '@parlance/contract/workspaces/members'
import { loadSettings } from '../config/config.ts'
import { readEnv } from '../config/env.ts'
import { createLedger } from '../modules/billing/service.ts'
import { setPlanLimits } from '../modules/workspaces/members/repository.ts'
import { find, setPlan } from '../modules/workspaces/repository.ts'
import type { Ctx } from '../lib/ctx.ts'
import { openDb, type Pool } from '../lib/db/pool.ts'
import { putIn } from '../lib/jobs/outbox.ts'
import { createLog } from '../lib/log.ts'
import type { Settings } from '../lib/settings.ts'
import { EVENT_HANDLERS } from '../event-handlers.ts'
import { InstallationError, openInstallation } from './installation.ts'

export interface OperatorGrant {
  readonly workspaceId: string
  readonly credits: number
  readonly region?: Region | undefined
  /** Idempotency key of the grant; a new one each time when absent. */
  readonly key?: string | undefined
}

const LARGEST = 1_000_000_000

/** Grants through the ledger and returns the new balance in credits. */
export async function operatorGrant(
  settings: Pick<Settings, 'dataDir' | 'regions' | 'databases'>,
  grant: OperatorGrant,
): Promise<{ region: Region; granted: boolean; balance: number }> {
  const { workspaceId, credits, key = randomUUID() } = grant
  if (!(credits > 0 && credits <= LARGEST))
    throw new InstallationError(`Credits are a number above 0, up to ${LARGEST}.`)
  const billing = createLedger()
  return whereItLives(settings, { ...grant, announce: true }, async (ctx) => {
    const amount = fromCredits(credits)
    const granted = await billing
      .grant(ctx, { workspaceId, amount, key: `operator:${key}`, cause: storedMessage(msg('credit_granted')) })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined
        throw error
      })
    if (granted === undefined) return undefined
    return { region: ctx.region, granted, balance: toCredits((await billing.balance(ctx, workspaceId)).available) }
  })
}

/** Sets how many seats the workspace has beyond those of every workspace, so that repeating it changes nothing. */
export async function operatorSeats(
  settings: Pick<Settings, 'dataDir' | 'regions' | 'databases'>,
  given: Pick<OperatorGrant, 'workspaceId' | 'region'> & { readonly seats: number },
): Promise<{ region: Region }> {
  const { workspaceId, seats } = given
  if (!Number.isInteger(seats) || seats < 0 || seats > MOST_PLAN_SEATS)
    throw new InstallationError(`Seats are a whole number from 0 to ${MOST_PLAN_SEATS}.`)
  return whereItLives(settings, given, async ({ db, region }) =>
    (await setPlanLimits(db, workspaceId, { workspaceSeats: seats })) ? { region } : undefined,
  )
}

const AgreedLimits = Limits.omit({ workspaceSeats: true }).partial().strict()

/** Replaces these limits of the plan by agreed ones, from JSON; repeating it changes nothing. */
export async function operatorLimits(
  settings: Pick<Settings, 'dataDir' | 'regions' | 'databases'>,
  given: Pick<OperatorGrant, 'workspaceId' | 'region'> & { readonly limits: string },
): Promise<{ region: Region }> {
  const { workspaceId } = given
  const limits = AgreedLimits.safeParse(readJson(given.limits)).data
  if (!limits || Object.keys(limits).length === 0)
    throw new InstallationError(
      `Limits are JSON such as {"maxAgents":200}: numbers or "infinity" for ${Object.keys(AgreedLimits.shape).join(', ')}.`,
    )
  return whereItLives(settings, given, async ({ db, region }) =>
    (await setPlanLimits(db, workspaceId, limits)) ? { region } : undefined,
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Puts the workspace on a plan that was agreed; repeating it changes nothing. */
export const operatorPlan = (
  settings: Pick<Settings, 'dataDir' | 'regions' | 'databases'>,
  given: Pick<OperatorGrant, 'workspaceId' | 'region'> & { readonly plan: PlanId },
): Promise<{ region: Region }> =>
  whereItLives(settings, given, async ({ db, region }) => {
    if (!(await find(db, given.workspaceId))) return undefined
    await setPlan(db, given.workspaceId, { plan: given.plan })
    return { region }
  })

async function whereItLives<T>(
  settings: Pick<Settings, 'dataDir' | 'regions' | 'databases'>,
  wanted: Pick<OperatorGrant, 'workspaceId' | 'region'> & { readonly announce?: boolean },
  work: (ctx: Ctx) => Promise<T | undefined>,
): Promise<T> {
  const { workspaceId } = wanted
  const regions = settings.regions.filter((region) => wanted.region === undefined || region === wanted.region)
  if (regions.length === 0) throw new InstallationError('This installation does not serve that region.')
  const installation = await openInstallation({ ...settings, regions }, 'parlance grant', {
    identity: wanted.announce === true,
  })
  try {
    for (const { region, pool } of installation.regions) {
      const done = await work(operatorCtx({ region, pool, workspaceId, identity: installation.identity }))
      if (done !== undefined) return done
    }
    throw new InstallationError(`There is no workspace ${workspaceId} in ${regions.join(' or ')}.`)
  } finally {
    await installation.close()
  }
}

interface OperatorOf {
  readonly region: Region
  readonly pool: Pool
  readonly workspaceId: string
  readonly identity: Pool | undefined
}

function operatorCtx({ region, pool, workspaceId, identity }: OperatorOf): Ctx {
  const make = (db: Ctx['db']): Ctx => ({
    actor: { kind: 'system', workspaceId },
    region,
    db,
    now: () => new Date(),
    log: createLog({ level: 'warn' }),
    origin: { kind: 'app', origin: '', isSecure: false },
    workspaceId,
    // A running server picks it up within seconds and continues work that waits for credits.
    async emit(event) {
      if (!identity) return
      const data = { ...event, eventId: randomId(24), eventAt: Date.now() }
      for (const job of EVENT_HANDLERS[event.type] ?? []) await putIn(openDb(identity), region, job, data)
    },
    tx: (work) => db.transaction((tx) => work(make(tx))),
  })
  return make(openDb(pool))
}

if (import.meta.main) {
  try {
    const { values } = parseArgs({
      options: {
        workspace: { type: 'string' },
        credits: { type: 'string' },
        seats: { type: 'string' },
        plan: { type: 'string' },
        limits: { type: 'string' },
        region: { type: 'string' },
        key: { type: 'string' },
      },
    })
    const { workspace: workspaceId, credits, seats, plan, limits, region, key } = values
    if (!workspaceId || [credits, seats, plan, limits].filter(Boolean).length !== 1)
      throw new InstallationError(
        'Say --workspace <uid>, and --credits <number>, --seats <number>, --plan <plan> or --limits <json>.',
      )
    if (region !== undefined && !isRegion(region)) throw new InstallationError('A region is eu or na.')
    const settings = loadSettings(readEnv())
    if (plan) {
      const agreed = PlanId.safeParse(plan)
      if (!agreed.success) throw new InstallationError(`A plan is one of ${PLAN_IDS.join(', ')}.`)
      const done = await operatorPlan(settings, { workspaceId, plan: agreed.data, region })
      console.log(`The workspace in ${done.region} is on the plan ${plan}.`)
    } else if (limits) {
      const done = await operatorLimits(settings, { workspaceId, limits, region })
      console.log(`The workspace in ${done.region} has the limits ${limits}.`)
    } else if (seats) {
      const done = await operatorSeats(settings, { workspaceId, seats: Number(seats), region })
      console.log(`The workspace in ${done.region} has ${seats} seats on top of those of every workspace.`)
    } else {
      const done = await operatorGrant(settings, { workspaceId, credits: Number(credits), region, key })
      const what = done.granted ? `${credits} credits granted` : 'Granted before under this key'
      console.log(`${what}. The workspace in ${done.region} now has ${done.balance} credits.`)
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
