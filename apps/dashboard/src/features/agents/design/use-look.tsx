// The look of the draft on this page, with the way back of every change.
import { createContext, use, useState, type ReactNode } from 'react'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { useDraft } from '../draft/draft.tsx'
import { NO_HISTORY, recorded, redone, undone, type Look } from './look-history.ts'

interface Steps {
  change: (patch: Look) => void
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}
const StepsContext = createContext<Steps | undefined>(undefined)

export function LookSteps({ children }: { children: ReactNode }) {
  const { config, edit } = useDraft()
  const [history, setHistory] = useState(NO_HISTORY)
  const walk = (step: typeof undone) => () => {
    const taken = step(history, config)
    setHistory(taken.history)
    if (taken.patch) edit(taken.patch)
  }
  const value: Steps = {
    change: (patch) => {
      setHistory(recorded(history, config, patch, Date.now()))
      edit(patch)
    },
    undo: history.past.length > 0 ? walk(undone) : undefined,
    redo: history.future.length > 0 ? walk(redone) : undefined,
  }
  return <StepsContext value={value}>{children}</StepsContext>
}

/** Outside `LookSteps` changes can be made, but not taken back. */
export function useLook(): Steps & { config: AgentConfig; ownerID: string } {
  const { agent, config, edit } = useDraft()
  const steps = use(StepsContext) ?? { change: edit, undo: undefined, redo: undefined }
  return { ...steps, config, ownerID: agent.ownerID }
}
