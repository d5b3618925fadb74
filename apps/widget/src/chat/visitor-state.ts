// The visitor of this browser, decided purely: anonymous, identified by the site's signed token, or a guest whose token
// proved nothing. Everything of one person is removed before the next one enters.

/** An anonymous visitor as stored in the frame. */
export interface Stored {
  readonly visitorId: string
  readonly conversationId?: string | undefined
}

export interface Visitor {
  /** `guest`: the site named them without proof; nothing of them is stored. */
  readonly who: 'anonymous' | 'named' | 'guest'
  /** Their key; empty before a visitor has entered. */
  readonly key: string
  /** The last token's subject; undefined when it is unreadable. */
  readonly subject: string | undefined
  /** The token being verified, and the key before it. */
  readonly proving:
    | { readonly token: string; readonly subject: string | undefined; readonly brought: string }
    | undefined
}
export const NOBODY: Visitor = { who: 'anonymous', key: '', subject: undefined, proving: undefined }

/** `fresh`: a new key; `stored`: the stored visitor. */
export type VisitorEvent =
  | {
      readonly type: 'user'
      /** Null: signed out. */
      readonly token: string | null
      readonly subject: string | undefined
      readonly stored: Stored | undefined
      readonly fresh: string
    }
  | {
      readonly type: 'proven'
      readonly token: string
      readonly visitorId: string
      readonly merged: number
      /** This person's newest conversation. */
      readonly newest: string | undefined
      /** The conversation on the screen. */
      readonly current: string | undefined
    }
  | { readonly type: 'disproven'; readonly token: string; readonly fresh: string }
  /** Another tab reports that this key was logged out. */
  | { readonly type: 'left'; readonly visitorId: string; readonly stored: Stored | undefined; readonly fresh: string }

export type VisitorCommand =
  /** Shows and sends nothing until a visitor has entered. */
  | { readonly type: 'blank' }
  /** Asks the server; `bearer` is the anonymous key whose conversations are merged. */
  | { readonly type: 'prove'; readonly token: string; readonly bearer: string }
  /**
   * Sets the visitor. `keeps`: the same person keeps the screen. `kept`: where to store what must be found again:
   * `browser` with the key, `person` without it, `nowhere` not at all.
   */
  | {
      readonly type: 'enter'
      readonly key: string
      readonly conversationId: string | undefined
      readonly keeps: boolean
      readonly kept: 'browser' | 'person' | 'nowhere'
    }
  /** Removes the anonymous key from storage. */
  | { readonly type: 'forget' }
  /** Consent was given by another person. */
  | { readonly type: 'disagree' }
  /** Tells other tabs that this key was logged out. */
  | { readonly type: 'tell'; readonly left: string }

type Turn = readonly [Visitor, readonly VisitorCommand[]]
type Of<T extends VisitorEvent['type']> = Extract<VisitorEvent, { type: T }>

function enter(stored: Stored, commands: readonly VisitorCommand[] = []): Turn {
  const { visitorId: key, conversationId } = stored
  return [{ ...NOBODY, key }, [...commands, { type: 'enter', key, conversationId, keeps: false, kept: 'browser' }]]
}

/** Logs the person out: other tabs learn of it, and their consent does not carry over. */
const goes = (visitor: Visitor): readonly VisitorCommand[] =>
  visitor.who === 'anonymous'
    ? []
    : [...(visitor.who === 'named' ? [{ type: 'tell', left: visitor.key } as const] : []), { type: 'disagree' }]

function nobodyNow(visitor: Visitor, { stored, fresh }: Of<'user'>): Turn {
  // A page without users reports null on every visit; anonymous visitors go on.
  if (visitor.who === 'anonymous' && visitor.key !== '') return [{ ...visitor, proving: undefined }, []]
  // Nothing another tab may have started passes from an identified visitor to the next one.
  const next = visitor.who === 'named' ? undefined : stored
  // The page had named the author of what was written meanwhile.
  const blank: VisitorCommand[] = visitor.proving ? [{ type: 'blank' }] : []
  return enter(next ?? { visitorId: fresh }, [...goes(visitor), ...blank])
}

