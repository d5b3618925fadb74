import type { agentsApi } from '@parlance/contract/agents/api'
import type { agentTemplatesApi } from '@parlance/contract/agents/templates-api'
import type { clientAgentsApi } from '@parlance/contract/orgs/client-agents-api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { ClientAgents } from './client-agents.ts'
import type { Agents } from './service.ts'

const done = { success: true } as const

export const createAgentsRouter = (agents: Agents): Handlers<typeof agentsApi> => ({
  list: (ctx, input) => agents.list(ctx, input),
  summaries: async (ctx, { uid }) => ({ items: await agents.summaries(ctx, uid) }),
  get: (ctx, { agentId }) => agents.get(ctx, agentId),
  save: async (ctx, input) => ({ ...done, ...(await agents.save(ctx, input)) }),
  delete: async (ctx, { agentId }) => {
    await agents.delete(ctx, agentId)
    return done
  },
  duplicate: async (ctx, { agentId }) => ({ data: await agents.duplicate(ctx, agentId) }),
  saveDraft: async (ctx, input) => ({ ...done, draft: await agents.saveDraft(ctx, input) }),
  discardDraft: async (ctx, { agentId }) => {
    await agents.discardDraft(ctx, agentId)
    return done
  },
  versions: async (ctx, { agentId }) => ({ items: await agents.versions(ctx, agentId) }),
  version: async (ctx, { agentId, versionId }) => ({ data: await agents.version(ctx, agentId, versionId) }),
  restoreVersion: async (ctx, input) => ({ ...done, draft: await agents.restoreVersion(ctx, input) }),
  export: (ctx, { agentId }) => agents.export(ctx, agentId),
  import: (ctx, input) => agents.import(ctx, input),
  renewSecretKey: async (ctx, { agentId }) => ({ SECRET_API_KEY: await agents.renewSecretKey(ctx, agentId) }),
  cssCheck: (_ctx, { css }) => agents.cssCheck(css),
  publicGet: async (ctx, { agentId }) => ({ data: await agents.publicGet(ctx, agentId) }),
  convertAgentTemplateToAgent: async (ctx, { agentName: title, agentTemplate: template, ...start }) => ({
    agentCreated: await agents.fromTemplate(ctx, { title, template, ...start }),
  }),
  saveAgentBackup: async (ctx, { agentId, workspaceId }) => ({
    ...done,
    version: await agents.saveBackup(ctx, agentId, workspaceId),
  }),
  getLatestBackup: async (ctx, { agentId }) => ({ version: await agents.latestBackup(ctx, agentId) }),
})

export const createClientAgentsRouter = (agents: ClientAgents): Handlers<typeof clientAgentsApi> => ({
  get: (ctx, { agentId }) => agents.get(ctx, agentId),
  saveDraft: async (ctx, input) => ({ ...done, draft: await agents.saveDraft(ctx, input) }),
  discardDraft: async (ctx, { agentId }) => ({ ...done, draft: await agents.discardDraft(ctx, agentId) }),
  publish: async (ctx, input) => ({ ...done, published: await agents.publish(ctx, input) }),
  create: async (ctx, input) => ({ ...done, data: await agents.create(ctx, input) }),
})

export const createAgentTemplatesRouter = ({ templates }: Agents): Handlers<typeof agentTemplatesApi> => ({
  list: (ctx, input) => templates.list(ctx, input),
  create: async (ctx, input) => ({ data: await templates.create(ctx, input) }),
  createAgent: async (ctx, input) => ({ agentCreated: await templates.createAgent(ctx, input) }),
  delete: async (ctx, { uid, templateId }) => {
    await templates.delete(ctx, uid, templateId)
    return done
  },
})
