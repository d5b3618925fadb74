// A draft of an unsaved agent, which exists only on this page.
import { ORPCError } from '@orpc/client'
import type { Agent, AgentConfig } from '@parlance/contract/agents/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import starts from 'virtual:new-widget'
import { errorText } from '../../../lib/errors.ts'
import { pageLanguage } from '../../../i18n/page-language.ts'
import { useScope, type Scope } from '../../../lib/workspace-scope.tsx'
import { UnsavedGuard } from '../../../lib/unsaved-guard.tsx'
import { configOf, isPublished, problem, reduce, start, type DraftEvent } from './draft-state.ts'
import type { DraftStore } from './draft-store.ts'
import { DraftContext } from './draft.tsx'

interface Props {
  platform: AgentConfig['agentPlatform']
  children: ReactNode
}

/** Children edit it with `useDraft`; `publish` creates the agent. Asks before leaving with changes. */
export function NewDraftProvider({ platform, children }: Props) {
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const [{ agent, store }] = useState(() => {
    const unsaved = newAgent(platform, workspace.uid)
    return {
      agent: unsaved,
      store: createNewStore(unsaved, { api, created: () => client.invalidateQueries({ queryKey: api.agents.key() }) }),
    }
  })
  const state = useSyncExternalStore(store.subscribe, store.getState)
  const value = useMemo(() => ({ agent, store }), [agent, store])
  return (
    <DraftContext value={value}>
      <UnsavedGuard dirty={!isPublished(state)} />
      {children}
    </DraftContext>
  )
}

const newAgent = (platform: AgentConfig['agentPlatform'], ownerID: string): Agent => ({
  ...structuredClone({ ...starts[platform].config, ...starts[platform].words[pageLanguage()] }),
  ID: randomId(16),
  ownerID,
  lastModified: 0,
  SECRET_API_KEY: '',
  internal: {},
  ts: 0,
  userId: '',
})

function createNewStore(agent: Agent, { api, created }: { api: Scope['api']; created: () => unknown }): DraftStore {
  const first = configOf(agent)
  const listeners = new Set<() => void>()
  let state = start({ published: first, draft: first, version: 0 })
  const dispatch = (event: DraftEvent) => {
    state = reduce(state, event)
    for (const listener of listeners) listener()
  }
  const nothing = async () => {}
  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    edit: (patch) => dispatch({ type: 'edit', patch }),
    // There is no server copy yet.
    flush: async () => isPublished(state),
    async publish() {
      if (problem(state) || state.publishing) return false
      dispatch({ type: 'publishing' })
      try {
        const { data, version } = await api.agents.save.call({
          agentId: agent.ID,
          ownerID: agent.ownerID,
          ...state.config,
        })
        dispatch({ type: 'published', config: configOf(data), version, fields: Object.keys(state.config) })
        created()
        return true
      } catch (error) {
        dispatch({ type: 'failed', reason: errorText(error), retry: false, lost: !(error instanceof ORPCError) })
        return false
      }
    },
    loaded: () => {},
    discard: nothing,
    restored: () => {},
    resolve: nothing,
    stop: () => {},
  }
}
