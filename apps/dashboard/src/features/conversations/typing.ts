// Visitors who are typing, from the live stream.
import type { LiveEvent } from '@parlance/contract/conversations/schemas'
import { TYPING_EVERY_MS, TYPING_SHOWN_MS } from '@parlance/contract/conversations/typing'
import { useCallback, useRef, useSyncExternalStore } from 'react'

/** Timers by conversation. */
const typing = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

function change(conversationId: string, timer: ReturnType<typeof setTimeout> | undefined): void {
  clearTimeout(typing.get(conversationId))
  if (timer) typing.set(conversationId, timer)
  else if (!typing.delete(conversationId)) return
  for (const listener of listeners) listener()
}

/** A visitor's message ends their typing; otherwise it expires. */
export function noteTyping(event: LiveEvent): void {
  if (event.type === 'typing' && event.from === 'user') {
    const { conversationId } = event
    change(
      conversationId,
      setTimeout(() => change(conversationId, undefined), TYPING_SHOWN_MS),
    )
  }
  if (event.type === 'message' && event.from === 'user') change(event.conversationId, undefined)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const isTyping = (conversationId: string): boolean => typing.has(conversationId)

export const useVisitorTyping = (conversationId: string): boolean =>
  useSyncExternalStore(subscribe, () => isTyping(conversationId))

/** Reports typing at most every 3 seconds; the next keys make up for a failure. */
export function useTypingSignal(tell: () => Promise<unknown>): () => void {
  const toldAt = useRef(0)
  return useCallback(() => {
    if (Date.now() - toldAt.current < TYPING_EVERY_MS) return
    toldAt.current = Date.now()
    tell().catch(() => undefined)
  }, [tell])
}
