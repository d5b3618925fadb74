// Field names are the specification's.
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
/** Per agency. */
export const MAX_ORGS = 2000
/** Per org. */
export const MAX_CLIENTS = 500
export const MAX_TAGS = 200
/** Per org. */
export const MAX_AGENTS = 1000

/** A custom tab opens by its path after `/c`; unknown paths open nothing. */
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
  /** The agent may ask for a human; otherwise only the visitor's button does. */
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

export const OrgUser = z.object({ ID: z.string(), name: z.string(), email: z.string(), squarePhotoURL: z.string() })
export type OrgUser = z.infer<typeof OrgUser>

export const Org = OrgProfile.extend({
  ID: z.string(),
  name: z.string(),
  widgetIDs: z.array(z.string()),
  orgUsers: z.array(OrgUser),
  allowBilling: z.boolean(),
  loadTokens: z.number(),
  stripeCustomerId: z.string(),
  subscription: z.object({ status: z.string(), id: z.string(), priceId: z.string() }),
  automaticBilling: z.boolean(),
  autochargeAmount: z.number(),
  autochargeThreshold: z.number(),
  /** The same two values under their other names. */
  internal: z.object({ autochargeCreditAmount: z.number(), autochargeCreditThreshold: z.number() }),
  /** Unix seconds. */
  lastModified: z.number().int(),
})
export type Org = z.infer<typeof Org>

/** Visitors wait, the agents answer too few conversations, or visitors are not satisfied. */
export const ATTENTION = ['waiting', 'answered', 'satisfaction'] as const
export const ATTENTION_RULES = {
  /** With fewer conversations, the answered share is ignored. */
  minConversations: 5,
  leastAnswered: 0.5,
  minRatings: 3,
  leastSatisfaction: 3,
} as const

/** Of the last 30 days, without tests and previews. */
export const OrgFigures = z.object({
  conversations: z.number().int(),
  /** Share without a human, 0 to 1; null when there are no conversations. */
  answered: z.number().nullable(),
  /** Average rating, 1 to 5; null without any. */
  satisfaction: z.number().nullable(),
  /** Unix seconds of the newest message, not limited to 30 days; null without any. */
  lastActivity: z.number().int().nullable(),
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
/** Only with billing enabled; turning it on needs the org's payment method. */
const recharge = { automaticBilling: z.boolean(), autochargeAmount: z.number(), autochargeThreshold: z.number() }
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
  /** Needs a connected account. Visitors' turns then use the org's credits. */
  allowBilling: z.boolean(),
  ...recharge,
  settings: z
    .strictObject({
      // No defaults: absent fields stay unchanged.
      ...orgSwitches,
      disableClientAccessMessage: z
        .string()
        .max(DISABLED_MESSAGE_MAX, rule('disabled_message_too_long', { max: DISABLED_MESSAGE_MAX })),
    })
    .partial(),
}
export const OrgChange = z.strictObject(changes).partial()
export type OrgChange = z.infer<typeof OrgChange>
export const NewOrg = OrgChange.omit({ automaticBilling: true, autochargeAmount: true, autochargeThreshold: true })
/** Fields that an org's own admins may change; the rest is for the workspace and the agency's admin. */
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
  /** Shown once, in the response that created it; empty otherwise. */
  dashboardPassword: z.string(),
  orgId: z.string(),
  widgetIDs: z.array(z.string()),
  status: z.enum(['online', 'offline']),
  name: z.string(),
  squarePhotoURL: z.string(),
  canAccess: z.array(ClientTab),
  clientTabOrder: z.array(ClientTab),
  isOrgAdmin: z.boolean(),
  isAdmin: z.boolean(),
  usedSecret: z.boolean(),
  stripeCustomerId: z.string(),
  permissions: z.record(z.string(), z.unknown()),
  allowCreateAgents: z.boolean(),
  /** Only whether it exists; the registration itself stays on the server. */
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
 * An empty `dashboardPassword` generates one and returns it once; without it, the client is mailed a link to set one.
 */
const needed = rule('fields_required')
export const NewClient = z.strictObject({
  email: z.string(needed).trim().min(1, needed).pipe(Email),
  name: ClientName,
  dashboardPassword: z.union([z.literal(''), ClientPassword]).optional(),
  ...z.strictObject(grants).partial().shape,
})
export type NewClient = z.infer<typeof NewClient>
/** A new password ends all sessions of the client. */
export const ClientChange = z
  .strictObject({
    email: Email,
    name: ClientName,
    dashboardPassword: z.union([z.literal(''), ClientPassword]),
    ...grants,
  })
  .partial()
export type ClientChange = z.infer<typeof ClientChange>
