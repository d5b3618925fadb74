/** Reads commands of RFC 3501: atoms, quoted strings, literals and lists. */

export type Argument = string | readonly Argument[]
export interface Command {
  readonly tag: string
  readonly name: string
  readonly args: readonly Argument[]
}

/** A mistake that the server answers with BAD. */
export class BadCommand extends Error {}

/** `text` is a whole command, its literals included; `{5}` and the line break before them are kept. */
export function parseCommand(text: string): Command {
  const [, tag = '', rest = ''] = /^([A-Za-z0-9.]+) (.+)$/s.exec(text) ?? []
  if (tag === '') throw new BadCommand('a command begins with a tag')
  const reader = createReader(rest)
  const args = reader.list('')
  const [name, ...others] = args
  if (typeof name !== 'string') throw new BadCommand('a command has a name')
  const isByUid = name.toUpperCase() === 'UID'
  const [second, ...last] = others
  if (!isByUid) return { tag, name: name.toUpperCase(), args: others }
  if (typeof second !== 'string') throw new BadCommand('UID needs a command')
  return { tag, name: `UID ${second.toUpperCase()}`, args: last }
}

function createReader(text: string) {
  let at = 0
  const atom = (): string => {
    const start = at
    let depth = 0
    // A section such as BODY[HEADER.FIELDS (TO)]<0.9> is one atom.
    while (at < text.length && (depth > 0 || !/[\s()"{]/.test(text.charAt(at)))) {
      if (text.charAt(at) === '[') depth += 1
      if (text.charAt(at) === ']') depth -= 1
      at += 1
    }
    if (at === start) throw new BadCommand(`${text.charAt(at)} has no place here`)
    return text.slice(start, at)
  }
  const quoted = (): string => {
    const found = /^"((?:[^"\\\r\n]|\\["\\])*)"/.exec(text.slice(at))
    if (!found) throw new BadCommand('a quoted string has no end')
    at += found[0].length
    return (found[1] ?? '').replaceAll(/\\(["\\])/g, '$1')
  }
  const literal = (): string => {
    const found = /^\{(\d+)\+?\}\r\n/.exec(text.slice(at))
    if (!found) throw new BadCommand('a literal has no length')
    at += found[0].length + Number(found[1])
    return text.slice(at - Number(found[1]), at)
  }
  const list = (end: string): Argument[] => {
    const items: Argument[] = []
    while (at < text.length) {
      const next = text.charAt(at)
      if (next === ' ') at += 1
      else if (next === ')' && end === ')') {
        at += 1
        return items
      } else if (next === '(') {
        at += 1
        items.push(list(')'))
      } else if (next === '"') items.push(quoted())
      else if (next === '{') items.push(literal())
      else items.push(atom())
    }
    if (end !== '') throw new BadCommand('a list has no end')
    return items
  }
  return { list }
}

/** Whether a number is in a set such as `1,4:7,9:*`; `*` is the largest number there is. */
export function inSet(set: string, largest: number): (number: number) => boolean {
  const parts = set.split(',').map((part) => {
    const [, from = '', to = from] = /^(\d+|\*)(?::(\d+|\*))?$/.exec(part) ?? []
    if (from === '') throw new BadCommand(`${part} is not a set of messages`)
    const [a, b] = [from, to].map((one) => (one === '*' ? largest : Number(one))) as [number, number]
    return [Math.min(a, b), Math.max(a, b)] as const
  })
  return (number) => parts.some(([low, high]) => number >= low && number <= high)
}
