import { describe, expect, it } from 'vitest'
import { readEvent, SseParser } from './sse.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('SseParser', () => {
  it('returns the data of each finished event and keeps an unfinished one', () => {
    const parser = new SseParser()
    expect(parser.push(bytes('data: a\n\ndata: b\n\ndata: c'))).toEqual(['a', 'b'])
    expect(parser.push(bytes('d\n'))).toEqual([])
    expect(parser.push(bytes('\n'))).toEqual(['cd'])
  })

  it('returns the same events wherever the bytes are cut', () => {
    const stream = bytes(
      ': hello\r\n\r\nid: 7\r\nevent: x\r\ndata: "Grüße ✓ 🦊"\r\n\r\ndata:one\ndata: two\n\nretry: 5\n\n',
    )
    for (let cut = 0; cut <= stream.length; cut++) {
      const parser = new SseParser()
      const events = [...parser.push(stream.subarray(0, cut)), ...parser.push(stream.subarray(cut))]
      expect(events).toEqual(['"Grüße ✓ 🦊"', 'one\ntwo'])
    }
  })

  it('treats an empty data line as an event and a comment as none', () => {
    expect(new SseParser().push(bytes(': ping\n\ndata:\n\n'))).toEqual([''])
  })
})

describe('readEvent, openai', () => {
  it('does not treat role, finish or usage chunks as text', () => {
    const role = '{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}'
    const finish = '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}'
    const usage = '{"choices":[],"usage":{"total_tokens":3}}'
    expect([role, finish, usage].map((data) => readEvent('openai', data).kind)).toEqual(['other', 'other', 'other'])
  })

  it('reads text, the end and an error', () => {
    expect(readEvent('openai', '{"choices":[{"delta":{"content":" a"}}]}')).toEqual({ kind: 'text', text: ' a' })
    expect(readEvent('openai', '[DONE]')).toEqual({ kind: 'done' })
    expect(readEvent('openai', '{"error":{"message":"no"}}')).toEqual({ kind: 'error', message: '{"message":"no"}' })
  })
})

describe('readEvent, ui', () => {
  it('reads only text deltas as text', () => {
    const kinds = ['text-start', 'text-end', 'reasoning-delta', 'data-sources', 'finish'].map(
      (type) => readEvent('ui', JSON.stringify({ type, id: '0', delta: 'x' })).kind,
    )
    expect(kinds).toEqual(['other', 'other', 'other', 'other', 'other'])
    expect(readEvent('ui', '{"type":"text-delta","id":"0","delta":"x"}')).toEqual({ kind: 'text', text: 'x' })
    expect(readEvent('ui', '{"type":"text-delta","id":"0","delta":""}').kind).toBe('other')
  })

  it("reads the start's metadata, if any", () => {
    const start = '{"type":"start","messageMetadata":{"conversationId":"c","visitorId":"v"}}'
    expect(readEvent('ui', start)).toEqual({ kind: 'start', metadata: { conversationId: 'c', visitorId: 'v' } })
    expect(readEvent('ui', '{"type":"start"}')).toEqual({ kind: 'start', metadata: {} })
  })

  it('reads an error, an abort and invalid JSON as errors', () => {
    expect(readEvent('ui', '{"type":"error","errorText":"no credits"}')).toEqual({
      kind: 'error',
      message: 'no credits',
    })
    expect(readEvent('ui', '{"type":"abort"}').kind).toBe('error')
    expect(readEvent('ui', '<html>').kind).toBe('error')
    expect(readEvent('ui', 'null').kind).toBe('error')
  })
})
