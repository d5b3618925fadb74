import type { Access } from '@parlance/contract/lib/operation'
import { newApiKey, newClientToken, newAgencySecret, newSecretKey, newVisitorId } from '@parlance/contract/lib/ids'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../crypto.ts'
import type { Actor, ClientActor, Ctx } from '../../ctx.ts'
import { type Asking, authenticate, authorize, type Guard } from './authorize.ts'

const agencySecret = newAgencySecret()
const [workspaceSecret, agentSecret, apiKey] = [newSecretKey(), newSecretKey(), newApiKey()]
const person = (email: string): Extract<Actor, { kind: 'session' }> => ({
  kind: 'session',
  userId: email,
  email,
  name: '',
  emailVerified: true,
  region: 'eu',
  sessionToken: 's',
})
const clientToken = newClientToken()
const client: ClientActor = {
  kind: 'client',
  sessionToken: clientToken,
  workspaceId: 'w1',
  agencyId: 'y1',
  host: '',
  clientId: 'c1',
  orgId: 'o1',
  email: 'client@x',
  name: '',
  isAdmin: false,
  isOrgAdmin: false,
  allowCreateAgents: false,
  canAccess: ['/convos'],
  agentIds: ['a1'],
  disabledMessage: undefined,
}
const guard: Guard = {
  session: async (headers) => {
    const given = `${headers.get('authorization') ?? ''}${headers.get('cookie') ?? ''}`
    return given.includes('good-session') ? person('owner@x') : undefined
  },
  workspaceBySecret: async (_, hash) => (hash === sha256(workspaceSecret) ? 'w1' : undefined),
  agencyBySecret: async (_, hash) =>
    hash === sha256(agencySecret) ? { agencyId: 'g1', workspaceId: 'w1' } : undefined,
  agentBySecret: async (_, hash) => (hash === sha256(agentSecret) ? { agentId: 'a1', workspaceId: 'w1' } : undefined),
  workspaceOfAgent: async (_, agentId) => ({ a1: 'w1', a2: 'w1', b1: 'w2' })[agentId],
  roleOf: async (_, workspaceId, email) =>
    workspaceId !== 'w1' ? undefined : email === 'owner@x' ? 'owner' : email === 'member@x' ? 'editor' : undefined,
  apiKey: async (_, hash) =>
    hash === sha256(apiKey)
      ? { keyId: 'k1', keyName: 'Key', workspaceId: 'w1', scopes: ['agents:read' as const] }
      : undefined,
  client: async (_, token) => (token === clientToken ? client : undefined),
  clientCookie: (_, headers) => (headers.get('cookie')?.includes('client-session') ? clientToken : undefined),
  keyUsed: () => {},
  sessionNow: async () => person('owner@x'),
  homeWorkspace: async () => 'home',
}
const app = { kind: 'app', origin: 'https://app.test', isSecure: true } as const
// Only what these rules read of a context.
const ctxOf = (actor: Actor) => ({ actor }) as Ctx
const asking = (headers: Record<string, string>, over: Partial<Asking> = {}): Asking => ({
  headers: new Headers(headers),
  method: 'POST',
  origin: app,
  local: true,
  sandbox: true,
  ...over,
})
/** As the chat frame keeps it when storage is denied; its path matches no call. */
const visitorCookie = { cookie: `parlance_chat=parlance%3Aeu%3Aa1.%7B%22visitorId%22%3A%22${newVisitorId()}%22%7D` }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const who = (by: Access['by'], headers: Record<string, string>, over: Partial<Asking> = {}) =>
  authenticate(guard, ctxOf({ kind: 'nobody' }), { by }, asking(headers, over)).then(
    ({ kind }) => kind,
    (error: { code: string }) => error.code,
  )
const STAFF = ['session', 'workspace', 'agent'] as const

