import { positionAfter, type GraphPosition } from '../trace/read-trace.ts'
import { useTurn } from '../trace/use-turn.ts'
import { lastFinished, turnOf, type PanelState } from './panel-state.ts'

/** The current position: exact after a turn, estimated while one runs. */
export function useGraphPosition(agentId: string, state: Pick<PanelState, 'entries' | 'running'>): GraphPosition {
  const last = lastFinished(state)
  const stored = useTurn(agentId, turnOf(last)).data
  const running = state.entries.find(({ id }) => id === state.running)
  const heard = [...(stored ? [] : (last?.trace ?? [])), ...(running?.trace ?? [])]
  return positionAfter(stored?.data.engine, heard)
}
