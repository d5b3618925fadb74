import type { SavedView, savedViewsApi } from '@parlance/contract/conversations/saved-views-api'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Handlers } from '../../../lib/http/handlers.ts'
import { personOf } from '../access.ts'
import * as repository from './saved-views.repository.ts'

function ownerOf(ctx: Ctx): repository.ViewOwner {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('FORBIDDEN')
  return { workspaceId: ctx.workspaceId, kind: person.kind, personId: person.id }
}

export const savedViewHandlers = {
  savedViews: async (ctx: Ctx) => ({ items: await repository.readViews(ctx.db, ownerOf(ctx)) }),
  async saveViews(ctx: Ctx, { items }: { readonly items: SavedView[] }) {
    await repository.writeViews(ctx.db, ownerOf(ctx), items)
    return { items }
  },
} satisfies Handlers<typeof savedViewsApi>
