// Records loads and openings of widgets as reported by pages; all other data comes from the request itself.
import { allowsOrigin } from '@parlance/contract/agents/allowed-sites'
import { clientOf } from '@parlance/contract/analytics/clients'
import {
  type CountChannel,
  countsOf,
  PREVIEW,
  type REPORTED,
  UNKNOWN_COUNTRY,
} from '@parlance/contract/analytics/counts'
import { dayOf } from './period.ts'
import { isOwnSite, isPreviewCall, siteOf } from '@parlance/contract/analytics/widget-location'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../lib/ctx.ts'
import { memoize } from '../../lib/memoize.ts'
import type { CountBuffer } from './count-buffer.ts'
import type { Geo } from './ports.ts'

export interface CountedAgent {
  readonly enableGeoAnalytics: boolean
  readonly allowedDomains: readonly string[]
}

export interface RecordingDeps {
  readonly geo: Geo
  readonly countBuffer: CountBuffer
  /** The part of the published copy that counting needs; undefined for an unknown agent. */
  readonly counted: (ctx: Ctx, agentId: string) => Promise<CountedAgent | undefined>
  readonly monthlyMessages: (ctx: Ctx, agentId: string) => Promise<number>
  readonly own: () => string
}

export interface Reported {
  readonly agentId: string
  readonly record: (typeof REPORTED)[number]
  readonly region?: string | undefined
  readonly origin?: unknown
}

/** Cache time, because many pages of one agent ask at once; short, so that visitors see their own message counted. */
const MONTH_MS = 250

export function createRecording(deps: RecordingDeps) {
  const monthly = memoize(
    { ttlMs: MONTH_MS, max: 5000, key: (ctx: Ctx, agentId: string) => `${ctx.region}|${agentId}` },
    deps.monthlyMessages,
  )
  return {
    async load(
      ctx: Ctx,
      { agentId, record, region = ctx.region, origin }: Reported,
    ): Promise<{ monthlyMessages: number }> {
      if (region !== ctx.region)
        throw new AppError('INVALID_INPUT', untranslated(`This call counts for the region ${ctx.region}.`))
      const agent = await deps.counted(ctx, agentId)
      const headers = ctx.request?.headers ?? new Headers()
      const site = siteOf(headers.get('origin'))
      // A site that may not embed the widget gets the same answer as for an unknown agent, as when loading it.
      if (!agent || !mayCount(agent, headers, site, deps.own())) throw new AppError('NOT_FOUND')
      const channel = channelOf(headers, site, origin, deps.own())
      const wantsCountry = agent.enableGeoAnalytics && channel !== PREVIEW
      const country = wantsCountry ? ((await deps.geo.countryOf(ctx.request?.ip ?? '')) ?? UNKNOWN_COUNTRY) : undefined
      const [at, day] = [ctx.now(), dayOf(ctx.now())]
      deps.countBuffer.add(
        ctx.region,
        countsOf({ record, channel, country, ...clientOf(clientHeaders(headers)) }).map((count) => ({
          ...count,
          agentId,
          day,
        })),
      )
      if (record === 'loads' && site !== undefined && channel !== PREVIEW)
        deps.countBuffer.addSite(ctx.region, { agentId, origin: site, at })
      return { monthlyMessages: (await monthly(ctx, agentId)) ?? 0 }
    },

    async ip(ctx: Ctx): Promise<{ ip: string; country: string }> {
      const ip = ctx.request?.ip ?? ''
      return { ip, country: (await deps.geo.countryOf(ip)) ?? UNKNOWN_COUNTRY }
    },
  }
}

function mayCount({ allowedDomains }: CountedAgent, headers: Headers, site: string | undefined, own: string): boolean {
  const origin = headers.get('origin')
  return origin === null || allowsOrigin(allowedDomains, origin) || isOwnSite(site, headers.get('host') ?? '', own)
}

function channelOf(headers: Headers, site: string | undefined, told: unknown, own: string): CountChannel {
  const call = { origin: site, host: headers.get('host') ?? '', referer: headers.get('referer') ?? '' }
  return told === PREVIEW || isPreviewCall(call, own) ? PREVIEW : 'web-chat'
}

const clientHeaders = (headers: Headers) => ({
  agent: headers.get('user-agent') ?? '',
  brands: headers.get('sec-ch-ua') ?? '',
  platform: headers.get('sec-ch-ua-platform') ?? '',
})
