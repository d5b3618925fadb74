// Meta pages: one page connects Messenger and, if it has an account there, Instagram.
import type { MetaPage, MetaPageView, OfferedPage } from '@parlance/contract/channels/meta-pages'
import { AppError } from '@parlance/contract/lib/errors'
import { msg, withRef } from '@parlance/i18n/messages'
import type { Vault } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { readMessage } from '../../../lib/stored-message.ts'
import type { ConnectionRow } from '../connections/connections.repository.ts'
import type { Connections } from '../connections/connections.ts'
import * as repository from './meta-pages.repository.ts'
import type { PagesProvider } from '../ports.ts'
import { createSealedTokens } from '../connections/sealed-tokens.ts'

export interface MetaPagesDeps {
  readonly vault: Vault
  readonly provider: PagesProvider
  readonly connections: Pick<Connections, 'connect' | 'drop' | 'findRow' | 'forget'>
}

const CHANNELS = ['messenger', 'instagram'] as const

export function createMetaPages({ vault, provider, connections }: MetaPagesDeps) {
  const { seal, open } = createSealedTokens(vault, 'meta-token')
  const dropOthers = async (ctx: Ctx, agentId: string, pageId: string) => {
    for (const channel of CHANNELS) {
      const row = await connections.findRow(ctx, agentId, channel)
      if (row && row.settings.pageId !== pageId) await connections.drop(ctx, row)
    }
  }

  return {
    async login(given: { redirectUri: string; state: string }) {
      const { version, isExpired } = provider
      const url = provider.loginUrl({ redirectUri: given.redirectUri, state: given.state })
      return { data: { ...(url === undefined ? {} : { url }), version, isExpired } }
    },
    async exchange(ctx: Ctx, { token }: { token: string }) {
      return { longer_access_token: seal(ctx, await provider.exchangeToken(open(ctx, token))) }
    },
    user: (ctx: Ctx, token: string) => provider.userOf(open(ctx, token)),
    async pages(ctx: Ctx, token: string): Promise<{ pages: OfferedPage[] }> {
      const found = await provider.listPages(open(ctx, token))
      return { pages: found.map(({ token: own, ...page }) => ({ ...page, accessToken: seal(ctx, own) })) }
    },
    async subscriptions(ctx: Ctx, token: string) {
      return { subscriptions: { responseJson: { data: await provider.listSubscriptions(open(ctx, token)) } } }
    },
    async connect(ctx: Ctx, given: { agentId: string; selectedPage: { pageId: string; accessToken: string } }) {
      const { agentId, selectedPage } = given
      const before = await connections.findRow(ctx, agentId, 'messenger')
      const fields = { token: open(ctx, selectedPage.accessToken), pageId: selectedPage.pageId }
      const { data } = await connections.connect(ctx, { agentId, channel: 'messenger', fields })
      try {
        if (data.settings.igPageId) await connections.connect(ctx, { agentId, channel: 'instagram', fields })
      } catch (error) {
        // If the second channel fails, the first is undone, unless it existed before.
        const made = before ? undefined : await connections.findRow(ctx, agentId, 'messenger')
        if (made) await connections.drop(ctx, made)
        throw error
      }
      await dropOthers(ctx, agentId, selectedPage.pageId)
      return { success: true as const, metaPage: pageOf({ agent_id: agentId, settings: data.settings }) }
    },
    async remove(ctx: Ctx, { agentId, pageId }: { agentId: string; pageId: string }) {
      const found = (await repository.listOfPage(ctx.db, ctx.workspaceId, pageId)).filter(
        ({ agent_id }) => agent_id === agentId,
      )
      for (const row of found) await connections.drop(ctx, row)
      return { success: true as const }
    },
    async list(ctx: Ctx, { agentId, limit }: { agentId?: string | undefined; limit?: number | undefined }) {
      const found = await repository.listPages(ctx.db, ctx.workspaceId, agentId)
      return { items: found.slice(0, limit).map(viewOf) }
    },
    async assign(ctx: Ctx, { agentId, pageId }: { agentId: string; pageId: string }) {
      const { moved, metaPage } = await ctx.tx(async (tx) => {
        const found = await repository.listOfPage(tx.db, tx.workspaceId, pageId)
        const [page] = found
        if (!page) throw new AppError('NOT_FOUND', msg('meta_page_not_connected'))
        for (const { id, channel } of found) {
          const other = await connections.findRow(tx, agentId, channel)
          if (other && other.id !== id) throw new AppError('CONFLICT', msg('meta_agent_has_page'))
        }
        for (const row of found) connections.forget(tx, row)
        await repository.moveToAgent(
          tx.db,
          found.map(({ id }) => id),
          agentId,
        )
        return { moved: found, metaPage: pageOf({ ...page, agent_id: agentId }) }
      })
      for (const row of moved) connections.forget(ctx, row)
      return { success: true as const, metaPage }
    },
  }
}

const pageOf = ({ agent_id: agentId, settings }: Pick<ConnectionRow, 'agent_id' | 'settings'>): MetaPage => {
  const { pageId = '', pageName = '', igPageId = '', igPageName = '' } = settings
  return { pageId, pageName, igPageId, igPageName, agentId }
}
const viewOf = (row: ConnectionRow): MetaPageView => ({
  ...pageOf(row),
  status: row.status === 'active' ? 'active' : 'failing',
  ...withRef('lastError', readMessage(row.last_error)),
  connectedAt: new Date(row.created_at).toISOString(),
})
