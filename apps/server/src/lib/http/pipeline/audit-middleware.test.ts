import { SECRET_FIELDS } from '@parlance/contract/agents/schemas'
import { describe, expect, test } from 'vitest'
import { ghosts, operations, samples } from '../../../../test/helpers/operations.ts'
import type { Actor, AuditNote, Ctx } from '../../ctx.ts'
import { createLog } from '../../log.ts'
import { blankSecrets, withoutBlankSecrets, withoutSecrets } from './secrets.ts'
import {
  type AuditedAction,
  auditCall,
  openNotes,
  type AuditRecorder,
  type AuditedOperation,
  operationAuditPolicy,
} from './audit-middleware.ts'

const CANARY = 'a canary sings'
const ada = { kind: 'session', email: 'ada@example.test' } as Actor
const ctx = { actor: ada, workspaceId: 'w1' } as Ctx
const opOf = (name: string): AuditedOperation => {
  const op = operations.find((one) => one.name === name)
  if (!op) throw new Error(name)
  return { name, path: op.path, meta: op.meta, auditPolicy: operationAuditPolicy(op.method, op.meta) }
}
async function kept(
  op: AuditedOperation,
  given: { ctx?: Ctx; input?: unknown; output?: unknown; notes?: AuditNote[] },
): Promise<{ actions: AuditedAction[]; signedIn: string[] }> {
  const [actions, signedIn] = [[] as AuditedAction[], [] as string[]]
  const audit: AuditRecorder = {
    done: async (_, action) => void actions.push(action),
    signedIn: async (_, email) => void signedIn.push(email),
    signInFailed: () => {},
  }
  const workspaceOfAgent = async (_: Ctx, agentId: string) => (agentId === 'new' ? 'w2' : undefined)
  const deps = { audit, workspaceOfAgent, log: createLog({ level: 'silent' }) }
  const { notes: all = [], ...outcome } = given
  const notes = { all, isWritten: () => false }
  await auditCall(deps, op, { ctx, input: undefined, output: undefined, ...outcome }, notes)
  return { actions, signedIn }
}

/** Replaces every text that isn't an identifier. */
function withCanaries(value: unknown, named: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return named.has(value) ? value : CANARY
  if (Array.isArray(value)) return value.map((one) => withCanaries(one, named))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withCanaries(one, named)]))
}

describe('an entry holds only ids of inputs and outputs', () => {
  const audited = operations.filter((op) => operationAuditPolicy(op.method, op.meta) !== undefined)
  test.each(audited.map((op) => [op.name, op.path] as const))('%s', async (name, path) => {
    const input = samples[name]?.({ ...ghosts() }) ?? {}
    const { access } = opOf(name).meta
    const keys = [...[...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key), access.agent, access.workspace]
    const ids = keys.map((key) => String(input[key ?? '']))
    const output = {
      data: { ID: 'made', id: 'made', text: CANARY, SECRET_API_KEY: CANARY },
      key: CANARY,
      token: CANARY,
    }
    const { actions } = await kept(opOf(name), { input: withCanaries(input, new Set(ids)), output })
    expect(actions).toHaveLength(1)
    expect(actions[0]).toMatchObject({ workspaceId: 'w1', action: name })
    expect(JSON.stringify(actions)).not.toContain('canary')
  })
  test('covers every audited call', () => expect(audited.length).toBeGreaterThan(40))
})

test('names the saved settings, and adds the service’s notes', async () => {
  const note = { detail: { before: 'viewer', after: 'admin' } }
  const { actions } = await kept(opOf('agents.saveDraft'), {
    input: { agentId: 'a1', title: 'T', prompt: 'P' },
    notes: [note],
  })
  expect(actions).toEqual([
    {
      workspaceId: 'w1',
      action: 'agents.saveDraft',
      objectType: 'agent',
      objectId: 'a1',
      detail: { fields: ['prompt', 'title'], before: 'viewer', after: 'admin' },
      coalesce: true,
    },
  ])
})

test('logs a created agent in its workspace', async () => {
  const { actions } = await kept(opOf('agents.save'), { ctx: { ...ctx, workspaceId: '' }, input: { agentId: 'new' } })
  expect(actions).toMatchObject([{ workspaceId: 'w2', objectType: 'agent', objectId: 'new' }])
  expect(
    (await kept(opOf('agents.save'), { ctx: { ...ctx, workspaceId: '' }, input: { agentId: 'x' } })).actions,
  ).toEqual([])
})

test.each<[name: string, actor: Actor, n: number]>([
  ['agents.get', ada, 0],
  ['agents.export', ada, 1],
  ['analytics.csv', ada, 1],
  ['agents.delete', ada, 1],
  ['agents.delete', { kind: 'system', workspaceId: 'w1' }, 0],
  ['conversations.interact', ada, 0],
  ['conversations.delete', { kind: 'workspace', workspaceId: 'w1' }, 1],
])('%s of %j leaves %i entries', async (name, actor, n) => {
  expect((await kept(opOf(name), { ctx: { ...ctx, actor }, input: { agentId: 'a1' } })).actions).toHaveLength(n)
})

