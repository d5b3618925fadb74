// Merges messages from the stream, the transcript and live events into one ordered list without duplicates.
import type { LiveEvent, Message } from '@parlance/contract/conversations/schemas'
import { plainText } from '@parlance/contract/items/plain'
import type { Entry } from './session/state.ts'

export const toEntry = (message: Message): Entry => ({
  id: message.id,
  turnId: message.turnId,
  seq: message.seq,
  from: message.from,
  items: message.items,
  text: plainText(message.items),
  submission: message.submission,
  sources: message.sources,
  status: message.status,
  note: message.status === 'failed' || message.status === 'interrupted' ? message.status : '',
  reason: '',
  at: message.at,
  by: message.by?.name,
  photo: message.by?.photoURL,
})

/** A sent message and its stored copy may have different ids, but share the turn. */
const same = (a: Entry, b: Entry) =>
  a.id === b.id || (a.turnId !== '' && a.turnId === b.turnId && a.from === b.from && a.from !== 'human')

/** New data replaces old; an unnumbered entry stays behind the one it followed. */
export function merge(known: readonly Entry[], arrived: readonly Entry[]): readonly Entry[] {
  const entries = [...known]
  for (const entry of arrived) {
    const at = entries.findIndex((candidate) => same(candidate, entry))
    const old = entries[at]
    if (!old) entries.push(entry)
    else
      entries[at] = {
        ...entry,
        id: old.id,
        seq: entry.seq ?? old.seq,
        submission: old.submission ?? entry.submission,
        note: entry.note && (old.note || entry.note),
      }
  }
  const places = new Map<Entry, number>()
  let place = 0
  // Waiting messages come last.
  for (const entry of entries) places.set(entry, entry.status === 'waiting' ? Infinity : (place = entry.seq ?? place))
  return entries.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
}

const isSaid = ({ status }: Entry) => status !== 'unsent' && status !== 'waiting'

export const knownSeq = (entries: readonly Entry[]) => Math.max(0, ...entries.map((entry) => entry.seq ?? 0))

/**
 * Assigns a sequence number from a live event to the entry of that speaker that counting reaches, and numbers everything
 * before it. Undefined when the event matches no entry: it is another message, or messages are missing in between.
 */
export function placeSeq(
  entries: readonly Entry[],
  event: Extract<LiveEvent, { type: 'message' }>,
): readonly Entry[] | undefined {
  let last = 0
  const counted = entries.map((entry) => (isSaid(entry) ? (last = entry.seq ?? last + 1) : 0))
  const isMeant = (entry: Entry) => entry.seq === undefined && entry.from === event.from && isSaid(entry)
  const at = entries.findIndex((entry, index) => isMeant(entry) && counted[index] === event.seq)
  if (at === -1) return undefined
  return entries.map((entry, index) => {
    if (entry.seq !== undefined || index > at || !isSaid(entry)) return entry
    return { ...entry, seq: event.seq - (at - index) }
  })
}
