// Who hears what: the whole coupling of modules upwards, as one table of event to job.
import type { Hearers } from './platform/context.ts'

export const HEARERS: Hearers = {
  'account.created': ['workspaces.account-created'],
  'account.verified': ['workspaces.account-verified'],
  'account.recovered': ['workspaces.renew-secret'],
  // Only now, so that the old secret of the workspace makes no agent that would be missed.
  'workspace.recovered': ['agents.renew-secrets', 'tools.forget-secrets'],
  'workspace.deleted': [
    'agents.workspace-deleted',
    'files.workspace-deleted',
    'themes.workspace-deleted',
    'crawler.workspace-deleted',
    'analytics.workspace-deleted',
  ],
  'member.invited': ['workspaces.send-invitation'],
  'log.mailed': ['workspaces.mail-log'],
  'agent.created': [
    'files.agent-created',
    'knowledge.agent-created',
    'goldens.agent-created',
    'evaluations.agent-created',
    'agents.announce',
    'analytics.agent-created',
    'events.heard',
  ],
  'agent.updated': ['events.heard'],
  'agent.published': ['events.heard'],
  'agent.deleted': [
    'files.agent-deleted',
    'knowledge.agent-deleted',
    'crawler.agent-deleted',
    'goldens.agent-deleted',
    'gaps.agent-deleted',
    'conversations.agent-deleted',
    'evaluations.agent-deleted',
    'analytics.agent-deleted',
    'events.heard',
  ],
  'knowledge.changed': ['goldens.knowledge-changed', 'gaps.knowledge-changed'],
  'handoff.requested': ['analytics.handoff-requested', 'events.heard'],
  'message.received': ['events.heard'],
  'form.submitted': ['events.heard'],
  'lead.captured': ['events.heard'],
  'credits.low': ['events.heard'],
  'delivery.failed': ['events.mail-failures'],
  'conversation.deleted': ['files.conversations-deleted', 'gaps.conversations-deleted', 'events.conversations-deleted'],
}
