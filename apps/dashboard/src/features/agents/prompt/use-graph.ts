// The draft's graph with its undo history, shared by Prompt and Canvas views.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import {
  beginHistory,
  doStep,
  redoStep,
  undoStep,
  type GraphAction,
  type History,
  type Nodes,
  emptyNode,
} from '@parlance/engine/graph/graph-edit'
import { sameConfig } from '@parlance/contract/agents/same-config'
import { randomId } from '../../../lib/random-id.ts'
import { useReadOnly } from '../../../components/feedback/read-only.tsx'
import { useDraft, type Draft } from '../draft/draft.tsx'
import { useTranslation } from 'react-i18next'

interface EditSession {
  /** True when the action changed something. */
  readonly act: (action: GraphAction) => boolean
  readonly undo: () => void
  readonly redo: () => void
  readonly can: () => { undo: boolean; redo: boolean }
}

export interface Graph extends EditSession {
  readonly nodes: readonly AgentNode[]
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** One session per draft on screen, kept across views. */
const editSessions = new WeakMap<Draft['getState'], EditSession>()

export function startEditSession({ getState, edit }: Pick<Draft, 'getState' | 'edit'>): EditSession {
  let history = beginHistory(getState().config.nodes)
  /** Changes from elsewhere (another person, an older version) can't be undone here. */
  const current = (): History => {
    const { nodes } = getState().config
    if (nodes === history.present) return history
    const same = sameConfig({ nodes }, { nodes: history.present })
    history = same ? { ...history, present: nodes } : beginHistory(nodes)
    return history
  }
  const go = (next: History): boolean => {
    if (next === history) return false
    const nodes: AgentNode[] = [...next.present]
    history = { ...next, present: nodes }
    edit({ nodes })
    return true
  }
  return {
    act: (action) => go(doStep(current(), action, Date.now())),
    undo: () => void go(undoStep(current())),
    redo: () => void go(redoStep(current())),
    can: () => ({ undo: current().past.length > 0, redo: current().future.length > 0 }),
  }
}

const nothing = () => undefined
/** For read-only users: ignores every change. */
const READ_ONLY: EditSession = {
  act: () => false,
  undo: nothing,
  redo: nothing,
  can: () => ({ undo: false, redo: false }),
}

export function useGraph(): Graph {
  const draft = useDraft()
  let session = editSessions.get(draft.getState)
  if (!session) {
    session = startEditSession(draft)
    editSessions.set(draft.getState, session)
  }
  const { undo: canUndo, redo: canRedo } = session.can()
  if (useReadOnly()) return { ...READ_ONLY, nodes: draft.config.nodes, canUndo: false, canRedo: false }
  return { ...session, nodes: draft.config.nodes satisfies Nodes, canUndo, canRedo }
}

/** A unique id. */
export const newNodeId = (): string => randomId().slice(0, 8)

/** Switches from one prompt to steps: the earlier ones, or a first one. */
export function useBeginSteps() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  return () => {
    const first = { ...emptyNode(newNodeId(), 'start', t('agents.prompt.type.start')), rf: { x: 0, y: 0 } }
    edit({ enableNodes: true, ...(config.nodes.length === 0 ? { nodes: [first] } : {}) })
  }
}
