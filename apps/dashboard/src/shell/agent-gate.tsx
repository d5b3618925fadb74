// Reads an agent before what is about it is shown: skeleton, failure with another try, or where the agent is instead.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { errorText, hasCode } from '../errors.ts'
import { agentQuery } from '../features/agents/draft/draft.tsx'
import { useScope } from '../scope.tsx'
import { Failure } from '../ui/failure.tsx'
import classes from './agent-area.module.css'

const Elsewhere = lazy(() => import('./elsewhere.tsx'))

/** `waiting` stands while the agent is read; `children` once it is there. */
export function AgentGate(props: { agentId: string; waiting: ReactNode; children: ReactNode }) {
  const { agentId, waiting, children } = props
  const { api } = useScope()
  const agent = useQuery(agentQuery(api, agentId))
  if (hasCode(agent.error, 'NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT')) {
    return (
      <Suspense fallback={waiting}>
        <Elsewhere agentId={agentId}>{waiting}</Elsewhere>
      </Suspense>
    )
  }
  if (agent.error && !agent.data) {
    return (
      <main id="content" className={classes.failed}>
        <Failure text={errorText(agent.error)} onRetry={() => void agent.refetch()} />
      </main>
    )
  }
  return agent.data ? children : waiting
}
