// The graph of the draft with a history of this edit session, shared by the Prompt and the Canvas view.
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

/** One session per draft on screen: it lives on from view to view, and ends with the draft. */
const editSessions = new WeakMap<Draft['getState'], EditSession>()

export function startEditSession({ getState, edit }: Pick<Draft, 'getState' | 'edit'>): EditSession {
  let history = beginHistory(getState().config.nodes)
  /** What came from elsewhere (another person, an older version) is not ours to undo. */
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
/** For whoever may only read: nothing changes, whichever key or menu asks for it. */
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

/** An id nobody had before. */
export const newNodeId = (): string => crypto.randomUUID().slice(0, 8)

/** From one prompt to steps: with those it had, or with a first one. */
export function useBeginSteps() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  return () => {
    const first = { ...emptyNode(newNodeId(), 'start', t('agents.prompt.type.start')), rf: { x: 0, y: 0 } }
    edit({ enableNodes: true, ...(config.nodes.length === 0 ? { nodes: [first] } : {}) })
  }
}
