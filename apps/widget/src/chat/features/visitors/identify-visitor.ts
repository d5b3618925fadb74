// Visitors with a name: carries out what visitor.ts decides, as soon as a page has said who its visitor is.
import type { Identified } from '@parlance/contract/conversations/identity'
import { newVisitorId } from '@parlance/contract/lib/ids'
import { type Api } from '../../api.ts'
import { Refusal } from '../../refusal.ts'
import type { VisitorStorage } from '../../identity.ts'
import { hashText } from '../../text-hash.ts'
import { jitter } from '../../jitter.ts'
import {
  conversationToResume,
  NOBODY,
  subjectOf,
  turnTo,
  type VisitorCommand,
  type LastVisit,
  type VisitorEvent,
} from '../../visitor.ts'
import type { ConsentState, VisitDeps } from '../../visit-deps.ts'

type Enter = Extract<VisitorCommand, { type: 'enter' }>

/** Milliseconds before the server is asked again; the last one stays. */
const WAITS_MS = [1000, 3000, 10_000, 30_000]

/** What the server says of a token, asked until it is wanted no more; undefined where it is no proof. */
async function asked(
  api: Api,
  { token, bearer }: { token: string; bearer: string },
  isWanted: () => boolean,
): Promise<Identified | undefined> {
  for (let tries = 0; isWanted(); tries++) {
    try {
      return (await api.own<{ data: Identified }>('identify', { token }, bearer)).data
    } catch (error) {
      if (error instanceof Refusal && error.status < 500 && error.status !== 429) {
        console.warn('The visitor could not be identified:', error.code)
        return undefined
      }
      const ms = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0
      await new Promise((resolve) => setTimeout(resolve, jitter(ms)))
    }
  }
  return undefined
}

/** Where the owners of keys left off in this browser; the keys are not in it. */
function createLastVisits(visitorStorage: VisitorStorage, key: string) {
  const at = (visitorId: string) => `${key}:${hashText(visitorId)}`
  const id = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    read: (visitorId: string): LastVisit | undefined => {
      try {
        const { conversationId, newest } = JSON.parse(visitorStorage.getItem(at(visitorId)) ?? '') as Record<
          string,
          unknown
        >
        return { conversationId: id(conversationId), newest: id(newest) }
      } catch {
        return undefined
      }
    },
    write: (visitorId: string, lastVisit: LastVisit) =>
      visitorStorage.setItem(at(visitorId), JSON.stringify(lastVisit)),
    drop: (visitorId: string) => visitorStorage.removeItem(at(visitorId)),
  }
}

function tellTabs(key: string, left: string): void {
  if (!('BroadcastChannel' in window)) return
  const channel = new BroadcastChannel(key)
  channel.postMessage({ left })
  channel.close()
}

/** Lets somebody leave, and somebody else enter once they have agreed to what is asked. */
function createDoor({ visitorStorage, engine, host, identity, key }: VisitDeps, { agreed, agreement }: ConsentState) {
  const lastVisits = createLastVisits(visitorStorage, key)
  /** Who enters late has been overtaken by whoever came after them. */
  let round = 0
  let newest: string | undefined
  /** What is written from now on is written by whoever comes next. */
  let isEmpty = identity.visitorId() === ''
  /** Their key goes at once, whoever comes next. */
  const leave = () => {
    round++
    isEmpty = true
    engine.dispatch({ type: 'leave' })
    identity.enter({ visitorId: '' })
  }
  const entered = ({ key: visitorId, conversationId, keeps, kept }: Enter) => {
    const one = conversationId === undefined ? { visitorId } : { visitorId, conversationId }
    if (kept === 'browser') identity.enterNameless(one)
    else if (kept === 'nowhere') identity.enter(one)
    else
      identity.enter(one, (at) => {
        if (at !== undefined) newest = at
        lastVisits.write(visitorId, { conversationId: at, newest })
      })
    engine.dispatch({ type: 'visitor', conversationId, keeps })
    if (conversationId === undefined) host.talking(false)
  }
  return {
    lastVisits,
    leave,
    enter: (command: Enter): void => {
      if (!command.keeps && !isEmpty) leave()
      isEmpty = false
      const own = ++round
      if (agreed()) return entered(command)
      void agreement().then(() => own === round && entered(command))
    },
    /** The newest conversation of whoever enters next. */
    knows: (conversationId: string | undefined) => void (newest = conversationId),
  }
}

export function createVisitorIdentification(parts: VisitDeps, consent: ConsentState) {
  const { agent, api, visitorStorage, engine, identity, key } = parts
  const door = createDoor(parts, consent)
  // Whoever is there already has come without a name.
  let visitor = { ...NOBODY, key: identity.visitorId() }
  const happen = (event: VisitorEvent) => {
    const [next, commands] = turnTo(visitor, event)
    visitor = next
    for (const command of commands) carryOut(command)
    engine.dispatch({ type: 'held', held: next.proving !== undefined && next.who !== 'named' })
  }
  const carryOut = (command: VisitorCommand): void => {
    if (command.type === 'blank') door.leave()
    else if (command.type === 'prove') void prove(command)
    else if (command.type === 'enter') door.enter(command)
    else if (command.type === 'tell') tellTabs(key, command.left)
    else if (command.type === 'forget') {
      visitorStorage.removeItem(`${key}:queue`)
      identity.forget()
    } else {
      door.lastVisits.drop(identity.visitorId())
      door.leave()
      consent.disagree()
    }
  }
  const prove = async (proof: Extract<VisitorCommand, { type: 'prove' }>) => {
    const { token } = proof
    const isWanted = () => visitor.proving?.token === token
    await consent.agreement()
    const answer = await asked(api, proof, isWanted)
    if (!isWanted()) return
    if (!answer) return happen({ type: 'disproven', token, fresh: newVisitorId() })
    const { visitorId, merged } = answer
    const newest = answer.conversationId ?? undefined
    door.knows(newest)
    // A conversation for each tab is not looked for in others.
    const lastVisit = door.lastVisits.read(visitorId)
    const next = agent.syncBrowser ? conversationToResume(lastVisit, newest) : lastVisit?.conversationId
    happen({ type: 'proven', token, visitorId, merged, newest: next, current: engine.state().conversationId })
  }
  return {
    /** The page says who its visitor is; null: nobody any more. */
    user: (token: string | null) => {
      const subject = token === null ? undefined : subjectOf(token)
      happen({ type: 'user', token, subject, stored: identity.stored(), fresh: newVisitorId() })
    },
    /** Another tab says whose key is nobody's any more. */
    left: (visitorId: string) => happen({ type: 'left', visitorId, stored: identity.stored(), fresh: newVisitorId() }),
  }
}