describe('the caller', () => {
  test.each<[name: string, by: Access['by'], headers: Record<string, string>, kind: string]>([
    ['nobody where anybody may', ['public'], {}, 'nobody'],
    ['a token means nothing where only the public is meant', ['public'], bearer('garbage'), 'nobody'],
    ['nobody where somebody must', STAFF, {}, 'UNAUTHORIZED'],
    ['a session', STAFF, bearer('good-session'), 'session'],
    ['a workspace', STAFF, bearer(workspaceSecret), 'workspace'],
    ['an agent', STAFF, bearer(agentSecret), 'agent'],
    ['an agency where it may not', STAFF, bearer(agencySecret), 'FORBIDDEN'],
    ['an agency', ['session', 'agency'], bearer(agencySecret), 'agency'],
    ['an agent where only people may', ['session'], bearer(agentSecret), 'FORBIDDEN'],
    ['a well-formed unknown secret', STAFF, bearer(newSecretKey()), 'UNAUTHORIZED'],
    ['garbage where the public may too', ['public', 'session'], bearer('garbage'), 'UNAUTHORIZED'],
    ['a visitor', ['public', 'visitor'], bearer(newVisitorId()), 'visitor'],
    ['a visitor’s key in a cookie opens nothing', ['visitor', ...STAFF], visitorCookie, 'UNAUTHORIZED'],
    ['a visitor’s key in a cookie tells nobody', ['public', 'visitor', 'session'], visitorCookie, 'nobody'],
    ['a visitor where only staff may', STAFF, bearer(newVisitorId()), 'UNAUTHORIZED'],
    ['a visitor key too short to be one', ['visitor'], bearer('short'), 'UNAUTHORIZED'],
    ['an unknown secret is no visitor key', ['visitor'], bearer(newSecretKey()), 'UNAUTHORIZED'],
    ['a token beyond any length', ['visitor', ...STAFF], bearer('x'.repeat(513)), 'UNAUTHORIZED'],
    ['another scheme', STAFF, { authorization: 'Basic good-session' }, 'UNAUTHORIZED'],
    ['a cookie', ['session'], { cookie: 'good-session', origin: 'https://app.test' }, 'session'],
    ['a cookie that says nothing of its page', ['session'], { cookie: 'good-session' }, 'FORBIDDEN'],
    [
      'a cookie in a request of our own page',
      ['session'],
      { cookie: 'good-session', 'sec-fetch-site': 'same-origin' },
      'session',
    ],
    ['a cookie of no page', ['session'], { cookie: 'good-session', 'sec-fetch-site': 'none' }, 'FORBIDDEN'],
    ['a cookie from another site', ['session'], { cookie: 'good-session', origin: 'https://evil.test' }, 'FORBIDDEN'],
    ['a cookie from nowhere', ['session'], { cookie: 'good-session', origin: 'null' }, 'FORBIDDEN'],
    [
      'a cookie in a cross-site request',
      ['session'],
      { cookie: 'good-session', 'sec-fetch-site': 'cross-site' },
      'FORBIDDEN',
    ],
    [
      'a cookie in a same-site request',
      ['session'],
      { cookie: 'good-session', 'sec-fetch-site': 'same-site' },
      'FORBIDDEN',
    ],
    ['a cookie where no session is meant', ['workspace'], { cookie: 'good-session' }, 'UNAUTHORIZED'],
    [
      'a bearer counts alone when there is a cookie too',
      ['session'],
      { cookie: 'good-session', ...bearer('garbage') },
      'UNAUTHORIZED',
    ],
  ])('%s', async (_, by, headers, kind) => expect(await who(by, headers)).toBe(kind))

  test.each(['GET', 'HEAD'])('reading with a cookie needs no origin: %s', async (method) => {
    for (const origin of [{}, { origin: 'https://evil.test' }] as Record<string, string>[])
      expect(await who(['session'], { cookie: 'good-session', ...origin }, { method })).toBe('session')
  })
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('writing with a cookie alone is refused: %s', async (method) =>
    expect(await who(['session'], { cookie: 'good-session' }, { method })).toBe('FORBIDDEN'),
  )
  test('allows the sandbox only on this machine', async () => {
    expect(await who(['sandbox'], {})).toBe('nobody')
    expect(await who(['sandbox'], {}, { local: false })).toBe('NOT_FOUND')
    expect(await who(['sandbox'], {}, { sandbox: false })).toBe('NOT_FOUND')
  })
})

