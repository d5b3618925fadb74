// Builds passages from chunks: joins neighbours, and adds the beginning of the section.

/** A chunk as it was found; `[start, end)` in its document. */
export interface Piece {
  readonly docId: string
  readonly n: number
  readonly heading: string
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface Found<P extends Piece> {
  readonly piece: P
  readonly before: Piece | undefined
}

export interface Joined<P extends Piece> {
  readonly piece: P
  readonly text: string
  /** Numbers of the first and the last chunk. */
  readonly from: number
  readonly to: number
}

/** Longest passage, in UTF-16 units; a single chunk may be longer. */
export const MAX_PASSAGE = 5000
/** Maximum overlap of chunks from before offsets were stored. */
const MAX_OVERLAP = 2500

/** In the order of their best chunks. Consecutive chunks are joined without overlaps while they fit into `room`. */
export function joinNeighbours<P extends Piece>(found: readonly Found<P>[], room: number = MAX_PASSAGE): Joined<P>[] {
  const groups: Group<P>[] = []
  for (const { piece } of found) add(groups, piece, room)
  const beginnings = new Map(found.map(({ piece, before }) => [keyOf(piece), before]))
  const taken = new Set(groups.flatMap(({ pieces }) => pieces.map(keyOf)))
  return groups.map(({ best, pieces }) => {
    const [first = best] = pieces
    const before = beginnings.get(keyOf(first))
    const isWanted = before !== undefined && !taken.has(keyOf(before)) && goesOnFrom(first, before)
    const all = isWanted && textOf([before, ...pieces]).length <= room ? [before, ...pieces] : pieces
    return { piece: best, text: textOf(all), from: (all[0] ?? best).n, to: (all.at(-1) ?? best).n }
  })
}

interface Group<P> {
  readonly best: P
  pieces: Piece[]
}

/** Adds a piece to the adjacent groups, joining both if everything fits, or starts a new group. */
function add<P extends Piece>(groups: Group<P>[], piece: P, room: number): void {
  const beside = groups.filter(({ pieces }) => isBeside(pieces, piece))
  for (const some of [beside, ...beside.map((group) => [group])]) {
    const [target, ...others] = some
    const all = [...some.flatMap(({ pieces }) => pieces), piece].toSorted((a, b) => a.n - b.n)
    if (!target || textOf(all).length > room) continue
    target.pieces = all
    for (const other of others) groups.splice(groups.indexOf(other), 1)
    return
  }
  groups.push({ best: piece, pieces: [piece] })
}

const keyOf = ({ docId, n }: Piece): string => `${docId} ${n}`

const isBeside = (pieces: readonly Piece[], { docId, n }: Piece): boolean =>
  pieces.some((one) => one.docId === docId && Math.abs(one.n - n) === 1)

/** Whether the section of `piece` begins in the chunk before it. */
function goesOnFrom(piece: Piece, before: Piece): boolean {
  const title = piece.heading.split(' > ').at(-1) ?? ''
  if (title === '') return false
  const begins = ({ text }: Piece) => text.split('\n').some((line) => line.replace(/^[\s#]+|[\s#]+$/g, '') === title)
  return !begins({ ...piece, text: piece.text.trimStart().split('\n')[0] ?? '' }) && begins(before)
}

function textOf(pieces: readonly Piece[]): string {
  let text = ''
  let last: Piece | undefined
  for (const piece of pieces) {
    text = last ? append(text, last, piece) : piece.text
    last = piece
  }
  return text
}

function append(text: string, last: Piece, next: Piece): string {
  if (last.end > last.start && next.end > next.start) {
    if (next.start >= last.end) return `${text}\n\n${next.text}`
    return text + next.text.slice(last.end - next.start)
  }
  for (let size = Math.min(text.length, next.text.length, MAX_OVERLAP); size > 0; size -= 1)
    if (text.endsWith(next.text.slice(0, size))) return text + next.text.slice(size)
  return `${text}\n\n${next.text}`
}
