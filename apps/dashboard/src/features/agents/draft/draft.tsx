// The current agent's draft, shared by all its tabs.
import { ORPCError } from '@orpc/client'
import type { Agent, AgentConfig } from '@parlance/contract/agents/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../../lib/permissions.ts'
import { errorText, hasCode } from '../../../lib/errors.ts'
import { useScope, type Scope } from '../../../lib/workspace-scope.tsx'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { configOf, copyOf, draftAfterPublish, saveStatus, type DraftState } from './draft-state.ts'
import { createDraftStore, type DraftCalls, type DraftStore } from './draft-store.ts'

interface Value {
  agent: Agent
  store: DraftStore
}
export const DraftContext = createContext<Value | undefined>(undefined)

export interface Draft extends DraftStore {
  agentId: string
  /** Server-owned data of the agent: id, secret, owner. */
  agent: Agent
  state: DraftState
  config: AgentConfig
}

export function useDraft(): Draft {
  const value = use(DraftContext)
  if (!value) throw new Error('useDraft is for pages of the agent area')
  const state = useSyncExternalStore(value.store.subscribe, value.store.getState)
  return { ...value.store, agentId: value.agent.ID, agent: value.agent, state, config: state.config }
}

export const agentQuery = (api: Scope['api'], agentId: string) =>
  api.agents.get.queryOptions({ input: { agentId }, staleTime: 0, refetchOnMount: 'always' as const })

interface Props {
  agentId: string
  /** Whether an address is still on an editing page; defaults to everything below the agent. */
  stays?: (to: { pathname: string; search: unknown }) => boolean
  children: ReactNode
}

/** Requires the agent in the cache: the agent area handles loading and 404. */
export function DraftProvider({ agentId, stays, children }: Props) {
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const got = useQuery(agentQuery(api, agentId)).data
  const refusal = useDeniedReason('editor')
  const [store] = useState(
    () => got && makeStore({ agentId, api, workspaceId: workspace.uid, client, refusal, first: copyOf(got) }),
  )
  useEffect(() => {
    if (got) store?.loaded(copyOf(got))
  }, [got, store])
  useEffect(() => store?.stop, [store])
  if (!got || !store) return null
  return (
    <DraftContext value={{ agent: got.data, store }}>
      <LeaveGuard store={store} stays={stays ?? (({ pathname }) => pathname.includes(`/agents/${agentId}`))} />
      {children}
    </DraftContext>
  )
}

interface StoreOptions {
  agentId: string
  workspaceId: string
  api: Scope['api']
  client: ReturnType<typeof useQueryClient>
  /** Why nothing may be changed; '' with permission. */
  refusal: string
  first: ReturnType<typeof copyOf>
}

function makeStore({ agentId, workspaceId, api, client, refusal, first }: StoreOptions): DraftStore {
  // The editor starts from the cached copy when it is opened again, so that has every change made here.
  const { queryKey } = agentQuery(api, agentId)
  const store = createDraftStore(first, {
    get: async () => {
      const got = await api.agents.get.call({ agentId })
      client.setQueryData(queryKey, got)
      return got
    },
    saveDraft: async (patch, version) => {
      const { draft } = await api.agents.saveDraft.call({ agentId, ...patch, version })
      client.setQueryData(queryKey, (got) => got && { ...got, draft })
      return draft
    },
    publish: async (fields, version) => {
      const { data, version: newest } = await api.agents.save.call({ agentId, ...fields, version })
      const published = { config: configOf(data), version: newest }
      client.setQueryData(
        queryKey,
        (got) => got && { data, version: newest, draft: draftAfterPublish(got.draft, fields, published) },
      )
      return { data, version: newest }
    },
    backup: async () => {
      await api.agents.saveAgentBackup.call({ agentId, workspaceId })
      void client.invalidateQueries({ queryKey: api.agents.versions.key({ input: { agentId } }) })
    },
    discard: () => api.agents.discardDraft.call({ agentId }),
    ...outageRules,
    changed: () => {
      for (const procedure of [api.agents.list, api.agents.summaries]) {
        void client.invalidateQueries({ queryKey: procedure.key() })
      }
    },
  })
  // Read-only users get a notice, and the stored state stays on screen.
  return refusal ? { ...store, edit: () => void notify.info(refusal, { id: 'view-only' }) } : store
}

const PASSING = new Set([408, 429])
/** Offline, a server error or a rate limit: the same save may succeed later. */
const isTransient = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof ORPCError && (error.status >= 500 || PASSING.has(error.status)))

/** How stores classify failed calls. */
export const outageRules: Pick<DraftCalls, 'isStale' | 'isTransient' | 'isLost' | 'whenOnline' | 'sentence'> = {
  isStale: (error) => hasCode(error, 'STALE'),
  isTransient,
  isLost: (error) => !(error instanceof ORPCError),
  whenOnline: (listener) => {
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  },
  sentence: errorText,
}

/** Saves before leaving the agent; asks only about what could not be saved. */
export function LeaveGuard({ store, stays }: { store: DraftStore; stays: NonNullable<Props['stays']> }) {
  const { t } = useTranslation()
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      if (stays(next) || (await store.flush())) return false
      const reason = store.getState().failure || t('agents.draft.unsaved')
      const leave = await confirm({
        title: t('agents.draft.leaveTitle'),
        body: t('agents.draft.leaveBody', { reason }),
        confirm: t('agents.draft.leaveConfirm'),
      })
      return !leave
    },
    enableBeforeUnload: () => saveStatus(store.getState()) !== 'saved',
  })
  return null
}
