import { z } from 'zod'
import { LANGUAGES } from '../accounts/languages.ts'
import { ClientAgentConfig, ClientAgentPatch } from '../agents/client-agent-schemas.ts'
import { TEMPLATE_IDS } from '../agents/schemas.ts'
import { regional, success } from '../lib/operation.ts'
import { rule } from '../lib/rules.ts'
import { ClientAgent } from './client-account-api.ts'

const tag = 'Client agents'
const agentId = z.string().max(100)
const access = { by: ['client'], agent: 'agentId', client: { tabs: ['/overview', '/settings', '/voice'] } } as const
const byId = z.strictObject({ agentId })
const change = ClientAgentPatch.extend({ agentId, version: z.number().int().min(0).optional() })
const copy = { config: ClientAgentConfig, version: z.number().int() }
const Draft = z.object(copy).nullable()

export const clientAgentsApi = {
  get: regional({
    method: 'GET',
    path: '/client/agents/{agentId}',
    tag,
    access: { ...access, client: { tabs: [...access.client.tabs, '/channels'] } },
    summary: 'Get the published agent and its draft, with the fields that client users can see',
  })
    .input(byId)
    .output(z.object({ ID: z.string(), lastModified: z.number().int(), published: z.object(copy), draft: Draft })),
  saveDraft: regional({
    method: 'PUT',
    path: '/client/agents/{agentId}/draft',
    tag,
    access: { ...access, audit: 'together' },
    errors: ['STALE', 'FORBIDDEN'],
    summary: 'Save unpublished changes to the draft, in fields of the granted pages',
  })
    .input(change)
    .output(z.object({ success: z.literal(true), draft: Draft })),
  discardDraft: regional({
    method: 'DELETE',
    path: '/client/agents/{agentId}/draft',
    tag,
    access,
    summary: 'Discard unpublished changes in fields of the granted pages',
  })
    .input(byId)
    .output(z.object({ success: z.literal(true), draft: Draft })),
  publish: regional({
    method: 'POST',
    path: '/client/agents/{agentId}',
    tag,
    access,
    errors: ['STALE', 'FORBIDDEN', 'CONFLICT'],
    summary: 'Publish fields of the granted pages, and keep a version',
    description: 'Other draft changes stay unpublished. An older `version` returns 409.',
  })
    .input(change)
    .output(success.extend({ published: z.object(copy) })),
  create: regional({
    method: 'POST',
    path: '/client/agents',
    tag,
    access: { by: ['client'], client: { createsAgents: true }, limit: 'probe', audit: 'always' },
    changesAccess: true,
    errors: ['FORBIDDEN', 'LIMIT_REACHED', 'NOT_FOUND'],
    summary: 'Create an agent from a template',
    description:
      'It belongs to the agency’s workspace and is assigned to the organization and the user who created it.',
  })
    .input(
      z.strictObject({
        agentName: z.string(rule('agent_name_required')).trim().min(1, rule('agent_name_required')).max(200),
        agentTemplate: z.enum(TEMPLATE_IDS),
        /** Language of the agent and of the template's texts; English if absent. */
        lang: z.enum(LANGUAGES).optional(),
        /** Time zone of the agent's business, like `Europe/Vienna`; UTC if absent or unknown. */
        timeZone: z.string().max(60).optional(),
      }),
    )
    .output(z.object({ success: z.literal(true), data: ClientAgent })),
}
