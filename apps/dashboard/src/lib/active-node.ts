// Where a running conversation is in the graph of its agent: whoever shows the conversation tells, whoever draws the graph listens.
import { useEffect, useSyncExternalStore } from 'react'

interface Place {
  readonly agentId: string
  readonly nodeId: string
}

let place: Place | undefined
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Undefined when no conversation of the agent is shown. */
export function setActiveNode(agentId: string, nodeId: string | undefined): void {
  if (place?.agentId === agentId && place.nodeId === nodeId) return
  place = nodeId === undefined ? undefined : { agentId, nodeId }
  for (const listener of listeners) listener()
}

/** Shows, while the component is there, that the conversation stands at this node. */
export function useShownNode(agentId: string, nodeId: string | undefined): void {
  useEffect(() => {
    setActiveNode(agentId, nodeId)
    return () => setActiveNode(agentId, undefined)
  }, [agentId, nodeId])
}

/** Whether the shown conversation is at this node; only the nodes that it enters and leaves hear of it. */
export const useIsActiveNode = (agentId: string, nodeId: string): boolean =>
  useSyncExternalStore(subscribe, () => place?.agentId === agentId && place.nodeId === nodeId)
