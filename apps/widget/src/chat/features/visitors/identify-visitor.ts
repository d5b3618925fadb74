// Identified visitors: executes the decisions of visitor-state.ts once a page has said who its visitor is.
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
} from '../../visitor-state.ts'
import type { ConsentState, VisitDeps } from '../../visit-deps.ts'

type Enter = Extract<VisitorCommand, { type: 'enter' }>

/** Delays between requests in milliseconds; the last one repeats. */
const WAITS_MS = [1000, 3000, 10_000, 30_000]

/** Verifies a token with retries until cancelled; undefined when it proves nothing. */
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

/** The last conversation of each identified visitor in this browser, without their keys. */
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

/** Logs one visitor out, and the next one in after they have consented. */
function createDoor(
  { visitorStorage, controller, host, identity, key }: VisitDeps,
  { agreed, agreement }: ConsentState,
) {
  const lastVisits = createLastVisits(visitorStorage, key)
  /** Cancels a visitor who is overtaken by a later one. */
  let round = 0
  let newest: string | undefined
  let isEmpty = identity.visitorId() === ''
  /** Removes the key at once, even when nobody follows. */
  const leave = () => {
    round++
    isEmpty = true
    controller.dispatch({ type: 'leave' })
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
    controller.dispatch({ type: 'visitor', conversationId, keeps })
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
    knows: (conversationId: string | undefined) => void (newest = conversationId),
  }
}

export function createVisitorIdentification(parts: VisitDeps, consent: ConsentState) {
  const { agent, api, visitorStorage, controller, identity, key } = parts
  const door = createDoor(parts, consent)
  // The current visitor is anonymous.
  let visitor = { ...NOBODY, key: identity.visitorId() }
  const happen = (event: VisitorEvent) => {
    const [next, commands] = turnTo(visitor, event)
    visitor = next
    for (const command of commands) carryOut(command)
    controller.dispatch({ type: 'held', held: next.proving !== undefined && next.who !== 'named' })
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
    // With one conversation per tab, other tabs are ignored.
    const lastVisit = door.lastVisits.read(visitorId)
    const next = agent.syncBrowser ? conversationToResume(lastVisit, newest) : lastVisit?.conversationId
    happen({ type: 'proven', token, visitorId, merged, newest: next, current: controller.state().conversationId })
  }
  return {
    /** The page reports its visitor; null means signed out. */
    user: (token: string | null) => {
      const subject = token === null ? undefined : subjectOf(token)
      happen({ type: 'user', token, subject, stored: identity.stored(), fresh: newVisitorId() })
    },
    /** Another tab reports that this key was logged out. */
    left: (visitorId: string) => happen({ type: 'left', visitorId, stored: identity.stored(), fresh: newVisitorId() }),
  }
}
