// Reads and changes crawl jobs.
import type { Crawl, CrawlPage, CrawlSettings } from '@parlance/contract/crawler/schemas'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { paged, pageInput } from '../../lib/paged-query.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { isPaused, isRunning } from './crawl-state.ts'

/** Polling interval while running. */
const LIVE_MS = 1500
/** Paused jobs continue by themselves. */
const PAUSED_MS = 10_000
const pollOf = (crawls: readonly Crawl[]): number | false =>
  crawls.some(isRunning) ? LIVE_MS : crawls.some(isPaused) && PAUSED_MS

export function useCrawls(search: string) {
  const { api, workspace } = useScope()
  return useInfiniteQuery(
    api.crawler.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid: workspace.uid, ...pageInput(search, cursor) }),
      ...paged,
      refetchInterval: (query) => pollOf(query.state.data?.pages.flatMap(({ items }) => items) ?? []),
    }),
  )
}

export function useCrawl(crawlId: string) {
  const { api, workspace } = useScope()
  return useQuery(
    api.crawler.get.queryOptions({
      input: { uid: workspace.uid, crawlId },
      refetchInterval: (query) => (query.state.data ? pollOf([query.state.data.data]) : false),
    }),
  )
}

/** Polls while the job runs (`live`). */
export function useCrawlPages(crawlId: string, status: CrawlPage['status'] | undefined, live: boolean) {
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const wasLive = useRef(live)
  useEffect(() => {
    const pages = { queryKey: api.crawler.pages.key() }
    // A response on its way may be from before the end.
    if (wasLive.current && !live) void client.cancelQueries(pages).then(() => client.invalidateQueries(pages))
    wasLive.current = live
  }, [api, client, live])
  return useInfiniteQuery(
    api.crawler.pages.infiniteOptions({
      input: (cursor: string | undefined) => ({
        uid: workspace.uid,
        crawlId,
        ...(status ? { status } : {}),
        ...pageInput('', cursor, 50),
      }),
      ...paged,
      refetchInterval: live && LIVE_MS,
    }),
  )
}

/** Titles of the workspace's agents by id. */
export function useAgentTitles() {
  const { api, workspace } = useScope()
  const summaries = useQuery(api.agents.summaries.queryOptions({ input: { uid: workspace.uid } }))
  return { pending: summaries.isPending, agents: summaries.data?.items ?? [] }
}

export function useInvalidateCrawls() {
  const { api } = useScope()
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: api.crawler.key() })
}

export function useSaveCrawl() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const invalidate = useInvalidateCrawls()
  return async (crawlId: string | undefined, settings: CrawlSettings): Promise<Crawl> => {
    const { uid } = workspace
    const { data } = await (crawlId === undefined
      ? api.crawler.create.call({ uid, ...settings })
      : api.crawler.update.call({ uid, crawlId, ...settings }))
    notify.success(t(crawlId === undefined ? 'crawler.said.created' : 'crawler.said.saved', { name: data.name }))
    await invalidate()
    return data
  }
}

export function useCrawlActions() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const invalidate = useInvalidateCrawls()
  const { uid } = workspace
  const say = async (call: Promise<unknown>, said: string, reload = invalidate): Promise<boolean> => {
    try {
      await call
      notify.success(said)
      return true
    } catch (error) {
      notify.error(errorText(error))
      return false
    } finally {
      await reload()
    }
  }
  return {
    run: ({ id, name, status }: Crawl) =>
      say(
        api.crawler.run.call({ uid, crawlId: id }),
        t(status === 'paused' ? 'crawler.said.continued' : 'crawler.said.started', { name }),
      ),
    cancel: ({ id, name }: Crawl) =>
      say(api.crawler.cancel.call({ uid, crawlId: id }), t('crawler.said.cancelled', { name })),
    remove: ({ id, name }: Crawl, documents: boolean) =>
      say(
        api.crawler.delete.call({ uid, crawlId: id, documents }),
        t(documents ? 'crawler.said.deletedAll' : 'crawler.said.deleted', { name }),
        // The open log would ask for the deleted job.
        () => client.invalidateQueries({ queryKey: api.crawler.list.key() }),
      ),
  }
}
export type CrawlActions = ReturnType<typeof useCrawlActions>
