// Visitors with a name: carries out what visitor.ts decides, as soon as a page has said who its visitor is.
import { newVisitorId } from '@parlance/core/kit/ids'
import { Refusal } from '../../api.ts'
import { jitter } from '../../pace.ts'
import { markOf } from '../../mark.ts'
import { goOn, NOBODY, subjectOf, turnTo, type Deed, type Trail, type VisitorEvent } from '../../visitor.ts'
import type { Consenting, VisitParts } from '../../visit.ts'

/** Milliseconds before the server is asked again; the last one stays. */
const WAITS_MS = [1000, 3000, 10_000, 30_000]

function readTrail(text: string | null): Trail | undefined {
  try {
    const { conversationId, newest } = JSON.parse(text ?? 'null') as Record<string, unknown>
    const id = (value: unknown) => (typeof value === 'string' ? value : undefined)
    return { conversationId: id(conversationId), newest: id(newest) }
  } catch {
    return undefined
  }
}

export function createPeople(parts: VisitParts, { agreed, agreement, disagree }: Consenting) {
  const { agent, api, cabinet, engine, host, identity, key } = parts
  /** Where a key's owner left off in this browser; their key is not in it. */
  const trailOf = (visitorId: string) => `${key}:${markOf(visitorId)}`
  // Whoever is there already has come without a name.
  let visitor = { ...NOBODY, key: identity.visitorId() }
  let newest: string | undefined
  /** Who enters late has been overtaken by whoever came after them. */
  let round = 0

  const happen = (event: VisitorEvent) => {
    const [next, deeds] = turnTo(visitor, event)
    visitor = next
    for (const deed of deeds) carryOut(deed)
    engine.dispatch({ type: 'held', held: next.proving !== undefined && next.who !== 'named' })
  }
  const carryOut = (deed: Deed): void => {
    switch (deed.do) {
      case 'blank':
        return leave()
      case 'prove':
        return void prove(deed)
      case 'enter':
        return enter(deed)
      case 'forget':
        cabinet.removeItem(`${key}:queue`)
        return identity.forget()
      case 'disagree':
        cabinet.removeItem(trailOf(identity.visitorId()))
        leave()
        return disagree()
      case 'tell':
        return tell(deed.left)
    }
  }
  /** Their key goes at once, whoever comes next. */
  const leave = () => {
    round++
    engine.dispatch({ type: 'leave' })
    identity.enter({ visitorId: '' })
  }
  const tell = (left: string) => {
    if (!('BroadcastChannel' in window)) return
    const channel = new BroadcastChannel(key)
    channel.postMessage({ left })
    channel.close()
  }
  const prove = async ({ token, bearer }: Extract<Deed, { do: 'prove' }>) => {
    const isWanted = () => visitor.proving?.token === token
    await agreement()
    for (let tries = 0; isWanted(); tries++) {
      try {
        const { visitorId, conversationId, merged } = await api.identify(token, bearer)
        if (!isWanted()) return
        newest = conversationId ?? undefined
        const current = engine.state().conversationId
        return happen({ type: 'proven', token, visitorId, merged, newest: pick(visitorId), current })
      } catch (error) {
        if (error instanceof Refusal && error.status < 500 && error.status !== 429) {
          console.warn('The visitor could not be identified:', error.code)
          return happen({ type: 'disproven', token, fresh: newVisitorId() })
        }
        const ms = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0
        await new Promise((resolve) => setTimeout(resolve, jitter(ms)))
      }
    }
  }
  /** Where this person goes on. A conversation for each tab is not looked for in others. */
  const pick = (visitorId: string) => {
    const trail = readTrail(cabinet.getItem(trailOf(visitorId)))
    return agent.syncBrowser ? goOn(trail, newest) : trail?.conversationId
  }
  const enter = (deed: Extract<Deed, { do: 'enter' }>) => {
    if (!deed.keeps) leave()
    const own = ++round
    if (agreed()) return entered(deed)
    void agreement().then(() => own === round && entered(deed))
  }
  const entered = ({ key: visitorId, conversationId, keeps, kept }: Extract<Deed, { do: 'enter' }>) => {
    const one = conversationId === undefined ? { visitorId } : { visitorId, conversationId }
    if (kept === 'browser') identity.enterNameless(one)
    else if (kept === 'nowhere') identity.enter(one)
    else
      identity.enter(one, (at) => {
        if (at !== undefined) newest = at
        cabinet.setItem(trailOf(visitorId), JSON.stringify({ conversationId: at, newest } satisfies Trail))
      })
    engine.dispatch({ type: 'visitor', conversationId, keeps })
    if (conversationId === undefined) host.talking(false)
  }
  return {
    /** The page says who its visitor is; null: nobody any more. */
    user: (token: string | null) =>
      happen({
        type: 'user',
        token,
        subject: token === null ? undefined : subjectOf(token),
        stored: identity.stored(),
        fresh: newVisitorId(),
      }),
    /** Another tab says whose key is nobody's any more. */
    left: (visitorId: string) => happen({ type: 'left', visitorId, stored: identity.stored(), fresh: newVisitorId() }),
  }
}
