// The few calls of the sign-in page.
import type { PublicAgency } from '@parlance/contract/agencies/schemas'
import { apiBase, type Region } from '@parlance/contract/lib/regions'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { ACT_AS_CLIENT } from '../lib/session/client-tab.ts'

/** The server, or the connection to it, failed: nothing was refused. */
export class Fault extends Error {}
export class Refusal extends Error {
  readonly code: string
  readonly reason: string | undefined
  readonly params: Readonly<Record<string, unknown>> | undefined
  constructor({ code = '', message = '', reason, params }: RefusalBody) {
    super(message)
    this.code = code
    this.reason = reason
    this.params = params
  }
}
interface RefusalBody {
  readonly code?: string
  readonly message?: string
  readonly reason?: string
  readonly params?: Readonly<Record<string, unknown>>
}

async function ask<Answer>(region: Region, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${apiBase(region)}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'accept-language': document.documentElement.lang,
      ...ACT_AS_CLIENT,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new Fault('', { cause })
  })
  const answer = (await response.json().catch(() => ({}))) as Answer & RefusalBody
  if (response.ok) return answer
  throw response.status >= 500 ? new Fault(answer.message) : new Refusal(answer)
}

export const signInApi = (region: Region, agencyId: string) => ({
  agency: async () => (await ask<{ data: PublicAgency }>(region, `/public/agencies/${agencyId}`)).data,
  /** Who is signed in here now, by name; undefined for nobody. */
  current: async () => {
    const session = await ask<{ data: ClientSession }>(region, '/client/me').catch(() => undefined)
    return session && (session.data.client.name || session.data.client.email || session.data.agency.name)
  },
  byPassword: async (email: string, password: string) =>
    (await ask<{ data: ClientSession }>(region, '/client/sign-in', { agencyId, email, password })).data,
  bySecret: async (secret: string) =>
    (await ask<{ data: ClientSession }>(region, '/client/sign-in/secret', { agencyId, secret })).data,
  byToken: async (token: string) =>
    (await ask<{ clientData: ClientSession }>(region, '/rpc/validateClientLoginToken', { token })).clientData,
  /** Sends a code by mail unless `code` is given. */
  code: async (email: string, code?: string) =>
    (
      await ask<{ data: { clientData: { email: string; dashboardPassword: string } | null } }>(
        region,
        '/rpc/ssoClient',
        { agencyId, email, ...(code !== undefined && { code }) },
      )
    ).data.clientData,
  setPassword: async (token: string, password: string) =>
    (await ask<{ data: ClientSession }>(region, '/client/password/set', { token, password })).data,
})
export type SignInApi = ReturnType<typeof signInApi>
