// What people at the dashboard may be told in English by the server and by core is known to every language, and every sentence
// that the languages know is still said somewhere.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS } from '@parlance/contract/lib/errors'
import english from '@parlance/i18n/locales/en/messages.json' with { type: 'json' }
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Each place as `{place}`. */
const sentences = Object.entries(english)
  // Made of other messages, they fit anything.
  .filter(([code]) => code !== 'named' && code !== 'both')
  .map(([code, text]) => ({ code, text: text.replaceAll(/\{\{(\w+)(?:, number)?\}\}/g, '{$1}') }))
const known: readonly string[] = sentences.map(({ text }) => text)

/** Sentences that no page of the dashboard can be told, with who is. */
const MACHINES: Readonly<Record<string, readonly string[]>> = {
  'a program that calls the API: pages send what it takes': [
    'base64Payload must be a data URL or plain base64.',
    'This kind of token does not open this call.',
    'This call needs an API key with the scope {}.',
    'There is no such region. The regions are eu and na.',
    'The Idempotency-Key must have 1 to 255 visible ASCII characters.',
    'There is no such API version. Leave the header out to get the newest one.',
    'The body must be a JSON object.',
    'Send the file as the body.',
    'The last message must be a user message with text.',
    'This path does not take this method.',
    'Send the body as application/json.',
    'This call counts for the region {}.',
  ],
  'a model that calls over MCP': [
    'Send messages with POST.',
    'A batch holds at most {} messages.',
    'Give {} or {}, not both.',
    'Give exactly one of text, urls and pairs.',
    'The answer is too long. Ask for fewer at once.',
  ],
  'a program of the agency, which moves credits': [
    'This key was used before for another amount of credits.',
    'Credits are transferred between two different balances.',
    'This key was used before for another transfer.',
  ],
  'a visitor, in the words of the widget': [
    'Nothing could be heard in this recording.',
    'A voice note can have up to {} minutes.',
    'The voice note could not be written out. Try again in a moment.',
    'Voice notes can’t be written out here. Write a message.',
    'Nobody answers here beside the agent.',
    'Say in which conversation, or for which visitor.',
    'A rating can be changed for a day.',
    'Chats with this agent are not mailed.',
    'There is nothing to send yet.',
    'This chat was mailed three times today. Try again tomorrow.',
    'This address has got enough mails today. Try again tomorrow.',
    'Enough chats were mailed today. Try again tomorrow.',
    'The token is not signed by HS256 with the secret key of this agent.',
    'This identity token is not valid.',
    'This identity token has expired. Sign a new one.',
    'Agree to the terms of this chat first.',
  ],
}

/** Of the schema library, which has them in no file of ours. */
const SCHEMA = /^(?:Too (?:small|big)|Invalid (?:input|option|URL|email|ISO))/

/** A place for what is put in, in whatever is compared. */
const PLACE = '\uFFFC'

interface Found {
  /** Every text of the file, what is put in made one sign. */
  readonly texts: readonly string[]
  /** Those that are given to `new AppError(code, …)`, also by the name of a constant of the file. */
  readonly refused: readonly string[]
}

type Node = ReturnType<typeof parseSync>['program']['body'][number] | { type: string }

const textOf = (node: Node): string | undefined => {
  if (node.type === 'Literal') return 'value' in node && typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral' || !('quasis' in node)) return undefined
  const quasis = node.quasis as readonly { value: { cooked: string | null } }[]
  return quasis.map(({ value }) => value.cooked ?? '').join(PLACE)
}

/** The texts below a node; those of the names it says, too. */
function textsBelow(node: unknown, named: ReadonlyMap<string, unknown>, seen = new Set<string>()): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((inner) => textsBelow(inner, named, seen))
  const { type, name } = node as { type?: string; name?: string }
  if (type === 'Identifier' && name !== undefined) {
    if (seen.has(name)) return []
    seen.add(name)
    return textsBelow(named.get(name), named, seen)
  }
  const own = type === undefined ? undefined : textOf(node as Node)
  if (own !== undefined) return [own]
  return Object.values(node).flatMap((inner) => textsBelow(inner, named, seen))
}

