// Reads the marks inside a paragraph. Every character of the source is in a text or is a mark.

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  /** The end of a line; `isHard` when the author asked for it. */
  | { readonly kind: 'break'; readonly isHard: boolean }
  | { readonly kind: 'strong' | 'em' | 'del'; readonly children: readonly Inline[] }
  | Link
export interface Link {
  readonly kind: 'link' | 'image'
  /** As written; it may be unsafe. */
  readonly href: string
  readonly title: string
  readonly children: readonly Inline[]
  /** To show where the address is refused. */
  readonly source: string
}
/** `*`, `_` or `~` that may open or close a mark. */
interface Run {
  readonly kind: 'run'
  readonly sign: string
  readonly count: number
  readonly opens: boolean
  readonly closes: boolean
}
/** `[` or `![` */
interface Bracket {
  readonly kind: 'bracket'
  readonly at: number
  readonly text: string
}
type Piece = Inline | Run | Bracket

const SPACE = /\s/u
const ESCAPABLE = /[!-/:-@[-`{-~]/
/** Letters of scripts that put spaces between words. */
const LETTER = /[\p{L}\p{N}]/u
/** Behind these, as in the text of a tag, no address begins. */
const ATTACHED = /[\p{L}\p{N}"'=]/u
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u
const ADDRESS = /https?:\/\/[^\s<>`\u3001\u3002\uFF0C\uFF01\uFF1F\uFF09\u300D\u300F\u3011]+/iuy
const DESTINATION =
  /\(\s*(?:<([^<>\n]{0,2000})>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\)){0,2000}))(?:\s+(?:"([^"]{0,500})"|'([^']{0,500})'))?\s*\)/y
const CODE = /`+/y
/** More open marks than this are text. */
const MOST_OPEN = 100

/** `isGrowing`: the text is not complete, so an open mark holds to its end. */
export function readInline(source: string, isGrowing = false): Inline[] {
  let pieces: Piece[] = []
  const brackets: number[] = []
  const unclosed = new Set<number>()
  let text = ''
  const flush = () => {
    if (text) pieces.push({ kind: 'text', text })
    text = ''
  }
  const add = (piece: Piece) => {
    flush()
    pieces.push(piece)
  }
  const match = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }
  let at = 0
  while (at < source.length) {
    const sign = source[at] ?? ''
    const next = source[at + 1] ?? ''
    if (sign === '\\' && ESCAPABLE.test(next)) {
      text += next
      at += 2
    } else if (sign === '\n' || (sign === '\\' && next === '\n')) {
      const isHard = sign === '\\' || text.endsWith('  ')
      text = text.trimEnd()
      add({ kind: 'break', isHard })
      at += sign === '\\' ? 2 : 1
      while (source[at] === ' ' || source[at] === '\t') at += 1
    } else if (sign === '`') {
      const [fence = ''] = match(CODE, at) ?? []
      const from = at + fence.length
      const to = unclosed.has(fence.length) ? -1 : closing(source, fence, from)
      if (to < 0) unclosed.add(fence.length)
      if (to < 0) text += fence
      else add({ kind: 'code', text: unpadded(source.slice(from, to).replaceAll('\n', ' ')) })
      at = to < 0 ? from : to + fence.length
    } else if (sign === '[' || (sign === '!' && next === '[')) {
      const opener = sign === '[' ? '[' : '!['
      add({ kind: 'bracket', at, text: opener })
      brackets.push(pieces.length - 1)
      at += opener.length
    } else if (sign === ']' && brackets.length > 0) {
      flush()
      const index = brackets.pop() ?? 0
      const bracket = pieces[index] as Bracket
      const target = source[at + 1] === '(' ? match(DESTINATION, at + 1) : null
      const href = target?.[1] ?? target?.[2] ?? ''
      at += 1
      if (target && href) {
        at += target[0].length
        const children = emphasised(pieces.slice(index + 1), false)
        pieces = pieces.slice(0, index)
        const kind = bracket.text === '[' ? 'link' : 'image'
        const title = target[3] ?? target[4] ?? ''
        // Links don't nest.
        const flat = children.flatMap((child) =>
          child.kind === 'link' || child.kind === 'image' ? child.children : child,
        )
        const unescaped = href.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
        pieces.push({ kind, href: unescaped, title, children: flat, source: source.slice(bracket.at, at) })
      } else text = ']'
    } else if (sign === '*' || sign === '_' || sign === '~') {
      let end = at
      while (source[end] === sign) end += 1
      add(runOf(source, sign, at, end))
      at = end
    } else {
      const isAddress = (sign === 'h' || sign === 'H') && !ATTACHED.test(source[at - 1] ?? '')
      const found = isAddress ? match(ADDRESS, at)?.[0] : undefined
      const address = found && ended(brackets.length > 0 ? (/^[^\]]*/.exec(found)?.[0] ?? '') : found)
      if (address)
        add({ kind: 'link', href: address, title: '', children: [{ kind: 'text', text: address }], source: address })
      else text += sign
      at += address ? address.length : 1
    }
  }
  flush()
  return emphasised(pieces, isGrowing)
}