function somebody(visitor: Visitor, token: string, { subject, stored, fresh }: Of<'user'>): Turn {
  const { proving } = visitor
  if (proving?.token === token) return [visitor, []]
  const isSame = visitor.who === 'named' && subject !== undefined && subject === visitor.subject
  if (isSame) return [{ ...visitor, proving: { token, subject, brought: '' } }, [{ type: 'prove', token, bearer: '' }]]
  if (visitor.who === 'anonymous') {
    const brought = visitor.key || (stored?.visitorId ?? '')
    // Renamed before verification: what was written meanwhile belongs to nobody.
    const isOther = proving !== undefined && proving.subject !== subject
    const blank: VisitorCommand[] = isOther ? [{ type: 'blank' }] : []
    const next = { ...visitor, key: isOther ? '' : visitor.key, proving: { token, subject, brought } }
    return [next, [...blank, { type: 'prove', token, bearer: brought }]]
  }
  const next: Visitor = { who: 'guest', key: fresh, subject: undefined, proving: { token, subject, brought: '' } }
  return [next, [...goes(visitor), { type: 'blank' }, { type: 'prove', token, bearer: '' }]]
}

function proven(visitor: Visitor, event: Of<'proven'>): Turn {
  const { proving, who, key } = visitor
  const { token, visitorId, merged, newest, current } = event
  if (proving?.token !== token) return [visitor, []]
  const next: Visitor = { who: 'named', key: visitorId, subject: proving.subject, proving: undefined }
  if (who === 'named' && key === visitorId) return [next, []]
  const { brought } = proving
  const gone: VisitorCommand[] = brought === '' ? [] : [{ type: 'forget' }, { type: 'tell', left: brought }]
  // The screen shows their merged conversation, or they have none at all.
  const isTheirs = current === undefined ? newest === undefined : merged > 0
  const keeps = (who === 'named' || (who === 'anonymous' && key !== '')) && (who === 'named' || isTheirs)
  const conversationId = keeps ? current : newest
  return [next, [...gone, { type: 'enter', key: visitorId, conversationId, keeps, kept: 'person' }]]
}

function disproven(visitor: Visitor, { token, fresh }: Of<'disproven'>): Turn {
  if (visitor.proving?.token !== token) return [visitor, []]
  const next: Visitor = { who: 'guest', key: fresh, subject: undefined, proving: undefined }
  const disagree: VisitorCommand[] = visitor.who === 'named' ? [{ type: 'disagree' }] : []
  return [next, [...disagree, { type: 'enter', key: fresh, conversationId: undefined, keeps: false, kept: 'nowhere' }]]
}

function left(visitor: Visitor, { visitorId, stored, fresh }: Of<'left'>): Turn {
  // Being identified here too: the server decides about the conversation.
  if (visitor.key !== visitorId || visitor.proving?.brought === visitorId) return [visitor, []]
  const commands: VisitorCommand[] = visitor.who === 'named' ? [{ type: 'disagree' }] : []
  return enter(stored && stored.visitorId !== visitorId ? stored : { visitorId: fresh }, commands)
}

export function turnTo(visitor: Visitor, event: VisitorEvent): Turn {
  switch (event.type) {
    case 'user':
      return event.token === null ? nobodyNow(visitor, event) : somebody(visitor, event.token, event)
    case 'proven':
      return proven(visitor, event)
    case 'disproven':
      return disproven(visitor, event)
    case 'left':
      return left(visitor, event)
  }
}

/** The token's unverified subject, to notice a different person early. */
export function subjectOf(token: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')), (char) =>
      char.charCodeAt(0),
    )
    const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { sub?: unknown }
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

/** What a browser stores of an identified visitor: where they were, not who they are. */
export interface LastVisit {
  readonly conversationId?: string | undefined
  /** The newest conversation known at that time. */
  readonly newest?: string | undefined
}
/** Resumes where the identified visitor was in this browser, unless a newer conversation exists. */
export const conversationToResume = (
  lastVisit: LastVisit | undefined,
  newest: string | undefined,
): string | undefined => (lastVisit && lastVisit.newest === newest ? lastVisit.conversationId : newest)
