import type { Crawl } from '@parlance/contract/crawler/schemas'
import type { Document } from '@parlance/contract/knowledge/schemas'
import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../../lib/workspace-scope.tsx'

/** The crawler job that reads a document; undefined for other documents, client users and deleted jobs. */
export function useDocumentCrawl({ crawlId }: Pick<Document, 'crawlId'>): {
  crawl: Crawl | undefined
  isLoading: boolean
} {
  const { api, workspace, client } = useScope()
  const { data, isLoading } = useQuery(
    api.crawler.get.queryOptions({ input: { uid: workspace.uid, crawlId }, enabled: crawlId !== '' && !client }),
  )
  return { crawl: data?.data, isLoading }
}
