// Every list of the contract: `limit` is bounded and returns the first entries.
import { contract } from '@parlance/contract'
import { startMeta } from '@parlance/simulators/meta/server'
import { newUser } from '@parlance/simulators/meta/graph'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { startTestServer } from '../helpers/app.ts'
import { makeClientBilling } from '../helpers/client-billing.ts'
import { makeEvent, makeKey, makeTheme, operations, samples, send, type Operation } from '../helpers/operations.ts'
import { makeTenant, type Tenant } from '../helpers/tenants.ts'
import { walk } from '../helpers/database-snapshot.ts'

const provider = await startMeta()
afterAll(provider.close)
const { appId, appSecret, verifyToken } = provider
const server = await startTestServer({
  settings: {
    baseWorkspaceSeats: 20,
    meta: { baseUrl: provider.url, version: 'v18.0', appId, appSecret, verifyToken, dialogUrl: () => provider.url },
  },
})

type Schema = z.ZodType & { unwrap?: () => Schema; shape?: Record<string, Schema> }
const fieldsOf = (schema: Schema | undefined): Record<string, Schema> =>
  schema?.unwrap ? fieldsOf(schema.unwrap()) : (schema?.shape ?? {})
/** The response key with the list; undefined for other calls. */
const listKey = ({ name, method }: Operation): string | undefined => {
  const [noun = '', call = ''] = name.split('.')
  const procedure = (contract as Record<string, Record<string, { '~orpc': { outputSchema?: unknown } }>>)[noun]?.[call]
  const answered = fieldsOf(procedure?.['~orpc'].outputSchema as Schema | undefined)
  return method === 'GET'
    ? ['items', 'languages', 'data', 'messages'].find((key) => answered[key]?.type === 'array')
    : undefined
}
const lists = operations.filter((op) => listKey(op) !== undefined)

let tenant: Tenant
beforeAll(async () => {
  tenant = await makeTenant(server, 'eu')
  await server.makeAgent(tenant.owner)
  await makeTheme(server, tenant.owner)
  await makeKey(server, tenant.owner)
  await makeEvent(server.dbs, server, tenant.owner)
  await connectWhatsapp(tenant)
  // Receipts of an organisation exist where it is billed.
  const { orgId, bearers } = tenant
  Object.assign(tenant, await makeClientBilling(server, tenant.owner, { orgId, client: bearers.client }))
}, 60_000)

/** Templates belong to the agent's number. */
async function connectWhatsapp({ agentId, owner }: Tenant) {
  const user = newUser()
  const { wabaId, phoneIds } = provider.whatsapp.assetsOf(user)
  const fields = { wabaId, phoneId: phoneIds[0], longAccessToken: provider.login(user) }
  await server.must('POST', `${server.api('eu')}/agents/${agentId}/channels/whatsapp`, owner.token, { fields })
}

const inputOf = (op: Operation) => samples[op.name]?.(tenant) ?? {}

test('accepts a limit within bounds on every list', () => {
  expect(lists.length).toBeGreaterThan(30)
  for (const op of lists) {
    const taken = (limit: unknown) => op.input?.safeParse({ ...inputOf(op), limit }).success ?? false
    for (const limit of ['1', '20']) expect(taken(limit), `${op.name} ${limit}`).toBe(true)
    for (const limit of ['0', '1000', '-1', '1.5', 'ten']) expect(taken(limit), `${op.name} ${limit}`).toBe(false)
  }
})

test('returns no more items than the limit on every list', { timeout: 60_000 }, async () => {
  const { bearers } = tenant
  const longer: string[] = []
  await walk(lists, async (op) => {
    const { by } = op.meta.access
    const caller = by.find((one): one is keyof typeof bearers => one in bearers)
    const bearer = caller === undefined ? undefined : bearers[caller]
    const ask = async (extra: Record<string, unknown>) => {
      const { status, body } = await send(op, server.url, 'eu', { ...inputOf(op), ...extra }, { bearer })
      expect(status, `${op.name} ${JSON.stringify(body)}`).toBe(200)
      return body?.[listKey(op) ?? ''] as unknown[]
    }
    const whole = await ask({})
    expect(await ask({ limit: 1 }), op.name).toHaveLength(Math.min(1, whole.length))
    if (whole.length > 1) longer.push(op.name)
    const { status, body } = await send(op, server.url, 'eu', { ...inputOf(op), limit: 1000 }, { bearer })
    expect([status, body?.['code']], op.name).toEqual([400, 'INVALID_INPUT'])
  })
  // Two entries prove the limit, for whole and for paged lists.
  for (const name of ['workspaces.members', 'workspaces.keys', 'agents.summaries', 'platform.translationLanguages'])
    expect(longer).toContain(name)
  for (const name of ['agents.list', 'themes.list', 'events.deliveries', 'conversations.get', 'audit.list'])
    expect(longer).toContain(name)
})
