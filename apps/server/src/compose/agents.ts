import { createLazyCss } from '../adapters/css/lazy-css.ts'
import { createHook } from '../adapters/hooks/hook.ts'
import { questionModel } from '../adapters/models/question-model.ts'
import type { Ctx } from '../lib/ctx.ts'
import { agentQueries, type AtAGlance, createAgentsModule } from '../modules/agents/index.ts'
import { publishGate } from '../modules/evaluations/index.ts'
import type { createFilesModule } from '../modules/files/index.ts'
import type { createOrgsModule } from '../modules/orgs/index.ts'
import type { createToolsModule } from '../modules/tools/index.ts'
import { type createWorkspacesModule, workspaceLocks } from '../modules/workspaces/index.ts'
import type { Base, Module } from './base.ts'
import type { Models } from './models.ts'

interface Needs {
  readonly files: Module<typeof createFilesModule>
  readonly workspaces: Module<typeof createWorkspacesModule>
  readonly tools: Module<typeof createToolsModule>
  readonly orgs: Module<typeof createOrgsModule>
  readonly models: Models['models']
  readonly figures: AtAGlance['figures']
}

export function composeAgents(
  { settings, log, appOrigin, infrastructure: { vault } }: Base,
  { files, workspaces, tools, orgs, models, figures }: Needs,
) {
  const newAgentHook =
    settings.newAgentHookUrl === undefined ? undefined : createHook('new-agent', settings.newAgentHookUrl, log)
  const agents = createAgentsModule({
    vault,
    appOrigin,
    roleOf: workspaces.service.roleOf,
    personalOf: workspaces.personalWorkspace,
    runAsAdmin: workspaceLocks.runAsAdmin,
    async keepWorkspace(tx, uid) {
      if (!(await workspaceLocks.shareLockWorkspace(tx, uid))) return false
      const agentsOf = async () => (await agentQueries.ids({ ...tx, workspaceId: uid })).length
      await workspaces.service.assertWithinPlan(tx, uid, 'maxAgents', agentsOf)
      return true
    },
    pictures: { use: files.service.usePictures, leave: files.service.onAgentDeleted },
    libraryTools: tools.service.libraryTools,
    customCss: createLazyCss(appOrigin),
    publishGate,
    makeAgentFor: orgs.service.makeAgentFor,
    atAGlance: { figures, clients: orgs.service.namesByAgent },
    ...(newAgentHook ? { newAgentHook: (agent) => newAgentHook({ agent }) } : {}),
  })
  const publishedAgent = (ctx: Ctx, agentId: string) => agents.service.forTurn(ctx, agentId, { draft: false })
  /** Undefined for an unknown agent, or if no key serves its model. */
  const agentModel = async (ctx: Ctx, agent: Awaited<ReturnType<typeof publishedAgent>>, maxTokens: number) => {
    const model = agent && (await models.open(ctx, ctx.workspaceId, agent.effective.model).catch(() => undefined))
    return model && questionModel(model, maxTokens)
  }
  return { agents, publishedAgent, agentModel }
}
export type Agents = ReturnType<typeof composeAgents>
