// The edge of every noun with its face: what the spine calls.
import { accountsRoutes, dataRoutes, invitationsRoutes, securityRoutes } from './modules/accounts/accounts.routes.ts'
import { agentsRoutes } from './modules/agents/agents.routes.ts'
import { auditRoutes } from './modules/audit/audit.routes.ts'
import { crawlerRoutes } from './modules/crawler/crawler.routes.ts'
import { attachmentsRoutes } from './modules/conversations/conversations.attachments.ts'
import { conversationsRoutes } from './modules/conversations/conversations.routes.ts'
import { analyticsRoutes } from './modules/analytics/analytics.routes.ts'
import { eventsRoutes } from './modules/events/events.routes.ts'
import { filesRoutes } from './modules/files/files.routes.ts'
import { gapsRoutes } from './modules/gaps/gaps.routes.ts'
import { goldensRoutes } from './modules/goldens/goldens.routes.ts'
import { knowledgeRoutes } from './modules/knowledge/knowledge.routes.ts'
import { onboardingRoutes } from './modules/onboarding/onboarding.routes.ts'
import { evaluationsRoutes } from './modules/evaluations/evaluations.routes.ts'
import { requestsRoutes } from './modules/requests/requests.routes.ts'
import { themesRoutes } from './modules/themes/themes.routes.ts'
import { toolsRoutes } from './modules/tools/tools.routes.ts'
import { widgetRoutes } from './modules/widget/widget.routes.ts'
import { mailsRoutes, membersRoutes, supportRoutes } from './modules/workspaces/members.routes.ts'
import { keysRoutes } from './modules/workspaces/workspaces.keys.routes.ts'
import { workspacesRoutes } from './modules/workspaces/workspaces.routes.ts'
import { platformRoutes } from './platform/http/platform.routes.ts'
import type { Accounts } from './modules/accounts/accounts.ts'
import type { Ctx } from './platform/ctx.ts'
import type { AnyHandlers } from './platform/http/mount.ts'
import { wireAttachments } from './wiring.attachments.ts'
import type { Base, Faces, WireDeps } from './wiring.ts'
import { mailTemplates } from './wiring.mail.ts'
import { wireOnboarding } from './wiring.onboarding.ts'
import { originOf } from './wiring.origins.ts'
import { wireWidget } from './wiring.widget.ts'
import { endingTheirStreams, endingTheirSupport } from './wiring.workspaces.ts'

/** Whoever reads a stream is looked at again when this is heard. */
export const SESSIONS_ENDED = 'sessions-ended'

export function handlersOf(
  { settings, log }: Pick<WireDeps, 'settings' | 'log'>,
  base: Base,
  faces: Faces,
): AnyHandlers {
  const lookAgain = () => {
    for (const region of settings.regions) base.bus.publish(region, SESSIONS_ENDED, {})
  }
  return {
    platform: platformRoutes(settings, base.sandbox, (language) => mailTemplates(settings.publicUrl, language)),
    accounts: accountsOf(endingStreams(faces.accounts, lookAgain)),
    files: filesRoutes(faces.files, originOf(settings)),
    audit: auditRoutes(faces.audit),
    workspaces: {
      ...workspacesRoutes(faces.workspaces, faces.models),
      ...membersRoutes({ ...faces.workspaces, ...endingTheirStreams(faces.people, lookAgain) }),
      ...mailsRoutes(faces.people),
      ...keysRoutes(faces.keys),
      ...supportRoutes(endingTheirSupport(faces.support, lookAgain)),
    },
    requests: requestsRoutes(faces.requests),
    events: eventsRoutes(faces.events),
    tools: toolsRoutes(faces.tools),
    themes: themesRoutes(faces.themes),
    agents: agentsRoutes(faces.agents),
    knowledge: knowledgeRoutes(faces.knowledge),
    crawler: crawlerRoutes(faces.crawler),
    goldens: goldensRoutes(faces.goldens),
    gaps: gapsRoutes(faces.gaps),
    evaluations: evaluationsRoutes(faces.evaluations),
    analytics: analyticsRoutes(faces.analytics),
    onboarding: onboardingRoutes(wireOnboarding({ settings, log, ...faces })),
    embed: widgetRoutes(wireWidget({ settings, log, ...faces })),
    conversations: {
      ...conversationsRoutes(faces.conversations, { agentOf: async (ctx) => asModel(ctx, faces) }),
      ...attachmentsRoutes(wireAttachments({ settings, log, ...base, ...faces })),
    },
  }
}

/** Whoever signs out or sets a new password ends sessions; `ended` hears it, so that their streams end at once. */
const endingStreams = (accounts: Accounts, ended: () => void): Accounts => ({
  ...accounts,
  signOut: (ctx) => accounts.signOut(ctx).finally(ended),
  resetPassword: (ctx, input) => accounts.resetPassword(ctx, input).finally(ended),
  changePassword: (ctx, input) => accounts.changePassword(ctx, input).finally(ended),
  confirmTwoFactor: (ctx, input) => accounts.confirmTwoFactor(ctx, input).finally(ended),
  endOtherSessions: (ctx) => accounts.endOtherSessions(ctx).finally(ended),
  endSession: (ctx, input) => accounts.endSession(ctx, input).finally(ended),
  deleteAccount: (ctx, input) => accounts.deleteAccount(ctx, input).finally(ended),
})

const accountsOf = (accounts: Accounts) => ({
  ...accountsRoutes(accounts),
  ...securityRoutes(accounts),
  ...dataRoutes(accounts),
  ...invitationsRoutes(accounts),
})

/** The agent of an agent secret, as OpenAI's list of models shows it. */
async function asModel(ctx: Ctx, faces: Faces): Promise<{ id: string; created: number }> {
  const { data } = await faces.agents.get(ctx, ctx.actor.kind === 'agent' ? ctx.actor.agentId : '')
  return { id: data.ID, created: data.ts }
}
