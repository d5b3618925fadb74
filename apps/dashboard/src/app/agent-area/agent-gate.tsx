// Loads an agent before its pages: skeleton, retry on failure, or a link to where it is.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, hasCode } from '../../lib/errors.ts'
import { agentQuery } from '../../features/agents/draft/draft.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { notify } from '../../components/feedback/notify.ts'
import classes from './agent-area.module.css'
import { chooseWorkspace } from '../layout/chosen-workspace.ts'

const WrongWorkspace = lazy(() => import('./wrong-workspace.tsx'))

/** `waiting` is shown while loading, `children` afterwards. */
export function AgentGate(props: { agentId: string; waiting: ReactNode; children: ReactNode }) {
  const { agentId, waiting, children } = props
  const { api } = useScope()
  const agent = useQuery(agentQuery(api, agentId))
  if (hasCode(agent.error, 'NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT')) {
    return (
      <Suspense fallback={waiting}>
        <WrongWorkspace agentId={agentId}>{waiting}</WrongWorkspace>
      </Suspense>
    )
  }
  if (agent.error && !agent.data) {
    return (
      <main id="content" className={classes.failed}>
        <ErrorMessage text={errorText(agent.error)} onRetry={() => void agent.refetch()} />
      </main>
    )
  }
  if (!agent.data) return waiting
  return (
    <OwnWorkspace uid={agent.data.data.ownerID} waiting={waiting}>
      {children}
    </OwnWorkspace>
  )
}

/** Switches to the agent's workspace first. */
function OwnWorkspace({ uid, waiting, children }: { uid: string; waiting: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  const items = useQuery(api.workspaces.list.queryOptions()).data?.items
  const elsewhere = uid === workspace.uid ? undefined : items?.find((one) => one.uid === uid)
  const name = elsewhere?.workspaceName
  useEffect(() => {
    if (name === undefined) return
    chooseWorkspace(region, uid)
    notify.info(t('shell.otherWorkspace', { name }), { id: 'other-workspace' })
  }, [name, region, uid, t])
  return elsewhere ? waiting : children
}
