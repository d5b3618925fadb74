// Reads the end of a text-only answer in OpenAI's protocol: finish reason, usage, end mark.

export interface PlainEnd {
  readonly reason: 'stop' | 'length'
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Thrown by `fetch` when an answer leaves nothing for its provider to read. */
export class TextOnlyAnswer extends Error {
  readonly end: PlainEnd
  constructor(end: PlainEnd) {
    super('The answer was read to its end.')
    this.end = end
  }
}

type Fields = Readonly<Record<string, unknown>>

const END_OF_EVENT = /\r?\n\r?\n/

/** Whether the first event ends the answer and holds nothing that the provider needs. */
export const beginsEnd = (rest: string): boolean => {
  const at = rest.search(END_OF_EVENT)
  return at > 0 && reasonOf(fieldsOf(rest.slice(0, at))) !== undefined
}

/** The end described by the whole rest; undefined when it holds anything else, which the provider then reads. */
export function plainEnd(rest: string): PlainEnd | undefined {
  const events = rest.split(END_OF_EVENT).filter((event) => event !== '' && !/^:[^\n]*$/.test(event))
  if (!/^data: ?\[DONE\]$/.test(events.pop() ?? '')) return undefined
  const [first, ...counts] = events.map(fieldsOf)
  const reason = reasonOf(first)
  if (reason === undefined || !counts.every(isCount)) return undefined
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = record(
    [first, ...counts].findLast((fields) => isPresent(fields?.usage))?.usage,
  )
  return isNumber(inputTokens) && isNumber(outputTokens) ? { reason, inputTokens, outputTokens } : undefined
}

function reasonOf(fields: Fields | undefined): PlainEnd['reason'] | undefined {
  const choices = fields?.choices
  if (!Array.isArray(choices) || choices.length !== 1 || isPresent(fields?.error)) return undefined
  const { delta, finish_reason: reason } = record(choices[0])
  const { content, role: _, ...more } = record(delta)
  if ((isPresent(content) && content !== '') || Object.values(more).some(isPresent)) return undefined
  return reason === 'stop' || reason === 'length' ? reason : undefined
}

const isCount = (fields: Fields | undefined): boolean =>
  fields !== undefined &&
  Array.isArray(fields.choices) &&
  fields.choices.length === 0 &&
  isPresent(fields.usage) &&
  !isPresent(fields.error)

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)
const isPresent = (value: unknown): boolean => value !== undefined && value !== null
const record = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

function fieldsOf(event: string): Fields | undefined {
  if (!/^data: ?\{/.test(event) || event.includes('\n')) return undefined
  try {
    return record(JSON.parse(event.slice('data:'.length)))
  } catch {
    return undefined
  }
}