describe('the tenant', () => {
  const workspace: Actor = { kind: 'workspace', workspaceId: 'w1' }
  const agent: Actor = { kind: 'agent', agentId: 'a1', workspaceId: 'w1' }
  const visitor: Actor = { kind: 'visitor', key: 'k' }
  const byAgent: Access = { by: STAFF, agent: 'agentId' }
  const byWorkspace: Access = { by: STAFF, workspace: 'uid' }
  test.each<[name: string, actor: Actor, access: Access, input: Record<string, unknown>, answer: string]>([
    ['an own agent', workspace, byAgent, { agentId: 'a1' }, 'w1'],
    ['a foreign agent', workspace, byAgent, { agentId: 'b1' }, 'NOT_FOUND'],
    ['an unknown agent', workspace, byAgent, { agentId: 'zz' }, 'NOT_FOUND'],
    ['an agent’s key and itself', agent, byAgent, { agentId: 'a1' }, 'w1'],
    ['an agent’s key and its sibling', agent, byAgent, { agentId: 'a2' }, 'NOT_FOUND'],
    ['a new agent', workspace, { ...byAgent, creates: true }, { agentId: 'zz' }, ''],
    ['a new agent by an agent’s key', agent, { ...byAgent, creates: true }, { agentId: 'zz' }, 'NOT_FOUND'],
    [
      'a foreign agent where new ones may be made',
      workspace,
      { ...byAgent, creates: true },
      { agentId: 'b1' },
      'NOT_FOUND',
    ],
    ['a member', person('member@x'), byAgent, { agentId: 'a1' }, 'w1'],
    ['a stranger', person('other@x'), byAgent, { agentId: 'a1' }, 'NOT_FOUND'],
    [
      'a member where the owner must',
      person('member@x'),
      { ...byWorkspace, role: 'owner' },
      { uid: 'w1' },
      'FORBIDDEN',
    ],
    ['the owner', person('owner@x'), { ...byWorkspace, role: 'owner' }, { uid: 'w1' }, 'w1'],
    ['a foreign workspace', workspace, byWorkspace, { uid: 'w2' }, 'NOT_FOUND'],
    ['an unknown workspace', person('owner@x'), byWorkspace, { uid: 'zz' }, 'NOT_FOUND'],
    ['no workspace named, by its secret', workspace, byWorkspace, {}, 'w1'],
    ['no workspace named, by a person', person('owner@x'), byWorkspace, {}, 'home'],
    ['a visitor at any agent', visitor, byAgent, { agentId: 'b1' }, 'w2'],
    ['the public at any agent', { kind: 'nobody' }, byAgent, { agentId: 'b1' }, 'w2'],
    ['nothing named at all', agent, { by: STAFF }, {}, 'w1'],
  ])('%s', async (_, actor, access, input, answer) => {
    const found = await authorize(guard, ctxOf(actor), access, input).catch((error: { code: string }) => error.code)
    expect(found).toBe(answer)
  })

  test('leaves an id that is not text to the schema, and opens nothing', async () => {
    for (const agentId of [undefined, null, 7, ['a1'], { a: 1 }, ''])
      expect(await authorize(guard, ctxOf(workspace), byAgent, { agentId })).toBe('')
  })
})

describe('a client user', () => {
  const enters = (as: Partial<ClientActor>, access: Omit<Access, 'by'>, input: Record<string, unknown>) =>
    authorize(guard, ctxOf({ ...client, ...as }), { by: ['client'], ...access }, input).then(
      (workspaceId) => workspaceId,
      (error: { code: string }) => error.code,
    )
  const convos = { agent: 'agentId', client: { tabs: ['/convos'] } } as const
  const org = { workspace: 'uid', org: 'orgId', client: { admin: true } } as const
  const ofOrg = { uid: 'w1', orgId: 'o1' }
  const disabled = { disabledMessage: '' }

  test.each([
    ['an agent of theirs', {}, convos, { agentId: 'a1' }, 'w1'],
    ['another agent of the workspace', {}, convos, { agentId: 'a2' }, 'NOT_FOUND'],
    ['an agent of another workspace', {}, convos, { agentId: 'b1' }, 'NOT_FOUND'],
    ['a tab they were not given', { canAccess: [] }, convos, { agentId: 'a1' }, 'FORBIDDEN'],
    [
      'all agents of the workspace as the agency’s admin',
      { agentIds: undefined, isAdmin: true },
      convos,
      { agentId: 'a2' },
      'w1',
    ],
    ['their org without being its admin', {}, org, ofOrg, 'FORBIDDEN'],
    ['their org as its admin', { isOrgAdmin: true }, org, ofOrg, 'w1'],
    ['another org', { isOrgAdmin: true }, org, { uid: 'w1', orgId: 'o2' }, 'NOT_FOUND'],
    ['another workspace', { isOrgAdmin: true }, org, { uid: 'w2', orgId: 'o1' }, 'NOT_FOUND'],
    ['any org as the agency’s admin', { isAdmin: true }, org, { uid: 'w1', orgId: 'o2' }, 'w1'],
    ['an agent while access is disabled', disabled, convos, { agentId: 'a1' }, 'ACCESS_DISABLED'],
    ['their own account while access is disabled', disabled, { client: {} }, {}, 'ACCESS_DISABLED'],
    ['what tells them so', disabled, { client: { whenDisabled: true } }, {}, 'w1'],
  ] as const)('asks for %s', async (_, as, access, input, expected) => {
    expect(await enters(as, access, input)).toBe(expected)
  })

  const both = { cookie: 'good-session; client-session' }
  test.each([
    ['is that by the cookie', { cookie: 'client-session' }, {}, 'client'],
    ['is the workspace user who is signed in too', both, {}, 'session'],
    ['is meant where the page says so', { ...both, 'x-parlance-act-as': 'client' }, {}, 'client'],
    ['is that by the token', bearer(clientToken), {}, 'client'],
    [
      'writes nothing from another site',
      { cookie: 'client-session', origin: 'https://evil.test' },
      { origin: app },
      'FORBIDDEN',
    ],
  ] as const)('%s', async (_, headers, over, expected) => {
    const method = headers === both || !('origin' in headers) ? 'GET' : 'POST'
    expect(await who(['session', 'client'], headers, { method, ...over })).toBe(expected)
  })
})