test('treats a response with an account and a session as a sign-in', async () => {
  const nobody = { ...ctx, actor: { kind: 'nobody' as const }, workspaceId: '' }
  const account = { email: 'ada@example.test' }
  const says = async (output: unknown) => (await kept(opOf('accounts.signIn'), { ctx: nobody, output })).signedIn
  expect(await says({ account, token: 't' })).toEqual(['ada@example.test'])
  expect(await says({ account })).toEqual([])
  expect(await says({ account: null, token: 't' })).toEqual([])
  expect(await says({ twoFactor: true, token: '' })).toEqual([])
})

test('ignores a failing log', async () => {
  const audit = { done: () => Promise.reject(new Error('no')) } as unknown as AuditRecorder
  const deps = { audit, workspaceOfAgent: async () => undefined, log: createLog({ level: 'silent' }) }
  const outcome = { ctx, input: { agentId: 'a' }, output: {} }
  const notes = openNotes(deps, opOf('agents.delete'), outcome.input)
  await expect(auditCall(deps, opOf('agents.delete'), outcome, notes)).resolves.toBeUndefined()
})

test('writes a service’s own entry once, and fails with it', async () => {
  const done: [Ctx, AuditedAction][] = []
  const audit = {
    done: async (by: Ctx, action: AuditedAction) => void done.push([by, action]),
  } as unknown as AuditRecorder
  const deps = { audit, workspaceOfAgent: async () => undefined, log: createLog({ level: 'silent' }) }
  const op = opOf('workspaces.rotateKey')
  const input = { uid: 'w1', keyId: 'k1', graceDays: 3 }
  const notes = openNotes(deps, op, input)
  const tx = { ...ctx, region: 'eu' } as Ctx
  notes.audit({ detail: { early: true } })
  await notes.auditIn(tx, { detail: { key: 'Mine' } })
  await auditCall(deps, op, { ctx, input, output: { key: CANARY } }, notes)
  expect(done).toHaveLength(1)
  expect(done[0]?.[0]).toBe(tx)
  expect(done[0]?.[1]).toMatchObject({
    action: 'workspaces.rotateKey',
    objectType: 'key',
    objectId: 'k1',
    detail: { early: true, key: 'Mine' },
    coalesce: false,
  })
  const failing = { ...deps, audit: { done: () => Promise.reject(new Error('no log')) } as unknown as AuditRecorder }
  await expect(openNotes(failing, op, input).auditIn(tx, {})).rejects.toThrow('no log')
})

test('writes an entry again after its transaction was rolled back', async () => {
  const done: AuditedAction[] = []
  const audit = { done: async (_: Ctx, action: AuditedAction) => void done.push(action) } as unknown as AuditRecorder
  const deps = { audit, workspaceOfAgent: async () => undefined, log: createLog({ level: 'silent' }) }
  const op = opOf('workspaces.rotateKey')
  const input = { uid: 'w1', keyId: 'k1', graceDays: 3 }
  const notes = openNotes(deps, op, input)
  const base: Ctx = {
    ...ctx,
    tx(work) {
      return work({ ...this, tx: (inner) => inner(this) })
    },
  }
  const given = notes.given(base)
  const failing = given.tx(async (inner) => {
    await inner.auditIn?.(inner, {})
    throw new Error('taken back')
  })
  await expect(failing).rejects.toThrow('taken back')
  expect(notes.isWritten()).toBe(false)
  await auditCall(deps, op, { ctx, input, output: {} }, notes)
  // One was rolled back with the transaction, one is written.
  expect(done).toHaveLength(2)
  // A failed part of a transaction that continues takes nothing back.
  await given.tx(async (inner) => {
    await inner.auditIn?.(inner, {})
    await inner.tx(() => Promise.reject(new Error('tried'))).catch(() => undefined)
  })
  expect(notes.isWritten()).toBe(true)
})

test('removes secrets from responses to API keys', () => {
  const secrets = Object.fromEntries([...SECRET_FIELDS, 'SECRET_API_KEY'].map((field) => [field, CANARY]))
  const answer = { data: [{ title: 'T', ...secrets, deep: { ...secrets, n: 1 } }], workspaceSecret: CANARY, none: null }
  expect(withoutSecrets(answer)).toEqual({ data: [{ title: 'T', deep: { n: 1 } }], workspaceSecret: '', none: null })
})

test('empties secrets in responses to support, and ignores empty ones in requests', () => {
  const secrets = Object.fromEntries([...SECRET_FIELDS, 'SECRET_API_KEY'].map((field) => [field, CANARY]))
  const none = Object.fromEntries(Object.keys(secrets).map((field) => [field, '']))
  const answer = { data: { title: 'T', ...secrets, deep: [{ ...secrets, n: 1 }] }, workspaceSecret: CANARY }
  expect(blankSecrets(answer)).toEqual({
    data: { title: 'T', ...none, deep: [{ ...none, n: 1 }] },
    workspaceSecret: '',
  })
  expect(withoutBlankSecrets({ title: '', ...none })).toEqual({ title: '' })
  expect(withoutBlankSecrets({ ...none, whatsappToken: 'new' })).toEqual({ whatsappToken: 'new' })
})
