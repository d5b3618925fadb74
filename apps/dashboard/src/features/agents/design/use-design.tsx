// The draft's design with undo.
import { createContext, use, useState, type ReactNode } from 'react'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import { useDraft } from '../draft/draft.tsx'
import { NO_HISTORY, record, redo, undo, type DesignPatch } from './design-history.ts'

interface DesignEditing {
  change: (patch: DesignPatch) => void
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}
const DesignContext = createContext<DesignEditing | undefined>(undefined)

export function DesignHistoryProvider({ children }: { children: ReactNode }) {
  const { config, edit } = useDraft()
  const [history, setHistory] = useState(NO_HISTORY)
  const walk = (step: typeof undo) => () => {
    const taken = step(history, config)
    setHistory(taken.history)
    if (taken.patch) edit(taken.patch)
  }
  const value: DesignEditing = {
    change: (patch) => {
      setHistory(record(history, config, patch, Date.now()))
      edit(patch)
    },
    undo: history.past.length > 0 ? walk(undo) : undefined,
    redo: history.future.length > 0 ? walk(redo) : undefined,
  }
  return <DesignContext value={value}>{children}</DesignContext>
}

/** Outside `DesignHistoryProvider` changes can't be undone. */
export function useDesign(): DesignEditing & { config: AgentConfig; ownerID: string } {
  const { agent, config, edit } = useDraft()
  const steps = use(DesignContext) ?? { change: edit, undo: undefined, redo: undefined }
  return { ...steps, config, ownerID: agent.ownerID }
}
