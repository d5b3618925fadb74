// Organisations of an agency and the client users in them, with the specification's exact field names.
import { z } from 'zod'
import { Email } from '../accounts/schemas.ts'
import { LANGUAGES } from '../accounts/languages.ts'
import { MAX_CUSTOM_TABS } from '../agencies/tab-rules.ts'
import { CLIENT_TABS, DEFAULT_CLIENT_ACCESS } from '../lib/client-tabs.ts'
import { rule } from '../lib/rules.ts'
import { oneLine } from '../lib/text.ts'

export const DEFAULT_ORG_NAME = 'New Organization'
export const DISABLED_MESSAGE_MAX = 1024
export const MIN_CLIENT_PASSWORD = 8
export const MAX_CLIENT_PASSWORD = 200
/** Of one agency. */
export const MAX_ORGS = 2000
/** Of one org. */
export const MAX_CLIENTS = 500
export const MAX_TAGS = 200
/** Of one org. */
export const MAX_AGENTS = 1000

/** One of the agency's own tabs opens by its path with `/c` before it; what names none opens nothing. */
const CustomTabPath = z
  .templateLiteral(['/c/', z.string()])
  .refine((path) => path.length <= 102 && /^\/c(?:\/[a-z0-9][a-z0-9_-]*){1,5}$/.test(path), rule('tab_path'))
const ClientTab = z.union([z.enum(CLIENT_TABS), CustomTabPath])
export const ClientTabs = z
  .array(ClientTab)
  .max(CLIENT_TABS.length + MAX_CUSTOM_TABS)
  .refine((tabs) => new Set(tabs).size === tabs.length, rule('tabs_repeated'))
const AgentIds = z
  .array(z.string().min(1).max(100))
  .max(MAX_AGENTS)
  .transform((ids) => [...new Set(ids)])
const Tag = z.string().overwrite(oneLine).trim().min(1, rule('tag_required')).max(50)
const Tags = z
  .array(Tag)
  .max(MAX_TAGS)
  .transform((tags) => [...new Set(tags)])

const orgSwitches = {
  /** The agent itself may ask for a human; otherwise only the visitor's button does. */
  smartHandoff: z.boolean(),
  disableHandoffMessages: z.boolean(),
  enableCannedResponses: z.boolean(),
  /** All sessions of one visitor are one thread. */
  continousSessionUI: z.boolean(),
  disableClientAccess: z.boolean(),
}
export const OrgSettings = z.object({
  smartHandoff: orgSwitches.smartHandoff.default(false),
  disableHandoffMessages: orgSwitches.disableHandoffMessages.default(false),
  enableCannedResponses: orgSwitches.enableCannedResponses.default(false),
  continousSessionUI: orgSwitches.continousSessionUI.default(false),
  disableClientAccess: orgSwitches.disableClientAccess.default(false),
  disableClientAccessMessage: z.string().default(''),
})
export type OrgSettings = z.infer<typeof OrgSettings>

/** What its agency decides about an org, with what holds until then. */
export const OrgProfile = z.object({
  squarePhotoURL: z.string().default(''),
  preferredLanguage: z.enum(LANGUAGES).default('en'),
  dashboardLayout: z.enum(['vertical', 'horizontal']).default('vertical'),
  defaultClientAccess: z.array(ClientTab).default([...DEFAULT_CLIENT_ACCESS]),
  defaultClientTabOrder: z.array(ClientTab).default([]),
  predefinedTags: z.array(z.string()).default([]),
  /** Chats get predefined tags only. */
  disallowAnyTags: z.boolean().default(false),
  disableHandoff: z.boolean().default(false),
  settings: OrgSettings.prefault({}),
})
export type OrgProfile = z.infer<typeof OrgProfile>

/** A person of an org, as the org names them. */
export const OrgUser = z.object({ ID: z.string(), name: z.string(), email: z.string(), squarePhotoURL: z.string() })
export type OrgUser = z.infer<typeof OrgUser>

export const Org = OrgProfile.extend({
  ID: z.string(),
  name: z.string(),
  widgetIDs: z.array(z.string()),
  orgUsers: z.array(OrgUser),
  allowBilling: z.boolean(),
  /** Credits of the org. */
  loadTokens: z.number(),
  stripeCustomerId: z.string(),
  subscription: z.object({ status: z.string(), id: z.string(), priceId: z.string() }),
  automaticBilling: z.boolean(),
  autochargeAmount: z.number(),
  autochargeThreshold: z.number(),
  /** Unix seconds. */
  lastModified: z.number().int(),
})
export type Org = z.infer<typeof Org>

/** As the list shows it. */
/** Why an organisation needs attention: visitors wait, the agents answer too little, or visitors are not satisfied. */
export const ATTENTION = ['waiting', 'answered', 'satisfaction'] as const
export const ATTENTION_RULES = {
  /** Conversations from which on the share that was answered counts. */
  minConversations: 5,
  leastAnswered: 0.5,
  minRatings: 3,
  leastSatisfaction: 3,
} as const

