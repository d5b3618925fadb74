import { z } from 'zod'
import { Channel } from '../channels/schemas.ts'
import { limitInput, regional } from '../lib/operation.ts'
import { REPORTED } from './counts.ts'
import { OUTCOME_TABLES, Outcomes, OutcomesFilter } from './outcomes.ts'

const tag = 'Analytics'
const agentId = z.string().max(100)
const said = z.union([z.string().max(1000), z.number(), z.null()]).optional()
const staff = { by: ['session', 'workspace', 'agency', 'agent'], agent: 'agentId' } as const
const viewed = { by: [...staff.by, 'client'], agent: 'agentId', client: { tabs: ['/analytics'] } } as const
const byTeam = {
  by: ['session', 'workspace', 'agency', 'client'],
  workspace: 'uid',
  client: { tabs: ['/analytics'] },
  limit: 'search',
} as const
const outcomes = z.strictObject({ uid: z.string().max(100), ...OutcomesFilter })
const day = z.iso.date()
const period = { agentId, from: day.optional(), to: day.optional() }
const count = z.number().int()

const Total = z.object({
  value: count,
  /** In as many days right before. */ previous: count,
  /** Relative to `previous`; null if that is 0. */ change: z.number().nullable(),
})
const totals = z.object({ loads: Total, opens: Total, chats: Total, messages: Total, handoffs: Total, leads: Total })
const counts = { loads: count, opens: count, chats: count, messages: count, handoffs: count, leads: count }
const Shares = z.array(z.object({ value: z.string(), ...counts }))

export const AgentAnalytics = z.object({
  from: z.string(),
  to: z.string(),
  /** False until anything of the agent was counted, whenever it was. */ hasAny: z.boolean(),
  totals,
  ratings: z.object({
    /** 1 to 5; null without ratings. */ average: z.number().nullable(),
    count,
    previousAverage: z.number().nullable(),
    previousCount: count,
  }),
  /** One entry per UTC day, oldest first, including days without events. */
  days: z.array(z.object({ day: z.string(), ...counts })),
  /** Two letters; `ZZ` for unknown. Only loads and opens have a country, and only while the agent counts them. */
  countries: Shares,
  browsers: Shares,
  platforms: Shares,
  channels: Shares,
  /** Sites seen in the period, at most a hundred; `loads` since they were first seen. */
  sites: z.array(z.object({ origin: z.string(), loads: count, firstAt: z.string(), lastAt: z.string() })),
  countsCountries: z.boolean(),
})
export type AgentAnalytics = z.infer<typeof AgentAnalytics>

export const AgentFigures = z.object({
  agentId: z.string(),
  /** The site that loaded the widget last; null until one has. Our own pages don't count. */
  site: z.object({ origin: z.string(), lastAt: z.string() }).nullable(),
  /** Sites that loaded it, whenever that was. */ sites: count,
  /** Messaging channels that are connected and work. */ channels: z.array(Channel),
  /** Conversations that began today (UTC); previews and tests are none. */ conversationsToday: count,
  /** Conversations in which a human is asked for and nobody has come yet. */ waiting: count,
  /** Share of the conversations of the last 30 days that were answered without a human, 0 to 1; null without any. */
  answered: z.number().nullable(),
  /** Open gaps: questions the knowledge could not answer. */ gaps: count,
})
export type AgentFigures = z.infer<typeof AgentFigures>

export const AgentOverview = AgentFigures.extend({
  latestSites: z.array(z.object({ origin: z.string(), lastAt: z.string() })),
  done: z.object({
    /** It has a document. */ knowledge: z.boolean(),
    /** Anybody has talked to it. */ tried: z.boolean(),
    /** Someone else is in the workspace or invited. */ invited: z.boolean(),
  }),
})
export type AgentOverview = z.infer<typeof AgentOverview>

export const ANALYTICS_TABLES = ['days', 'countries', 'browsers', 'platforms', 'channels', 'sites'] as const
export type AnalyticsTable = (typeof ANALYTICS_TABLES)[number]

export const analyticsApi = {
  record: regional({
    method: 'POST',
    path: '/agents/{agentId}/analytics',
    tag,
    access: { by: ['public'], agent: 'agentId', limit: 'beacon' },
    summary: 'Count a load or an opening of the widget; returns this month’s number of visitor messages',
    description:
      'Only `record` is taken from the body, and `origin` if it’s one of our preview pages. The time is the server’s. Browser and platform come from the headers, the country from the IP address if the agent counts countries. The IP address isn’t stored.',
  })
    .input(
      z.object({
        agentId,
        record: z.enum(REPORTED),
        region: z.enum(['eu', 'na']).optional(),
        ts: said,
        browser: said,
        /** The channel: `web-chat`; `preview` for pages on which owners preview their agent. */
        origin: said,
        platform: said,
        countryCode: said,
        ipAddress: said,
      }),
    )
    .output(z.object({ /** Messages of visitors in this month (UTC). */ monthlyMessages: count })),
  ip: regional({
    method: 'GET',
    path: '/utils/ip',
    tag,
    access: { by: ['public'], limit: 'beacon' },
    summary: 'Get your IP address and its country (two letters; ZZ if unknown)',
  }).output(z.object({ ip: z.string(), country: z.string().regex(/^[A-Z]{2}$/) })),
  get: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/analytics',
    tag,
    access: viewed,
    summary: 'Get an agent’s loads, opens, chats and messages in a period, and where they came from',
    description: 'Days are in UTC and both ends count. Defaults to the last 30 days; max 366.',
  })
    .input(z.strictObject(period))
    .output(z.object({ data: AgentAnalytics })),
  overview: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/overview',
    tag,
    access: { ...viewed, client: { tabs: ['/home', '/overview'] } },
    summary: 'Get an agent’s overview: where it’s live, today’s conversations, who’s waiting, and next steps',
  })
    .input(z.strictObject({ agentId }))
    .output(z.object({ data: AgentOverview })),
  figures: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/agent-figures',
    tag,
    access: { by: ['session', 'workspace', 'agency'], workspace: 'uid' },
    summary: 'Get overview figures of all agents; agents without data are left out',
  })
    .input(z.strictObject({ uid: z.string().max(100), ...limitInput }))
    .output(z.object({ items: z.array(AgentFigures) })),
  csv: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/analytics.csv',
    tag,
    isExport: true,
    text: 'text/csv; charset=utf-8',
    access: viewed,
    summary: 'Export analytics as CSV: a row per day, country, browser, platform, channel or site',
  })
    .input(z.strictObject({ ...period, table: z.enum(ANALYTICS_TABLES).default('days') }))
    .output(z.string()),
  outcomes: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/outcomes',
    tag,
    access: byTeam,
    summary: 'Get outcomes: answered with and without a human, hand-offs, response times, ratings, busiest hours',
    description:
      'For all agents of the workspace, those of an organization, or one agent. Client users get figures of the agents they can open. Both ends of the period count; defaults to the last 30 days, max 366. What teammates do counts until seven days after the period.',
  })
    .input(outcomes)
    .output(z.object({ data: Outcomes })),
  outcomesCsv: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/outcomes.csv',
    tag,
    isExport: true,
    text: 'text/csv; charset=utf-8',
    access: byTeam,
    summary: 'Export one table of outcomes as CSV',
  })
    .input(outcomes.extend({ table: z.enum(OUTCOME_TABLES).default('summary') }))
    .output(z.string()),
}