function closing(source: string, fence: string, from: number): number {
  for (let at = source.indexOf(fence, from); at >= 0; at = source.indexOf(fence, at)) {
    let end = at
    while (source[end] === '`') end += 1
    if (end - at === fence.length) return at
    at = end
  }
  return -1
}

const unpadded = (code: string): string =>
  code.startsWith(' ') && code.endsWith(' ') && code.trim() ? code.slice(1, -1) : code

/** An address ends before the sentence's punctuation; a bracket that it opened belongs to it. */
function ended(address: string): string {
  let end = address.length
  const count = (sign: string) => address.slice(0, end).split(sign).length
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? ''
    if (last === ')' ? count(')') <= count('(') : last === ']' ? count(']') <= count('[') : !ENDS.has(last)) break
  }
  return /^https?:\/\/./i.test(address.slice(0, end)) ? address.slice(0, end) : ''
}
const ENDS = new Set(`.,;:!?'"»”’*_~`)

const characterBefore = (source: string, at: number): string =>
  Array.from(source.slice(Math.max(0, at - 2), at)).at(-1) ?? ''
const characterAt = (source: string, at: number): string => String.fromCodePoint(source.codePointAt(at) ?? 32)

function runOf(source: string, sign: string, at: number, end: number): Run {
  const count = end - at
  const before = characterBefore(source, at) || ' '
  const after = end < source.length ? characterAt(source, end) : ' '
  const isBetween = [before, after].every((one) => LETTER.test(one) && !UNSPACED.test(one))
  // Text: 2*3, 2**8, ~5
  const isText = sign === '~' ? count !== 2 : isBetween && (count === 1 || /\d\d/.test(before + after))
  // An underscore marks whole words only: snake_case is text.
  const isFree = (one: string) => !SPACE.test(one) && !isText
  const isWhole = (one: string) => sign !== '_' || !LETTER.test(one)
  return { kind: 'run', sign, count, opens: isFree(after) && isWhole(before), closes: isFree(before) && isWhole(after) }
}

const MARKS = { 1: 'em', 2: 'strong' } as const

/** Pairs the runs of marks; what has no partner is text. */
function emphasised(pieces: readonly Piece[], isGrowing: boolean): Inline[] {
  const out: Piece[] = []
  const openers: number[] = []
  for (const piece of pieces) {
    if (piece.kind !== 'run') {
      out.push(piece)
      continue
    }
    let { count } = piece
    while (piece.closes && count > 0) {
      const index = openers.findLastIndex((at) => {
        const { sign, count: open } = out[at] as Run
        return sign === piece.sign && out.length > at + 1 && (open === count || open + count !== 3)
      })
      const at = openers[index]
      if (at === undefined) break
      const opener = out[at] as Run
      const used = opener.count >= 2 && count >= 2 ? 2 : 1
      const children = texts(out.splice(at + 1))
      openers.length = index
      if (opener.count === used) out.pop()
      else {
        out[at] = { ...opener, count: opener.count - used }
        openers.push(at)
      }
      out.push({ kind: piece.sign === '~' ? 'del' : MARKS[used], children })
      count -= used
    }
    if (count === 0) continue
    if (piece.opens && openers.length < MOST_OPEN) openers.push(out.length)
    out.push({ ...piece, count })
  }
  while (isGrowing && openers.length > 0) {
    const at = openers.pop() ?? 0
    const { sign, count } = out[at] as Run
    const children = texts(out.splice(at + 1))
    if (children.length === 0) break
    out[at] = { kind: sign === '~' ? 'del' : MARKS[count === 1 ? 1 : 2], children }
  }
  return texts(out)
}

/** Turns what opened nothing into text, and joins neighbouring texts. */
function texts(pieces: readonly Piece[]): Inline[] {
  const out: Inline[] = []
  for (const piece of pieces) {
    const found: Inline =
      piece.kind === 'run'
        ? { kind: 'text', text: piece.sign.repeat(piece.count) }
        : piece.kind === 'bracket'
          ? { kind: 'text', text: piece.text }
          : piece
    const last = out.at(-1)
    if (found.kind === 'text' && last?.kind === 'text')
      out[out.length - 1] = { kind: 'text', text: last.text + found.text }
    else out.push(found)
  }
  return out
}