function read(file: string): Found {
  const texts: string[] = []
  const thrown: unknown[] = []
  const named = new Map<string, unknown>()
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  const keep = (node: Node) => {
    const text = textOf(node)
    if (text !== undefined) texts.push(text)
  }
  new Visitor({
    Literal: keep,
    TemplateLiteral: keep,
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init !== null && init.type !== 'ArrowFunctionExpression') named.set(id.name, init)
    },
    NewExpression: ({ callee, arguments: [, message] }) => {
      if (callee.type === 'Identifier' && callee.name === 'AppError' && message) thrown.push(message)
    },
  }).visit(program)
  return { texts, refused: thrown.flatMap((node) => textsBelow(node, named)) }
}

const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).filter(
    (file) => !/\.test\.ts$|[./]testing\.ts$|\/(?:testing|migrations|site)\//.test(file),
  )
const server = sources('apps/server/src/**/*.ts').map(read)
const core = sources('packages/{contract,engine}/src/**/*.ts').map(read)
/** The sandbox model gives reasons, too. */
const sandbox = sources('packages/simulators/src/openai/*.ts').map(read)
const dashboard = sources('apps/dashboard/src/{features,ui}/**/*.ts').map(read)

const shapeOf = (sentence: string): string => sentence.replaceAll(/\{[a-z]\w*\}/gi, PLACE)
const shapes = new Set(known.map(shapeOf))
const machines = new Set(Object.values(MACHINES).flat())
const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
/** A text with places as a pattern: what is put in may be a word that a sentence has of its own. */
const patternOf = (text: string): RegExp => new RegExp(`^${text.split(PLACE).map(escaped).join('.*')}$`, 's')
const patterns = sentences.map(({ code, text }) => ({ code, shape: shapeOf(text), known: patternOf(shapeOf(text)) }))
const isSentence = (text: string): boolean => /\p{L} \p{L}/u.test(text)

test('what the server refuses is known to every language', () => {
  const told = [...server.flatMap(({ refused }) => refused), ...Object.values(ERRORS).map(({ message }) => message)]
  const unknown = told.filter(isSentence).filter((text) => {
    const covers = ({ shape, known: pattern }: (typeof patterns)[number]) =>
      pattern.test(text) || patternOf(text).test(shape)
    return !shapes.has(text) && !machines.has(text.replaceAll(PLACE, '{}')) && !patterns.some(covers)
  })
  expect([...new Set(unknown)]).toEqual([])
})

test('every sentence that languages know is said somewhere', () => {
  const texts = [...new Set([...server, ...core, ...sandbox, ...dashboard].flatMap((found) => found.texts))]
  const made = texts.filter((text) => text.includes(PLACE) && text.length > 12).map(patternOf)
  const general = new Set(Object.keys(ERRORS).map((code) => code.toLowerCase()))
  const said = new Set(texts)
  const left = patterns.filter(({ code, shape, known: pattern }) => {
    if (said.has(code) || general.has(code)) return false
    // What code puts before and behind a part of a sentence is no part of it.
    const part = shape.replace(/^\uFFFC /, '').replace(/[.]$/, '')
    return !texts.some((text) => text.includes(part) || pattern.test(text)) && !made.some((one) => one.test(shape))
  })
  expect(left.map(({ shape }) => shape).filter((shape) => !SCHEMA.test(shape))).toEqual([])
})

test('the sentences of machines are still said', () => {
  const told = new Set(server.flatMap(({ refused }) => refused))
  for (const { message } of Object.values(ERRORS)) told.add(message)
  expect([...machines].filter((sentence) => !told.has(sentence.replaceAll('{}', PLACE)))).toEqual([])
})

test('the general sentence of an error is the message of its code', () => {
  const texts: Readonly<Record<string, string>> = english
  for (const [code, { message }] of Object.entries(ERRORS))
    expect(texts[code.toLowerCase()] ?? message, code).toBe(message)
})

test('no sentence has two codes', () => {
  expect(known.filter((sentence, at) => known.indexOf(sentence) !== at)).toEqual([])
})
