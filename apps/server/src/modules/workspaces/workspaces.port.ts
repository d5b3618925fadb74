// What workspaces need of the language models that are configured.
import type { OfferedModels } from '@parlance/core/workspaces/workspaces'
import type { Ctx } from '../../platform/ctx.ts'

export interface ModelList {
  /** Every model that is known to answer for a workspace, and which one answers the default. */
  readonly list: (ctx: Ctx, workspaceId: string) => Promise<OfferedModels>
}
