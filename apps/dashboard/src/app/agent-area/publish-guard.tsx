// Reviews changes for visitors before Publish, and protected tests if the agent requires them.
import type { OpenConfig } from '@parlance/contract/agents/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useDraft } from '../../features/agents/draft/draft.tsx'
import { ReviewContext } from '../../features/agents/draft/review.ts'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

const PublishReview = lazyWithTexts(() => import('../../features/evaluations/publish-review.tsx'), 'PublishReview')
const PublishChanges = lazyWithTexts(
  () => import('../../features/agents/publish/publish-changes.tsx'),
  'PublishChanges',
)

interface Asking {
  readonly answer: (publish: boolean) => void
  readonly tested: boolean
  /** Absent when only tests are reviewed. */
  readonly changes?: { readonly published: OpenConfig; readonly draft: OpenConfig } | undefined
}

export function PublishGuard({ children }: { children: ReactNode }) {
  const { api } = useScope()
  const client = useQueryClient()
  const { agentId, config, flush, getState } = useDraft()
  const [asking, setAsking] = useState<Asking>()
  const hasProtectedTests = async () => {
    if (config.publishGuard === 'off') return false
    const options = api.evaluations.comparison.queryOptions({ input: { agentId }, staleTime: 0 })
    const comparison = await client.fetchQuery(options).catch(() => undefined)
    return comparison?.items.some((item) => item.protected) ?? false
  }
  const review = async ({ explains }: { explains: boolean }) => {
    // Compares the stored draft; if saving fails, Publish itself says why.
    if (!(await flush())) return true
    const tested = await hasProtectedTests()
    if (!tested && !explains) return true
    const { copy, config: draft } = getState()
    const changes = explains ? { published: copy.published, draft } : undefined
    return new Promise<boolean>((resolve) => setAsking({ answer: resolve, tested, changes }))
  }
  const answer = (publish: boolean) => {
    asking?.answer(publish)
    setAsking(undefined)
  }
  return (
    <ReviewContext value={review}>
      {children}
      <Suspense fallback={null}>
        {asking && (
          <PublishReview
            agentId={agentId}
            guard={asking.tested ? config.publishGuard : 'off'}
            changes={asking.changes && <PublishChanges agentId={agentId} {...asking.changes} />}
            beforeRun={flush}
            onAnswer={answer}
          />
        )}
      </Suspense>
    </ReviewContext>
  )
}
