// Owns custom themes of workspaces.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { unixSeconds } from '@parlance/contract/lib/time'
import { makeTheme } from '@parlance/contract/themes/fields'
import { CustomTheme, MAX_THEMES, type SavedTheme, type ThemeInput } from '@parlance/contract/themes/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { notRestorable, type Trash } from '../trash/service.ts'
import * as repository from './repository.ts'
import { customThemes } from './schema.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'

const PAGE_SIZE = 25

export interface ListInput {
  readonly uid: string
  readonly search?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}
export interface ThemeChange {
  readonly name?: string | undefined
  readonly themeType?: ThemeInput['themeType'] | undefined
  readonly primary?: string | undefined
}

/** The access rule of the call has checked that the caller belongs to the workspace. */
export interface Themes {
  /** Newest first; `search` finds parts of names. INVALID_INPUT for an invalid cursor. */
  readonly list: (ctx: Ctx, query: ListInput) => Promise<{ items: SavedTheme[]; nextCursor: string | null }>
  /** @throws CONFLICT for a taken name, LIMIT_REACHED at the maximum */
  readonly create: (ctx: Ctx, uid: string, input: ThemeInput) => Promise<SavedTheme>
  /** Absent fields are unchanged. @throws NOT_FOUND, CONFLICT for a taken name */
  readonly update: (ctx: Ctx, uid: string, themeId: string, change: ThemeChange) => Promise<SavedTheme>
  /** Agents keep their colours, because they have a copy. @throws NOT_FOUND */
  readonly delete: (ctx: Ctx, uid: string, themeId: string) => Promise<void>
  /** Restores a theme deleted within the last hour. @throws CONFLICT for a name taken meanwhile, LIMIT_REACHED */
  readonly restore: (ctx: Ctx, uid: string, themeId: string) => Promise<void>
  readonly deleteAll: (ctx: Ctx) => Promise<void>
}

export const createThemes = ({ trash }: { readonly trash: Pick<Trash, 'put' | 'restore'> }): Themes => ({
  async deleteAll(ctx) {
    await repository.removeAll(ctx.db, ctx.workspaceId)
  },

  async list(ctx, { uid, search, cursor, limit = PAGE_SIZE }) {
    const found = await repository.list(ctx.db, {
      workspaceId: uid,
      search: search?.trim(),
      after: readCursor(cursor),
      limit: limit + 1,
    })
    const { items: shown, nextCursor } = pageOf(found, limit, (row) => ({ at: row.createdAt, id: row.id }))
    return {
      items: shown.map(toTheme),
      nextCursor,
    }
  },

  create: (ctx, uid, { name, themeType, primary }) =>
    ctx.tx(async (tx) => {
      await repository.lockWorkspace(tx.db, uid)
      const row = {
        id: randomId(16),
        workspaceId: uid,
        name,
        theme: makeTheme(uid, primary, themeType),
        createdAt: tx.now(),
        updatedAt: tx.now(),
      }
      await assertNameFree(tx, row)
      await assertBelowLimit(tx, uid)
      await repository.insert(tx.db, row)
      return toTheme(row)
    }),

  update: (ctx, uid, themeId, change) =>
    ctx.tx(async (tx) => {
      await repository.lockWorkspace(tx.db, uid)
      const before = await repository.find(tx.db, uid, themeId)
      if (!before) throw new AppError('NOT_FOUND')
      const { primary, themeType } = { ...CustomTheme.parse(before.theme), ...themeFrom(change) }
      const row = {
        ...before,
        name: change.name ?? before.name,
        theme: makeTheme(uid, primary, themeType),
        updatedAt: tx.now(),
      }
      await assertNameFree(tx, row)
      await repository.update(tx.db, row)
      return toTheme(row)
    }),

  ...createDeleting(trash),
})

const createDeleting = (trash: Pick<Trash, 'put' | 'restore'>): Pick<Themes, 'delete' | 'restore'> => ({
  delete: (ctx, uid, themeId) =>
    ctx.tx(async (tx) => {
      await repository.lockWorkspace(tx.db, uid)
      if (!(await repository.find(tx.db, uid, themeId))) throw new AppError('NOT_FOUND')
      const where = repository.isTheme(uid, themeId)
      await trash.put(tx, { kind: 'theme', itemId: themeId }, [{ table: customThemes, where }])
      await repository.remove(tx.db, uid, themeId)
    }),

  restore: (ctx, uid, themeId) =>
    ctx.tx(async (tx) => {
      await tx.assertStill?.(tx)
      await repository.lockWorkspace(tx.db, uid)
      // Already done, e.g. in another tab.
      if (await repository.find(tx.db, uid, themeId)) return
      await assertBelowLimit(tx, uid)
      if (!(await trash.restore(tx, { kind: 'theme', itemId: themeId }, [customThemes]))) throw notRestorable()
      const row = await repository.find(tx.db, uid, themeId)
      if (row) await assertNameFree(tx, row)
    }),
})

const themeFrom = ({ primary, themeType }: ThemeChange) => ({
  ...(primary === undefined ? {} : { primary }),
  ...(themeType === undefined ? {} : { themeType }),
})

async function assertBelowLimit(ctx: Ctx, uid: string): Promise<void> {
  if ((await repository.countThemes(ctx.db, uid)) >= MAX_THEMES)
    throw new AppError('LIMIT_REACHED', msg('too_many_themes', { max: MAX_THEMES }))
}

async function assertNameFree(ctx: Ctx, { workspaceId, name, id }: repository.ThemeRow): Promise<void> {
  if (await repository.isTaken(ctx.db, workspaceId, name, id))
    throw new AppError('CONFLICT', msg('theme_name_taken', { name }))
}

const toTheme = ({ id, name, theme, createdAt, updatedAt }: repository.ThemeRow): SavedTheme => ({
  id,
  name,
  theme: CustomTheme.parse(theme),
  createdAt: unixSeconds(createdAt),
  lastModified: unixSeconds(updatedAt),
})
