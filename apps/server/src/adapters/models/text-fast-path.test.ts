// The fast path yields what the provider would have, in the same order, however the stream is split.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTextFilter, takingText, withTextFastPath, textOf } from './text-fast-path.ts'

const chunk = (delta: object, more: object = {}, choice: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null, ...choice }], ...more })}`
const said = (content: string) => chunk({ content })

const TEXT: [name: string, event: string, text: string][] = [
  ['text', said('Hello'), 'Hello'],
  ['no space after the colon', said('Hello').replace('data: ', 'data:'), 'Hello'],
  ['a role with it', chunk({ role: 'assistant', content: '' }), ''],
  ['fields that say nothing', chunk({ content: 'x', refusal: null, tool_calls: null }, { usage: null }), 'x'],
]
test.each(TEXT)('recognises text: %s', (_, event, text) => {
  expect(textOf(event)).toBe(text)
})

const MORE: [name: string, event: string][] = [
  ['a call', chunk({ content: 'x', tool_calls: [{ index: 0, function: { name: 'a', arguments: '{}' } }] })],
  ['a thought', chunk({ content: 'x', reasoning_content: 'hm' })],
  ['a refusal', chunk({ content: '', refusal: 'no' })],
  ['a reason to end', chunk({ content: 'x' }, {}, { finish_reason: 'stop' })],
  ['a count', chunk({ content: 'x' }, { usage: { prompt_tokens: 1 } })],
  ['an error', chunk({ content: 'x' }, { error: { message: 'no' } })],
  ['content in parts', chunk({ content: [{ type: 'text', text: 'x' }] })],
  ['no content', chunk({ role: 'assistant' })],
  ['two choices', `data: ${JSON.stringify({ choices: [{ delta: { content: 'a' } }, { delta: { content: 'b' } }] })}`],
  ['no choice', 'data: {"choices":[]}'],
  ['a choice that is none', 'data: {"choices":[null]}'],
  ['several lines', `event: message\n${said('x')}`],
  ['no JSON', 'data: {"choices":'],
  ['the end', 'data: [DONE]'],
  ['nothing', ''],
]
test.each(MORE)('leaves an event to the provider: %s', (_, event) => {
  expect(textOf(event)).toBeUndefined()
})

function sifted(pieces: readonly string[], may: (delta: string) => boolean = () => true) {
  const taken: string[] = []
  const filterText = createTextFilter((delta) => may(delta) && taken.push(delta) > 0)
  for (const [index, piece] of pieces.entries()) {
    const left = filterText(piece, false)
    if (left !== undefined) return { taken, left: left + pieces.slice(index + 1).join('') }
  }
  return { taken, left: filterText('', true) }
}

describe('a stream of events', () => {
  const cut = (text: string, sizes: readonly number[]) => {
    const pieces: string[] = []
    for (let at = 0, turn = 0; at < text.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1
      pieces.push(text.slice(at, at + size))
      at += size
    }
    return pieces
  }
  const delta = fc.string({ unit: 'grapheme', maxLength: 12 })
  const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 })
  const gap = fc.constantFrom('\n\n', '\r\n\r\n')

  test('is text up to its first other event, then the provider’s, however it is split', () => {
    const other = fc.constantFrom(...MORE.map(([, event]) => event))
    fc.assert(
      fc.property(fc.array(delta), fc.array(fc.oneof(delta.map(said), other)), gap, sizes, (texts, rest, end, at) => {
        const tail = rest.length === 0 ? '' : [MORE[0]?.[1] ?? '', ...rest].map((event) => event + end).join('')
        const whole = texts.map((text) => said(text) + end).join('') + tail
        expect(sifted(cut(whole, at))).toEqual({ taken: texts, left: tail })
      }),
    )
  })

  test('is the provider’s from an event whose text is not taken', () => {
    const events = ['a', 'b', 'c'].map((text) => `${said(text)}\n\n`)
    const { taken, left } = sifted([events.join('')], (text) => text !== 'b')
    expect({ taken, left }).toEqual({ taken: ['a'], left: events.slice(1).join('') })
  })

  test('ignores comments', () => {
    const stream = `: busy\n\n${said('a')}\n\n: busy\n\n${said('b')}\n\n`
    expect(sifted([stream])).toEqual({ taken: ['a', 'b'], left: '' })
  })

  test('is unchanged when it ends within an event', () => {
    expect(sifted([`${said('a')}\n\n${said('b')}`])).toEqual({ taken: ['a'], left: said('b') })
  })

  test.each([
    ['lines that end in another way', `${said('a')}\r\r${said('b')}\r\r`],
    ['an event without an end', `data: {"x":"${'y'.repeat(70_000)}`],
  ])('of %s is not held back', (_, stream) => {
    const taken: string[] = []
    expect(createTextFilter((text) => taken.push(text) > 0)(stream, false)).toBe(stream)
    expect(taken).toEqual([])
  })
})

describe('a fetch', () => {
  const body = `${said('grüß')}\n\n${said(' dich 👋')}\n\ndata: [DONE]\n\n`
  const bytes = new TextEncoder().encode(body)
  const answering = (status: number) =>
    withTextFastPath(async () => {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at++) controller.enqueue(bytes.slice(at, at + 1))
          controller.close()
        },
      })
      return new Response(stream, { status, headers: { 'x-request-id': 'r' } })
    })
  const heard = (fetcher: typeof fetch) => {
    const texts: string[] = []
    const take = (text: string) => texts.push(text) > 0
    return { texts, response: takingText(take, () => fetcher('http://model')) }
  }

  test('returns the text and the rest, with whole characters', async () => {
    const { texts, response } = heard(answering(200))
    const { status, headers, body: rest } = await response
    expect([status, headers.get('x-request-id')]).toEqual([200, 'r'])
    expect(await new Response(rest).text()).toBe('data: [DONE]\n\n')
    expect(texts).toEqual(['grüß', ' dich 👋'])
  })

  test('is unchanged when it failed or has no consumer', async () => {
    const { texts, response } = heard(answering(500))
    expect(await (await response).text()).toBe(body)
    expect(await (await answering(200)('http://model')).text()).toBe(body)
    expect(texts).toEqual([])
  })

  test('gives each of two concurrent calls its own text', async () => {
    const calls = [heard(answering(200)), heard(answering(200))]
    for (const { response } of calls) await response
    expect(calls.map(({ texts }) => texts)).toEqual([
      ['grüß', ' dich 👋'],
      ['grüß', ' dich 👋'],
    ])
  })

  test('reports a broken response to the reader, after the text', async () => {
    let pulls = 0
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pulls++ > 0) controller.error(new Error('cut'))
        else controller.enqueue(new TextEncoder().encode(`${said('a')}\n\n`))
      },
    })
    const { texts, response } = heard(withTextFastPath(async () => new Response(broken)))
    await expect(response.then((answer) => answer.text())).rejects.toThrow('cut')
    expect(texts).toEqual(['a'])
  })

  test('cancels a response that nobody reads', async () => {
    let left: unknown
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: {}\n\n')),
      cancel: (reason) => void (left = reason),
    })
    const { response } = heard(withTextFastPath(async () => new Response(endless)))
    await (await response).body?.cancel('enough')
    expect(left).toBe('enough')
  })
})
