// A server process that makes twenty debits at once, again and again, each of which may cross the threshold.
// Tests run and kill it; without `isSpending` it is a server like any other.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../src/lib/ctx.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Settings } from '../../src/lib/settings.ts'
import { createPaymentsRouter } from '../../src/modules/payments/router.ts'
import { startServer } from '../../src/server.ts'
import type { Operate, Operated } from './killed-server.ts'

const { uid, region, threshold, isSpending, settings } = JSON.parse(process.env['RECHARGING'] ?? '{}') as {
  uid: string
  region: Region
  /** Milli-credits. */
  threshold: number
  isSpending: boolean
  settings: Omit<Settings, 'masterKey'> & { masterKey: string }
}
process.stdin.resume().once('close', () => process.exit())
const log = createLog({ level: 'silent' })
const server = await startServer({ ...settings, masterKey: Buffer.from(settings.masterKey, 'base64') }, log)
const { services, contexts } = server.container
const calls = createPaymentsRouter(services.payments)
process.on('message', (asked: Operate) => void operate(asked))
async function operate({ id, workspaceId, call, input }: Operate): Promise<void> {
  const handler = calls[call] as (ctx: Ctx, input: object) => Promise<unknown>
  const done: Operated = await (async () => handler(contexts.system(region, workspaceId), input))().then(
    (value) => ({ id, value }),
    (error: unknown) =>
      error instanceof AppError ? { id, value: { refused: error.code } } : { id, error: String(error) },
  )
  process.send?.(done)
}
const { billing, payments } = services
const ctx = contexts.system(region, uid)
// What the schedule does some minutes after a start.
const later = { ...contexts.system(region), now: () => new Date(Date.now() + 300_000) }
await payments.resumePurchases(later)
await payments.sweepRecharges(later)
process.stdout.write(`ready ${server.url}\n`)

const DEBITS = 20
while (isSpending) {
  const { available } = await billing.balance(ctx, uid)
  if (available < threshold) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    continue
  }
  const amount = Math.ceil((available - threshold + 1000) / DEBITS)
  // On an overloaded machine the database may refuse one.
  await Promise.allSettled(
    Array.from({ length: DEBITS }, () =>
      ctx.tx(async (tx) => {
        const item = { holdKey: `turn:${randomId(16)}`, workspaceId: uid, agentId: null, cause: 'Turn' }
        await billing.lockBalances(tx.db, [uid])
        await billing.holdMany(tx.db, [{ ...item, amount }])
        const [settled] = await billing.settleMany(tx.db, [{ ...item, cost: amount }])
        if (settled?.crossed) await tx.emit({ type: 'credits.crossed', workspaceId: uid })
      }),
    ),
  )
}
