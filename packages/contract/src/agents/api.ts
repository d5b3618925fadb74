import { z } from 'zod'
import { LANGUAGES } from '../accounts/languages.ts'
import { AgentFigures } from '../analytics/api.ts'
import { limitInput, page, pageInput, regional, success } from '../lib/operation.ts'
import {
  Agent,
  AgentConfig,
  AgentSave,
  AgentSummary,
  AgentVersion,
  OpenConfig,
  PublicAgent,
  TEMPLATE_IDS,
} from './schemas.ts'
import { CssCheck } from './css.ts'
import { LONGEST_CSS } from './custom-css.ts'
import { exchangeApi } from './exchange-api.ts'
import { rule } from '../lib/rules.ts'

const tag = 'Agents'
const bearers = ['session', 'workspace', 'agency', 'agent'] as const
const owned = { by: bearers, agent: 'agentId' } as const
const byId = z.strictObject({ agentId: z.string().max(100) })
const AgentId = z.string().regex(/^[A-Za-z0-9]{16}$/, rule('agent_id_invalid'))
/** Templates and the draft are edited by people and workspaces, not by the agent's own key. */
const edited = { by: ['session', 'workspace', 'agency'], agent: 'agentId' } as const

const ListedAgent = AgentSummary.extend({
  agentPlatform: z.enum(['vg', 'vf']),
  hasUnpublishedDraft: z.boolean(),
  /** Only where asked for. */ figures: AgentFigures.optional(),
  /** Names of the organisations that have the agent; only where asked for. */ clients: z.array(z.string()).optional(),
})
export type ListedAgent = z.infer<typeof ListedAgent>

export const agentsApi = {
  ...exchangeApi,
  list: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/agents',
    tag,
    access: { by: ['session', 'workspace', 'agency'], workspace: 'uid' },
    summary: 'List agents, recently modified first',
  })
    .input(
      z.strictObject({
        uid: z.string().max(100),
        search: z.string().max(200).optional(),
        /** Adds `figures` and `clients` to each agent. */ include: z.literal('figures').optional(),
        ...pageInput,
      }),
    )
    .output(page(ListedAgent)),
  summaries: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/agent-summaries',
    tag,
    access: { by: ['session', 'workspace', 'agency'], workspace: 'uid' },
    summary: 'List agent summaries (eight fields), recently modified first, max 200',
  })
    .input(z.strictObject({ uid: z.string().max(100), ...limitInput }))
    .output(z.object({ items: z.array(AgentSummary) })),
  get: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}',
    tag,
    access: owned,
    summary: 'Get the published agent and, if it has unpublished changes, its draft; agent keys get no draft',
  })
    .input(byId)
    .output(
      z.object({
        data: Agent,
        version: z.number().int(),
        draft: z.object({ config: AgentConfig, updatedAt: z.string(), version: z.number().int() }).nullable(),
      }),
    ),
  save: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}',
    tag,
    access: { ...owned, creates: true },
    maxBody: 2_000_000,
    errors: ['STALE', 'FORBIDDEN', 'CONFLICT'],
    summary: 'Save and publish an agent; creates it if the ID is new',
    description:
      'Absent fields stay unchanged. Changes are published and also enter the draft, whose other changes stay unpublished. Fields owned by the server are ignored. A `version` older than the stored one returns 409 with the newer agent.',
  })
    .input(AgentSave.extend({ agentId: AgentId }))
    .output(z.object({ success: z.literal(true), data: Agent, version: z.number().int() })),
  delete: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}',
    tag,
    access: edited,
    summary: 'Delete an agent with its knowledge and conversations',
  })
    .input(byId)
    .output(success),
  duplicate: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/duplicate',
    tag,
    access: edited,
    summary: 'Duplicate an agent with its knowledge, without secrets and conversations',
  })
    .input(byId)
    .output(z.object({ data: Agent })),
  saveDraft: regional({
    method: 'PUT',
    path: '/v2/agents/{agentId}/draft',
    tag,
    access: { ...edited, audit: 'together' },
    maxBody: 2_000_000,
    errors: ['STALE'],
    summary: 'Save unpublished changes to the draft',
  })
    .input(AgentSave.extend({ agentId: z.string().max(100) }))
    .output(
      z.object({
        success: z.literal(true),
        draft: z.object({ config: AgentConfig, updatedAt: z.string(), version: z.number().int() }).nullable(),
      }),
    ),
  discardDraft: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/draft',
    tag,
    access: edited,
    summary: 'Discard unpublished changes',
  })
    .input(byId)
    .output(success),
  versions: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/versions',
    tag,
    access: edited,
    summary: 'List published versions, newest first, max 20',
  })
    .input(byId.extend(limitInput))
    .output(z.object({ items: z.array(AgentVersion) })),
  publicGet: regional({
    method: 'GET',
    path: '/public/agents/{agentId}',
    tag,
    access: { by: ['public'], agent: 'agentId', limit: 'public' },
    errors: ['NOT_FOUND'],
    summary: 'Get an agent’s public details',
  })
    .input(byId)
    .output(z.object({ data: PublicAgent })),
  convertAgentTemplateToAgent: regional({
    method: 'POST',
    path: '/rpc/convertAgentTemplateToAgent',
    tag,
    access: { by: ['session', 'workspace', 'agency'], workspace: 'workspaceId' },
    summary: 'Create an agent from a template',
  })
    .input(
      z.strictObject({
        agentName: z.string(rule('agent_name_required')).trim().min(1, rule('agent_name_required')).max(200),
        agentTemplate: z.enum(TEMPLATE_IDS),
        workspaceId: z.string().max(100).optional(),
        /** Language of the agent and of the template's texts; English if absent. */
        lang: z.enum(LANGUAGES).optional(),
        /** Time zone of the agent's business, like `Europe/Vienna`; UTC if absent or unknown. */
        timeZone: z.string().max(60).optional(),
      }),
    )
    .output(z.object({ agentCreated: Agent })),
  saveAgentBackup: regional({
    method: 'POST',
    path: '/rpc/saveAgentBackup',
    tag,
    access: edited,
    summary: 'Save the published agent as a version',
  })
    .input(z.strictObject({ agentId: z.string().max(100), workspaceId: z.string().max(100) }))
    .output(z.object({ success: z.literal(true), version: AgentVersion })),
  getLatestBackup: regional({
    method: 'POST',
    path: '/rpc/getLatestBackup',
    tag,
    access: { ...edited, scope: 'agents:read' },
    summary: 'Get the newest version with its content, without secrets',
  })
    .input(z.strictObject({ agentId: z.string().max(100) }))
    .output(z.object({ version: AgentVersion.extend({ config: OpenConfig }).nullable() })),
  cssCheck: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/css-check',
    tag,
    access: {
      by: ['session', 'workspace', 'agency', 'client'],
      workspace: 'uid',
      client: { tabs: ['/overview'] },
      limit: 'search',
      scope: 'agents:read',
    },
    summary: 'Check custom CSS: what visitors get and what is removed; nothing is stored',
  })
    .input(z.strictObject({ uid: z.string().max(100), css: z.string().max(LONGEST_CSS) }))
    .output(CssCheck),
}
