// A visit from its beginning: consent before anything else, then who the visitor is, then the chat they go on with.
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

/** Tells the host page what it may know: how many messages wait, and whether there is a conversation. */
function report({ engine, host }: VisitDeps): void {
  let [count, talking] = [0, false]
  engine.subscribe(() => {
    const state = engine.state()
    const now = unreadOf(state)
    if (now !== count) host.unread((count = now))
    const talks = state.conversationId !== undefined
    if (talks !== talking) host.talking((talking = talks))
  })
}

export function startVisit(parts: VisitDeps): void {
  const { engine, host, identity, key, queue } = parts
  let people: Promise<People> | undefined
  let loaded: People | undefined
  let token: string | null = null
  const begin = () => {
    const returning = identity.stored() !== undefined
    identity.enterNameless()
    engine.dispatch({ type: 'restore', waiting: queue.read() })
    const conversationId = identity.conversationId()
    if (conversationId === undefined) host.talking(false)
    engine.dispatch({ type: 'begin', conversationId, returning })
  }
  /** At once where they are here; else in the order in which it was said. */
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
    engine.dispatch({ type: 'visible', visible })
    if (consent.agreed()) engine.show(visible)
  }
  const begun = () => {
    arrive()
    showing()
  }
  const consent = parts.createConsent?.(parts, begun) ?? FREE
  report(parts)
  let arrived = false
  // What the page has said before is heard at once.
  host.onUser((next) => {
    token = next
    // Nobody in particular is what every visitor is at first.
    if (!arrived || (next === null && !people)) return
    if (next !== null) engine.dispatch({ type: 'held', held: true })
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

/** Other tabs of this browser say which key is nobody's any more. */
function listenToTabs(key: string, onLeft: (visitorId: string) => void): void {
  if (!('BroadcastChannel' in window)) return
  new BroadcastChannel(key).addEventListener('message', ({ data }: MessageEvent<{ left?: unknown } | null>) => {
    if (typeof data?.left === 'string') onLeft(data.left)
  })
}
