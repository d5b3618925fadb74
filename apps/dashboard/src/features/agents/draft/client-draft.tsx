// A client user's draft of an agent: the same copy, limited to permitted fields.
import type { ClientAgentConfig, ClientAgentPatch } from '@parlance/contract/agents/client-agent-schemas'
import { clientAgentFields } from '@parlance/contract/agents/client-fields'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { Agent, AgentConfig } from '@parlance/contract/agents/schemas'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import starts from 'virtual:new-widget'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useScope, type Scope } from '../../../lib/workspace-scope.tsx'
import { copyOf, draftAfterPublish } from './draft-state.ts'
import { createDraftStore, type DraftStore } from './draft-store.ts'
import { DraftContext, LeaveGuard, outageRules } from './draft.tsx'

interface Props {
  agentId: string
  /** Whether an address is still on an editing page. */
  stays: (to: { pathname: string; search: unknown }) => boolean
  children: ReactNode
}

const query = (api: Scope['api'], agentId: string) =>
  api.clientAgents.get.queryOptions({ input: { agentId }, staleTime: 0, refetchOnMount: 'always' as const })

export function ClientDraftProvider({ agentId, stays, children }: Props) {
  const { api } = useScope()
  const got = useQuery(query(api, agentId))
  if (got.error && !got.data) return <ErrorMessage text={errorText(got.error)} onRetry={() => void got.refetch()} />
  if (!got.data) return <RowSkeletons />
  return (
    <Loaded agentId={agentId} got={got.data} stays={stays}>
      {children}
    </Loaded>
  )
}

type Got = Awaited<ReturnType<Scope['api']['clientAgents']['get']['call']>>

function Loaded({ agentId, got, stays, children }: Props & { got: Got }) {
  const { api, client: session, workspace } = useScope()
  const client = useQueryClient()
  const agent = agentOf(got.published.config, got, workspace.uid)
  const [store] = useState(() => makeStore({ agentId, api, client, session, uid: workspace.uid, first: got }))
  useEffect(() => store.loaded(copyOf(whole(got, workspace.uid))), [got, store, workspace.uid])
  useEffect(() => store.stop, [store])
  return (
    <DraftContext value={{ agent, store }}>
      <LeaveGuard store={store} stays={stays} />
      {children}
    </DraftContext>
  )
}

interface StoreOptions {
  agentId: string
  api: Scope['api']
  client: ReturnType<typeof useQueryClient>
  session: ClientSession | undefined
  uid: string
  first: Got
}

function makeStore({ agentId, api, client, session, uid, first }: StoreOptions): DraftStore {
  const mayChange = clientAgentFields(session?.client.canAccess ?? [])
  const sendable = (fields: Partial<AgentConfig>) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => mayChange.has(field))) as ClientAgentPatch
  // The editor starts from the cached copy when it is opened again, so that has every change made here.
  const { queryKey } = query(api, agentId)
  return createDraftStore(copyOf(whole(first, uid)), {
    get: async () => {
      const got = await api.clientAgents.get.call({ agentId })
      client.setQueryData(queryKey, got)
      return whole(got, uid)
    },
    saveDraft: async (patch, version) => {
      const { draft } = await api.clientAgents.saveDraft.call({ agentId, ...sendable(patch), version })
      client.setQueryData(queryKey, (got) => got && { ...got, draft })
      return draftOf(draft)
    },
    publish: async (fields, version) => {
      const sent = sendable(fields)
      const { published } = await api.clientAgents.publish.call({ agentId, ...sent, version })
      client.setQueryData(
        queryKey,
        (got) => got && { ...got, published, draft: draftAfterPublish(got.draft, sent, published) },
      )
      return { data: agentOf(published.config, first, uid), version: published.version }
    },
    // The server keeps versions itself.
    backup: async () => undefined,
    discard: () => api.clientAgents.discardDraft.call({ agentId }),
    ...outageRules,
    // The switcher shows the agent's name.
    changed: () => void client.invalidateQueries({ queryKey: ['client-session'] }),
  })
}

const draftOf = (draft: Got['draft']) => draft && { config: configOf(draft.config), version: draft.version }
const whole = (got: Got, uid: string) => ({
  data: agentOf(got.published.config, got, uid),
  version: got.published.version,
  draft: draftOf(got.draft),
})

const agentOf = (
  config: ClientAgentConfig,
  { ID, lastModified }: Pick<Got, 'ID' | 'lastModified'>,
  uid: string,
): Agent => ({
  ...configOf(config),
  ID,
  lastModified,
  ownerID: uid,
  SECRET_API_KEY: '',
  internal: {},
  ts: 0,
  userId: '',
})

/** Fields without permission hold defaults; they are neither shown nor sent. */
function configOf({ opening, ...config }: ClientAgentConfig): AgentConfig {
  const rest = starts[config.agentPlatform].config
  const start = { id: 'start', type: 'start', ...(opening && { startConfig: opening }) } as AgentNode
  return {
    ...rest,
    ...config,
    nodes: opening ? [start] : [],
    // Required for publishing, so the agency has set it.
    ...(config.agentPlatform === 'vf' && { VF_DIALOGUE_API_KEY: 'set' }),
  } as AgentConfig
}
