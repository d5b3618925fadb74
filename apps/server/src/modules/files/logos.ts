// Logos of workspaces. Only the saved one is kept.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { isImageKind } from '../../lib/media/kinds.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { fileUrlOf, kindOfMime } from './file-urls.ts'
import * as repository from './repository.ts'

export interface LogoFiles {
  /** Throws INVALID_INPUT unless the URL is one of the workspace's logos. */
  readonly assertLogo: (ctx: Ctx, url: string) => Promise<void>
  /** Deletes the workspace's logos that are older than this one; without a URL all of them. */
  readonly keepLogo: (ctx: Ctx, url: string) => Promise<void>
  readonly onWorkspaceDeleted: (ctx: Ctx) => Promise<void>
}

const AT_ONCE = 200
const idOf = (url: string): string => /^\/media\/[a-z]+\/([A-Za-z0-9]+)\.[a-z]+$/.exec(url)?.[1] ?? ''

export function createLogoFiles(erase: (ctx: Ctx, gone: readonly repository.FileRow[]) => Promise<void>): LogoFiles {
  const logoAt = async (ctx: Ctx, url: string): Promise<repository.FileRow | undefined> => {
    const row = await repository.find(ctx.db, idOf(url), ctx.now())
    const kind = row && kindOfMime(row.mime)
    if (!row || !kind || !isImageKind(kind) || row.workspaceId !== ctx.workspaceId || row.agentId !== '')
      return undefined
    return fileUrlOf(ctx, row.id, kind) === url ? row : undefined
  }
  return {
    async assertLogo(ctx, url) {
      if (!(await logoAt(ctx, url))) throw new AppError('INVALID_INPUT', msg('logo_not_uploaded'))
    },
    async keepLogo(ctx, url) {
      const kept = url === '' ? undefined : await logoAt(ctx, url)
      if (url !== '' && !kept) return
      await ctx.tx(async (tx) => {
        const before = kept?.createdAt ?? tx.now()
        const gone = await repository.lockLogos(tx.db, tx.workspaceId, before)
        await erase(
          tx,
          gone.filter(({ id }) => id !== kept?.id),
        )
      })
    },
    async onWorkspaceDeleted(ctx) {
      for (let gone = AT_ONCE; gone === AT_ONCE;)
        gone = await ctx.tx(async (tx) => {
          const files = await repository.lockOfWorkspace(tx.db, tx.workspaceId, AT_ONCE)
          await erase(tx, files)
          return files.length
        })
    },
  }
}
