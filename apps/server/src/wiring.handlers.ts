// The edge of every noun with its face: what the spine calls.
import { accountsRoutes, dataRoutes, invitationsRoutes, securityRoutes } from './modules/accounts/router.ts'
import { agentsRoutes } from './modules/agents/router.ts'
import { auditRoutes } from './modules/audit/router.ts'
import { crawlerRoutes } from './modules/crawler/router.ts'
import { attachmentsRoutes } from './modules/conversations/attachments.ts'
import { conversationsRoutes } from './modules/conversations/router.ts'
import { analyticsRoutes } from './modules/analytics/router.ts'
import { eventsRoutes } from './modules/events/router.ts'
import { filesRoutes } from './modules/files/router.ts'
import { gapsRoutes } from './modules/gaps/router.ts'
import { retrievalEvalsRoutes } from './modules/retrieval-evals/router.ts'
import { knowledgeRoutes } from './modules/knowledge/router.ts'
import { onboardingRoutes } from './modules/onboarding/router.ts'
import { evaluationsRoutes } from './modules/evaluations/router.ts'
import { requestsRoutes } from './modules/requests/router.ts'
import { themesRoutes } from './modules/themes/router.ts'
import { toolsRoutes } from './modules/tools/router.ts'
import { widgetRoutes } from './modules/widget/router.ts'
import { mailsRoutes, membersRoutes, supportRoutes } from './modules/workspaces/members/router.ts'
import { keysRoutes } from './modules/workspaces/api-keys/router.ts'
import { workspacesRoutes } from './modules/workspaces/router.ts'
import { platformRoutes } from './lib/http/platform.routes.ts'
import type { Accounts } from './modules/accounts/service.ts'
import type { Ctx } from './lib/ctx.ts'
import type { AnyHandlers } from './lib/http/mount.ts'
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
    goldens: retrievalEvalsRoutes(faces.goldens),
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
