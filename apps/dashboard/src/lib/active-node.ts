// The current node of a running conversation: set where the conversation is shown, read where the graph is drawn.
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

export function setActiveNode(agentId: string, nodeId: string | undefined): void {
  if (place?.agentId === agentId && place.nodeId === nodeId) return
  place = nodeId === undefined ? undefined : { agentId, nodeId }
  for (const listener of listeners) listener()
}

/** Marks this node as current while the component is mounted. */
export function useShownNode(agentId: string, nodeId: string | undefined): void {
  useEffect(() => {
    setActiveNode(agentId, nodeId)
    return () => setActiveNode(agentId, undefined)
  }, [agentId, nodeId])
}

/** Whether the shown conversation is at this node. Re-renders only the nodes that are entered and left. */
export const useIsActiveNode = (agentId: string, nodeId: string): boolean =>
  useSyncExternalStore(subscribe, () => place?.agentId === agentId && place.nodeId === nodeId)
