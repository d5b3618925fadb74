// The start of a visit: consent, then identity, then the conversation to resume.
import { unreadOf } from './session/read-state.ts'
import type { VisitDeps, ConsentState } from './visit-deps.ts'

const FREE: ConsentState = { agreed: () => true, agreement: () => Promise.resolve(), disagree: () => undefined }
type People = ReturnType<typeof import('./features/visitors/identify-visitor.ts').createVisitorIdentification>

const RETRY_MS = 3000
async function loadPeople(): Promise<typeof import('./features/visitors/identify-visitor.ts')> {
  for (;;)
    try {
      return await import('./features/visitors/identify-visitor.ts')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
}

/** Reports unread messages and whether there is a conversation to the host page. */
function report({ controller, host }: VisitDeps): void {
  let [count, talking] = [0, false]
  controller.subscribe(() => {
    const state = controller.state()
    const now = unreadOf(state)
    if (now !== count) host.unread((count = now))
    const talks = state.conversationId !== undefined
    if (talks !== talking) host.talking((talking = talks))
  })
}

export function startVisit(parts: VisitDeps): void {
  const { controller, host, identity, key, queue } = parts
  let people: Promise<People> | undefined
  let loaded: People | undefined
  let token: string | null = null
  const begin = () => {
    const returning = identity.stored() !== undefined
    identity.enterNameless()
    controller.dispatch({ type: 'restore', waiting: queue.read() })
    const conversationId = identity.conversationId()
    if (conversationId === undefined) host.talking(false)
    controller.dispatch({ type: 'begin', conversationId, returning })
  }
  /** Runs at once when the part is loaded, otherwise later in order. */
  const withPeople = (say: (them: People) => void) => {
    if (loaded) return say(loaded)
    people ??= loadPeople().then(
      ({ createVisitorIdentification }) => (loaded = createVisitorIdentification(parts, consent)),
    )
    void people.then(say)
  }
  const arrive = () => {
    if (people) return
    if (token === null) begin()
    else withPeople((them) => them.user(token))
  }
  const showing = () => {
    const visible = host.state().open && !document.hidden
    controller.dispatch({ type: 'visible', visible })
    if (consent.agreed()) controller.show(visible)
  }
  const begun = () => {
    arrive()
    showing()
  }
  const consent = parts.createConsent?.(parts, begun) ?? FREE
  report(parts)
  let arrived = false
  host.onUser((next) => {
    token = next
    if (!arrived || (next === null && !people)) return
    if (next !== null) controller.dispatch({ type: 'held', held: true })
    if (people || consent.agreed()) withPeople((them) => them.user(next))
  })
  arrived = true
  host.subscribe(showing)
  document.addEventListener('visibilitychange', showing)
  if (consent.agreed()) arrive()
  showing()
  listenToTabs(key, (left) => {
    if (left === identity.visitorId()) withPeople((them) => them.left(left))
  })
}

/** Other tabs report keys that were logged out. */
function listenToTabs(key: string, onLeft: (visitorId: string) => void): void {
  if (!('BroadcastChannel' in window)) return
  new BroadcastChannel(key).addEventListener('message', ({ data }: MessageEvent<{ left?: unknown } | null>) => {
    if (typeof data?.left === 'string') onLeft(data.left)
  })
}
