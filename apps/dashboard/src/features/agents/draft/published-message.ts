// The message after a publish: where the agent is live.
import type { TFunction } from 'i18next'
import type { Scope } from '../../../lib/workspace-scope.tsx'
import { hostOf } from '../overview/liveness.ts'

const PAGES = ['/home', '/overview'] as const

/** A published agent is live only when a site shows it; client users see sites on some pages only. */
export async function publishedMessage({ api, client }: Scope, agentId: string, t: TFunction): Promise<string> {
  const may = !client || PAGES.some((page) => client.client.canAccess.includes(page))
  if (!may) return t('agents.draft.done')
  const { site } = (await api.analytics.overview.call({ agentId })).data
  return site ? t('agents.draft.doneLive', { site: hostOf(site.origin) }) : t('agents.draft.doneNowhere')
}
