import { z } from 'zod'
import { page, pageInput, regional, success } from '../lib/operation.ts'
import { rule } from '../lib/rules.ts'
import { Agent } from './schemas.ts'

const tag = 'Agents'
const uid = z.string().max(100)
const templateId = z.string().max(100)
const access = { by: ['session', 'workspace', 'agency'], workspace: 'uid' } as const
const name = z.string(rule('template_name_required')).trim().min(1, rule('template_name_required')).max(100)

export const MAX_TEMPLATES = 100

export const OwnTemplate = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  createdAt: z.string(),
})
export type OwnTemplate = z.infer<typeof OwnTemplate>

export const agentTemplatesApi = {
  list: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/templates',
    tag,
    access,
    summary: 'List the workspace’s templates, newest first',
  })
    .input(z.strictObject({ uid, ...pageInput }))
    .output(page(OwnTemplate)),
  create: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/template',
    tag,
    access: { by: ['session', 'workspace', 'agency'], agent: 'agentId' },
    errors: ['CONFLICT'],
    summary: 'Save the published agent as a template; max 100 per workspace',
    description: 'Includes settings, steps and tools, but not sources, secrets and channels.',
  })
    .input(z.strictObject({ agentId: z.string().max(100), name, description: z.string().trim().max(300).optional() }))
    .output(z.object({ data: OwnTemplate })),
  createAgent: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/templates/{templateId}/agents',
    tag,
    access,
    errors: ['NOT_FOUND'],
    summary: 'Create an agent from a template of the workspace',
  })
    .input(
      z.strictObject({
        uid,
        templateId,
        agentName: z.string(rule('agent_name_required')).trim().min(1, rule('agent_name_required')).max(200),
      }),
    )
    .output(z.object({ agentCreated: Agent })),
  delete: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/templates/{templateId}',
    tag,
    access,
    errors: ['NOT_FOUND'],
    summary: 'Delete a template; agents made from it stay',
  })
    .input(z.strictObject({ uid, templateId }))
    .output(success),
}
