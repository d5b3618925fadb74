import { LANGUAGES } from '@parlance/contract/accounts/languages'
import { AGENCY_ADMIN_ACCESS } from '@parlance/contract/lib/client-tabs'
import { unixSeconds } from '@parlance/contract/lib/time'
import {
  ATTENTION,
  ATTENTION_RULES,
  type Client,
  NotificationsSettings,
  type Org,
  type OrgFigures,
  OrgProfile,
  type OrgSummary,
  type OrgUser,
} from '@parlance/contract/orgs/schemas'
import type { OrgBillingFields } from './ports.ts'
import type { ListedOrg, OrgCounts } from './figures.repository.ts'
import type { ClientRow, OrgRow } from './schema.ts'

export const profileOf = ({ profile }: Pick<OrgRow, 'profile'>): OrgProfile => OrgProfile.parse(profile)

export const asOrg = (row: OrgRow, people: readonly ClientRow[], billing: OrgBillingFields): Org => ({
  ...profileOf(row),
  ...billing,
  ID: row.id,
  name: row.name,
  widgetIDs: row.agentIds,
  orgUsers: people.map(asOrgUser),
  lastModified: unixSeconds(row.updatedAt),
})

const asOrgUser = ({ id, name, email, squarePhotoUrl }: ClientRow): OrgUser => ({
  ID: id,
  name,
  email,
  squarePhotoURL: squarePhotoUrl,
})

export const asOrgSummary = (row: ListedOrg): OrgSummary => {
  const { squarePhotoURL, settings } = profileOf(row)
  return {
    ID: row.id,
    name: row.name,
    squarePhotoURL,
    clients: row.clients,
    agents: row.agentIds.length,
    disabled: settings.disableClientAccess,
    lastModified: unixSeconds(row.updatedAt),
    figures: figuresOf(row.counts),
  }
}

export function figuresOf({
  conversations,
  answered,
  ratings,
  satisfaction,
  lastActivity,
  waiting,
}: OrgCounts): OrgFigures {
  const share = conversations === 0 ? null : answered / conversations
  const { minConversations, leastAnswered, minRatings, leastSatisfaction } = ATTENTION_RULES
  const attention = {
    waiting: waiting > 0,
    answered: share !== null && conversations >= minConversations && share < leastAnswered,
    satisfaction: satisfaction !== null && ratings >= minRatings && satisfaction < leastSatisfaction,
  }
  return {
    conversations,
    answered: share,
    satisfaction,
    lastActivity: lastActivity === null ? null : Math.floor(lastActivity / 1000),
    waiting,
    attention: ATTENTION.filter((reason) => attention[reason]),
  }
}

/** `dashboardPassword`: the one just set or generated; it is not stored in clear. */
export const asClient = (row: ClientRow, org: Pick<OrgRow, 'agentIds'>, dashboardPassword = ''): Client => ({
  ID: row.id,
  email: row.email,
  dashboardPassword,
  orgId: row.orgId,
  // Agents that the org lost return to them with it.
  widgetIDs: row.agentIds.filter((id) => org.agentIds.includes(id)),
  status: row.isOnline ? 'online' : 'offline',
  name: row.name,
  squarePhotoURL: row.squarePhotoUrl,
  canAccess: row.canAccess,
  clientTabOrder: row.tabOrder,
  isOrgAdmin: row.isOrgAdmin,
  isAdmin: false,
  usedSecret: false,
  stripeCustomerId: '',
  permissions: {},
  allowCreateAgents: row.allowCreateAgents,
  FB_PUSH_TOKEN: row.pushToken,
  preferredLanguage: LANGUAGES.find((language) => language === row.preferredLanguage) ?? 'en',
  ts: unixSeconds(row.createdAt),
  notificationsSettings: NotificationsSettings.parse(row.notifications),
})

/** The agency's admin as a client user; there is no row. */
export const asAdminClient = (adminEmail: string, orgId: string): Client => ({
  ID: '',
  email: adminEmail,
  dashboardPassword: '',
  orgId,
  widgetIDs: [],
  status: 'offline',
  name: '',
  squarePhotoURL: '',
  canAccess: [...AGENCY_ADMIN_ACCESS],
  clientTabOrder: [],
  isOrgAdmin: false,
  isAdmin: true,
  usedSecret: adminEmail === '',
  stripeCustomerId: '',
  permissions: {},
  allowCreateAgents: false,
  FB_PUSH_TOKEN: '',
  preferredLanguage: 'en',
  ts: 0,
  notificationsSettings: NotificationsSettings.parse({}),
})
