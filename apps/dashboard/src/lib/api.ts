// The typed API client: global calls under /api, regional ones under /api/{region}.
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '@parlance/contract'
import type { ErrorBody } from '@parlance/contract/lib/errors'
import { apiBase, type Region } from '@parlance/contract/lib/regions'
import type { MessageParams } from '@parlance/i18n/messages'
import { ACT_AS_CLIENT } from './session/client-tab.ts'
import { contract } from './contract-json.ts'
import { i18n } from '../i18n/i18n.ts'

type GlobalContract = Pick<Contract, 'platform' | 'accounts'> & { workspaces: Pick<Contract['workspaces'], 'regions'> }
type RegionalContract = Omit<Contract, 'platform' | 'accounts' | 'workspaces'> & {
  workspaces: Omit<Contract['workspaces'], 'regions'>
  accounts: Pick<Contract['accounts'], 'exportData' | 'exportState' | 'exportAddress'>
  platform: Pick<Contract['platform'], 'translationLanguages'>
}

/** Details of a server error besides code, status and message. */
export interface ErrorDetail {
  requestId?: string
  /** Code of the message and its parameters. */
  reason?: string
  params?: MessageParams
  data?: unknown
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body

/** What a call can send besides its input. */
interface CallContext {
  readonly headers?: Readonly<Record<string, string>>
}

function link(base: string, asClient = false) {
  return new OpenAPILink<CallContext>(contract, {
    url: () => `${location.origin}${base}`,
    // The page's language, which may differ from the browser's; a new account takes it.
    headers: ({ context }) => ({
      'accept-language': i18n.language,
      ...(asClient ? ACT_AS_CLIENT : {}),
      ...context.headers,
    }),
    // Keepalive, so that a deletion arrives even if the page is left at once.
    fetch: (request, init) =>
      globalThis.fetch(request, request.method === 'DELETE' ? { ...init, keepalive: true } : init),
    customErrorResponseBodyDecoder: (body, response) => {
      if (!isErrorBody(body)) return null
      const { requestId, reason, params, data } = body
      const detail: ErrorDetail = { requestId, reason, params, data }
      return new ORPCError(body.code, { status: response.status, message: body.message, data: detail })
    },
  })
}

const globalClient = createORPCClient<ContractRouterClient<GlobalContract, CallContext>>(link('/api'))
export const globalApi = createTanstackQueryUtils(globalClient, { path: ['global'] })

function makeRegional(region: Region, asClient = false) {
  const client = createORPCClient<ContractRouterClient<RegionalContract, CallContext>>(link(apiBase(region), asClient))
  return createTanstackQueryUtils(client, { path: asClient ? [region, 'client'] : [region] })
}
export type RegionalApi = ReturnType<typeof makeRegional>
const made = new Map<Region, RegionalApi>()

/** The calls of one region; memoized. */
export function regionalApi(region: Region): RegionalApi {
  const api = made.get(region) ?? makeRegional(region)
  made.set(region, api)
  return api
}

const madeForClients = new Map<Region, RegionalApi>()

/** The same for a client user; memoized. */
export function clientApi(region: Region): RegionalApi {
  const api = madeForClients.get(region) ?? makeRegional(region, true)
  madeForClients.set(region, api)
  return api
}
