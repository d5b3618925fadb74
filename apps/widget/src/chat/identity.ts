// Who the visitor is to one agent: their own key and the conversation it opens, kept by the frame's origin alone.
import { newVisitorId, VISITOR_KEY } from '@parlance/core/kit/ids'

export interface Identity {
  readonly visitorId: string
  readonly conversationId: () => string | undefined
  readonly remember: (conversationId: string | undefined) => void
  /** Calls back when another tab of this browser has begun a conversation. */
  readonly onOther: (listener: (conversationId: string) => void) => void
}

interface Stored {
  visitorId: string
  conversationId?: string
}

export const storageKey = (region: string, agentId: string) => `parlance:${region}:${agentId}`

function parse(text: string | null): Stored | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Stored> | null
    if (typeof value?.visitorId !== 'string' || !VISITOR_KEY.test(value.visitorId)) return undefined
    const { visitorId, conversationId } = value
    return typeof conversationId === 'string' && conversationId !== '' ? { visitorId, conversationId } : { visitorId }
  } catch {
    return undefined
  }
}

/** `pick` may throw, as reading `localStorage` does where the browser denies it: then all is kept in memory. */
export function openIdentity(key: string, pick: () => Storage): Identity {
  let storage: Storage | undefined
  let stored: Stored | undefined
  try {
    storage = pick()
    stored = parse(storage.getItem(key))
  } catch {
    storage = undefined
  }
  let current: Stored = stored ?? { visitorId: newVisitorId() }
  const save = () => {
    try {
      storage?.setItem(key, JSON.stringify(current))
    } catch {
      // Full or denied meanwhile: the conversation goes on in memory.
      storage = undefined
    }
  }
  if (!stored) save()
  const { visitorId } = current
  return {
    visitorId,
    conversationId: () => current.conversationId,
    remember: (conversationId) => {
      current = conversationId ? { visitorId, conversationId } : { visitorId }
      save()
    },
    onOther: (listener) =>
      window.addEventListener('storage', (event) => {
        const other = event.key === key ? parse(event.newValue) : undefined
        if (other?.visitorId === visitorId && other.conversationId && !current.conversationId) {
          current = other
          listener(other.conversationId)
        }
      }),
  }
}
