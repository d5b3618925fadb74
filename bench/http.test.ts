import { describe, expect, it } from 'vitest'
import { ResponseReader } from './http.ts'

/** Reads `response` split at every position; all readings must agree. */
function readings(response: string) {
  const bytes = Buffer.from(response)
  const seen = new Set<string>()
  for (let cut = 0; cut <= bytes.length; cut++) {
    let body = ''
    const reader = new ResponseReader((piece) => (body += piece.toString()))
    reader.feed(bytes.subarray(0, cut))
    reader.feed(bytes.subarray(cut))
    seen.add(JSON.stringify([reader.status, body, reader.done, reader.closes]))
  }
  return [...seen].map((one): unknown => JSON.parse(one))
}

describe('ResponseReader', () => {
  it('reads a chunked body wherever it is cut', () => {
    const response =
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;x=1\r\n, wo\r\nrld!\r\n0\r\nx-t: 1\r\n\r\n'
    expect(readings(response)).toEqual([[200, 'hello, wo\r\nrld!', true, false]])
  })

  it('reads a body with a length, an empty one, and one ended by the connection', () => {
    expect(readings('HTTP/1.1 404 No\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc')).toEqual([
      [404, 'abc', true, true],
    ])
    expect(readings('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')).toEqual([[200, '', true, false]])
    expect(readings('HTTP/1.0 200 OK\r\n\r\nabc')).toEqual([[200, 'abc', false, true]])
  })

  it('is complete at the end of the connection only when nothing is missing', () => {
    const open = new ResponseReader(() => undefined)
    open.feed(Buffer.from('HTTP/1.1 200 OK\r\n\r\nabc'))
    expect(open.finish()).toBe(true)
    const cut = new ResponseReader(() => undefined)
    cut.feed(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'))
    expect(cut.finish()).toBe(false)
  })

  it('rejects bytes that are not an HTTP response', () => {
    const reader = new ResponseReader(() => undefined)
    expect(() => reader.feed(Buffer.from('SSH-2.0-x\r\n\r\n'))).toThrow('not an HTTP response')
    const chunks = new ResponseReader(() => undefined)
    expect(() => chunks.feed(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'))).toThrow(
      'no size',
    )
  })
})