/** Of the last 30 days; tests and previews are left out. */
export const OrgFigures = z.object({
  conversations: z.number().int(),
  /** Share of them in which no human took part, 0 to 1; null without any. */
  answered: z.number().nullable(),
  /** Average rating, 1 to 5; null without any. */
  satisfaction: z.number().nullable(),
  /** Unix seconds of the newest message, whenever that was; null without any. */
  lastActivity: z.number().int().nullable(),
  /** Conversations in which a human is asked for and nobody has come yet. */
  waiting: z.number().int(),
  attention: z.array(z.enum(ATTENTION)),
})
export type OrgFigures = z.infer<typeof OrgFigures>

export const OrgSummary = z.object({
  ID: z.string(),
  name: z.string(),
  squarePhotoURL: z.string(),
  clients: z.number().int(),
  agents: z.number().int(),
  disabled: z.boolean(),
  /** Unix seconds. */
  lastModified: z.number().int(),
  figures: OrgFigures,
})
export type OrgSummary = z.infer<typeof OrgSummary>

const OrgName = z.string().overwrite(oneLine).trim().min(1, rule('org_name_required')).max(100)
const changes = {
  name: OrgName,
  widgetIDs: AgentIds,
  preferredLanguage: z.enum(LANGUAGES),
  dashboardLayout: z.enum(['vertical', 'horizontal']),
  defaultClientAccess: ClientTabs,
  defaultClientTabOrder: ClientTabs,
  predefinedTags: Tags,
  disallowAnyTags: z.boolean(),
  disableHandoff: z.boolean(),
  /** Its people buy credits, and visitors' turns of its agents are on them. Needs a connected account. */
  allowBilling: z.boolean(),
  settings: z
    .strictObject({
      // Without defaults: what is absent stays.
      ...orgSwitches,
      disableClientAccessMessage: z
        .string()
        .max(DISABLED_MESSAGE_MAX, rule('disabled_message_too_long', { max: DISABLED_MESSAGE_MAX })),
    })
    .partial(),
}
/** What is absent stays as it is. */
export const OrgChange = z.strictObject(changes).partial()
export type OrgChange = z.infer<typeof OrgChange>
/** What an org's own admins may change of it; the rest is for the workspace and the agency's admin. */
export const ORG_ADMIN_FIELDS: ReadonlySet<keyof OrgChange> = new Set(['name', 'predefinedTags'])

export const NOTIFY_THROUGH = ['email', 'push', 'all', 'none'] as const
export const NOTIFY_IF = ['all', 'requestsOnly', 'none'] as const
export const NotificationsSettings = z.object({
  notifyThrough: z.enum(NOTIFY_THROUGH).default('all'),
  notifyIf: z.enum(NOTIFY_IF).default('requestsOnly'),
})
export const NotificationsChange = z
  .strictObject({ notifyThrough: z.enum(NOTIFY_THROUGH), notifyIf: z.enum(NOTIFY_IF) })
  .partial()
export type NotificationsSettings = z.infer<typeof NotificationsSettings>

export const Client = z.object({
  ID: z.string(),
  email: z.string(),
  /** Shown once, in the answer that made it; empty otherwise. */
  dashboardPassword: z.string(),
  orgId: z.string(),
  widgetIDs: z.array(z.string()),
  status: z.enum(['online', 'offline']),
  name: z.string(),
  squarePhotoURL: z.string(),
  canAccess: z.array(ClientTab),
  clientTabOrder: z.array(ClientTab),
  isOrgAdmin: z.boolean(),
  /** Whoever came in as the agency's admin. */
  isAdmin: z.boolean(),
  /** They came in with the agency's secret. */
  usedSecret: z.boolean(),
  stripeCustomerId: z.string(),
  permissions: z.record(z.string(), z.unknown()),
  allowCreateAgents: z.boolean(),
  /** Whether this client gets browser notifications; the registration itself stays on the server. */
  FB_PUSH_TOKEN: z.string(),
  preferredLanguage: z.enum(LANGUAGES),
  /** Unix seconds. */
  ts: z.number().int(),
  notificationsSettings: NotificationsSettings,
})
export type Client = z.infer<typeof Client>

export const ClientName = z.string().overwrite(oneLine).trim().min(1, rule('fields_required')).max(100)
export const ClientPassword = z
  .string()
  .min(MIN_CLIENT_PASSWORD, rule('password_too_short', { min: MIN_CLIENT_PASSWORD }))
  .max(MAX_CLIENT_PASSWORD)

const grants = {
  widgetIDs: AgentIds,
  canAccess: ClientTabs,
  clientTabOrder: ClientTabs,
  isOrgAdmin: z.boolean(),
  allowCreateAgents: z.boolean(),
  preferredLanguage: z.enum(LANGUAGES),
}
/**
 * Without `widgetIDs` and `canAccess` those of the org. With `dashboardPassword` empty, a password is made and answered once;
 * without one, the client is mailed a link to set it.
 */
const needed = rule('fields_required')
export const NewClient = z.strictObject({
  email: z.string(needed).trim().min(1, needed).pipe(Email),
  name: ClientName,
  dashboardPassword: z.union([z.literal(''), ClientPassword]).optional(),
  ...z.strictObject(grants).partial().shape,
})
export type NewClient = z.infer<typeof NewClient>
/** What is absent stays as it is; a password ends all sessions of the client. */
export const ClientChange = z
  .strictObject({
    email: Email,
    name: ClientName,
    dashboardPassword: z.union([z.literal(''), ClientPassword]),
    ...grants,
  })
  .partial()
export type ClientChange = z.infer<typeof ClientChange>
