import { z } from 'zod'
import { regional } from '../lib/operation.ts'
import { Agent, AgentConfig, AgentExport, AgentVersion, ImportReport, OpenConfig } from './schemas.ts'

const tag = 'Agents'
const byId = z.strictObject({ agentId: z.string().max(100) })
const edited = { by: ['session', 'workspace', 'agency'], agent: 'agentId' } as const

export const exchangeApi = {
  version: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/versions/{versionId}',
    tag,
    access: edited,
    summary: 'Get a version with its content, without secrets',
  })
    .input(byId.extend({ versionId: z.string().max(100) }))
    .output(z.object({ data: AgentVersion.extend({ config: OpenConfig }) })),
  restoreVersion: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/versions/{versionId}/restore',
    tag,
    access: edited,
    errors: ['STALE'],
    summary: 'Restore a version into the draft; the published agent stays the same',
    description: 'Secrets are kept. A `version` older than the stored draft returns 409.',
  })
    .input(byId.extend({ versionId: z.string().max(100), version: z.number().int().min(0).optional() }))
    .output(
      z.object({
        success: z.literal(true),
        draft: z.object({ config: AgentConfig, updatedAt: z.string(), version: z.number().int() }).nullable(),
      }),
    ),
  export: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/export',
    tag,
    access: { ...edited, audit: 'always' },
    summary: 'Export the agent’s draft as a file, without secrets; shared tools are included',
  })
    .input(byId)
    .output(AgentExport),
  import: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/agents/import',
    tag,
    access: { by: ['session', 'workspace', 'agency'], workspace: 'uid' },
    maxBody: 5_000_000,
    summary: 'Create an agent from an export of Parlance, Typebot or Flowise',
    description: 'Max 5 MB and 200,000 values.',
  })
    .input(
      z.strictObject({
        uid: z.string().max(100),
        /** Recognised by its content when absent. */
        format: z.enum(['parlance', 'typebot', 'flowise']).optional(),
        file: z.unknown(),
        title: z.string().trim().min(1).max(200).optional(),
        dryRun: z.boolean().default(false),
      }),
    )
    .output(z.object({ data: Agent.nullable(), report: ImportReport })),
  renewSecretKey: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/secret-key',
    tag,
    access: { ...edited, by: ['session', 'workspace'], role: 'admin' },
    summary: 'Replace SECRET_API_KEY; the old one stops working right away',
  })
    .input(byId)
    .output(z.object({ SECRET_API_KEY: z.string() })),
}
