// Puts the review of tests before Publish, where an agent has protected tests and asks for it.
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useDraft } from '../../features/agents/draft/draft.tsx'
import { ReviewContext } from '../../features/agents/draft/review.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

const PublishReview = lazy(() => import('../../features/evaluations/publish-review.tsx'))

export function PublishGuard({ children }: { children: ReactNode }) {
  const { api } = useScope()
  const client = useQueryClient()
  const { agentId, config, flush } = useDraft()
  const [asking, setAsking] = useState<{ answer: (publish: boolean) => void }>()
  const review = async () => {
    // What is published is compared as it is stored; where it can't be, Publish itself says why.
    if (config.publishGuard === 'off' || !(await flush())) return true
    const options = api.evaluations.comparison.queryOptions({ input: { agentId }, staleTime: 0 })
    const standing = await client.fetchQuery(options).catch(() => undefined)
    if (!standing?.items.some((item) => item.protected)) return true
    return new Promise<boolean>((resolve) => setAsking({ answer: resolve }))
  }
  const answer = (publish: boolean) => {
    asking?.answer(publish)
    setAsking(undefined)
  }
  return (
    <ReviewContext value={review}>
      {children}
      <Suspense fallback={null}>
        {asking && <PublishReview agentId={agentId} guard={config.publishGuard} beforeRun={flush} onAnswer={answer} />}
      </Suspense>
    </ReviewContext>
  )
}
