// Who is sitting before this browser, decided purely: nobody in particular, somebody their site has sworn to, or somebody it
// could not swear to. Two people on one browser never meet: whatever belongs to one is gone before the next one is there.

/** What stands in the frame's storage of a visitor without a name. */
export interface Stored {
  readonly visitorId: string
  readonly conversationId?: string | undefined
}

export interface Visitor {
  /** `guest`: the site said who it is and could not prove it; nothing of them is kept. */
  readonly who: 'anonymous' | 'named' | 'guest'
  /** Their key; empty before anybody has come. */
  readonly key: string
  /** As the last token calls them; undefined where it can't be read. */
  readonly subject: string | undefined
  /** The token that is being proven, and the key that came before it. */
  readonly proving:
    | { readonly token: string; readonly subject: string | undefined; readonly brought: string }
    | undefined
}
export const NOBODY: Visitor = { who: 'anonymous', key: '', subject: undefined, proving: undefined }

/** `fresh`: a new key; `stored`: what stands in the storage. */
export type VisitorEvent =
  | {
      readonly type: 'user'
      /** Null: nobody is signed in any more. */
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
      /** The newest conversation of this person. */
      readonly newest: string | undefined
      /** The conversation on the screen. */
      readonly current: string | undefined
    }
  | { readonly type: 'disproven'; readonly token: string; readonly fresh: string }
  /** Another tab of this browser says that this key is nobody's any more. */
  | { readonly type: 'left'; readonly visitorId: string; readonly stored: Stored | undefined; readonly fresh: string }

export type VisitorCommand =
  /** Nothing is shown and nothing sent until somebody has entered. */
  | { readonly type: 'blank' }
  /** Asks the server; `bearer` is the anonymous key whose conversations go along. */
  | { readonly type: 'prove'; readonly token: string; readonly bearer: string }
  /**
   * This is who it is now. `keeps`: the same human goes on with what is on the screen. `kept`: where the browser keeps what
   * it must find again: `browser` with the key, `person` without it, `nowhere` not at all.
   */
  | {
      readonly type: 'enter'
      readonly key: string
      readonly conversationId: string | undefined
      readonly keeps: boolean
      readonly kept: 'browser' | 'person' | 'nowhere'
    }
  /** Takes the key without a name out of the storage. */
  | { readonly type: 'forget' }
  /** What was agreed to was agreed to by somebody else. */
  | { readonly type: 'disagree' }
  /** Other tabs hear that this key is nobody's any more. */
  | { readonly type: 'tell'; readonly left: string }

type Turn = readonly [Visitor, readonly VisitorCommand[]]
type Of<T extends VisitorEvent['type']> = Extract<VisitorEvent, { type: T }>

function enter(stored: Stored, commands: readonly VisitorCommand[] = []): Turn {
  const { visitorId: key, conversationId } = stored
  return [{ ...NOBODY, key }, [...commands, { type: 'enter', key, conversationId, keeps: false, kept: 'browser' }]]
}

/** The person goes: their key is told to be nobody's, and what they agreed to is not agreed to by whoever follows. */
const goes = (visitor: Visitor): readonly VisitorCommand[] =>
  visitor.who === 'anonymous'
    ? []
    : [...(visitor.who === 'named' ? [{ type: 'tell', left: visitor.key } as const] : []), { type: 'disagree' }]

function nobodyNow(visitor: Visitor, { stored, fresh }: Of<'user'>): Turn {
  // A page without users says so at every visit: whoever has no name goes on.
  if (visitor.who === 'anonymous' && visitor.key !== '') return [{ ...visitor, proving: undefined }, []]
  // What another tab may have begun meanwhile is not for whoever comes after somebody with a name.
  const next = visitor.who === 'named' ? undefined : stored
  // What has been written meanwhile was written by whom the page had named.
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
    // Named as somebody else before anybody was proven: what has been written meanwhile is nobody's.
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
  // On the screen is what has become theirs, or nothing yet and they have nothing elsewhere.
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
  // About to be somebody's here as well: the server says what becomes of it.
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

/** What a token calls the visitor, unproven; only to see early whether it is somebody else. */
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

/** What a browser keeps of somebody with a name: where they were, not who they are. */
export interface LastVisit {
  readonly conversationId?: string | undefined
  /** The newest conversation that was known then. */
  readonly newest?: string | undefined
}
/** Where somebody with a name goes on: where they were here, unless something newer has begun elsewhere. */
export const conversationToResume = (
  lastVisit: LastVisit | undefined,
  newest: string | undefined,
): string | undefined => (lastVisit && lastVisit.newest === newest ? lastVisit.conversationId : newest)
