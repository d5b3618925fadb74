import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyOf, EndpointInput, MAX_BODY } from './schemas.ts'

const at = new Date('2026-11-21T10:00:00.500Z')

describe('the body of an event', () => {
  it('has a type, a time and a payload', () => {
    expect(JSON.parse(bodyOf({ type: 'agent_created', at, payload: { agentId: 'a' } }))).toEqual({
      type: 'agent_created',
      timestamp: '2026-11-21T10:00:00.500Z',
      payload: { createdAt: 1795255200, agentId: 'a' },
    })
  })
  it('says that a text was cut', () => {
    const { payload } = JSON.parse(bodyOf({ type: 'message_received', at, payload: { text: 'é'.repeat(30_000) } })) as {
      payload: { text: string; truncated: boolean }
    }
    expect(payload.truncated).toBe(true)
    expect(payload.text.length).toBeGreaterThan(1000)
  })
  it('is valid JSON below 20,000 bytes for any payload', () => {
    const texts = fc.record({
      text: fc.string({ unit: 'binary', maxLength: 12_000 }),
      values: fc.dictionary(fc.string({ maxLength: 5 }), fc.string({ unit: 'binary', maxLength: 6000 }), {
        maxKeys: 4,
      }),
      wild: fc.constantFrom('\0'.repeat(9000), '\ud800'.repeat(9000), '😀'.repeat(9000), '"'.repeat(20_000)),
    })
    fc.assert(
      fc.property(texts, (payload) => {
        const body = bodyOf({ type: 'message_received', at, payload })
        expect(new TextEncoder().encode(body).length).toBeLessThan(MAX_BODY)
        expect(body.isWellFormed()).toBe(true)
        // The database could not parse such a character in JSON.
        expect(body).not.toContain(String.raw`\u0000`)
        expect(JSON.parse(body)).toHaveProperty('payload.createdAt')
      }),
      { numRuns: 60 },
    )
  })
})

describe('an endpoint', () => {
  it.each(['', 'https://example.com/hook', ' http://example.com:80/a?b=c ', 'https://例え.jp/'])('accepts %j', (text) =>
    expect(EndpointInput.safeParse(text).success).toBe(true),
  )
  it.each([
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://u:p@example.com',
    `https://e.com/${'a'.repeat(2000)}`,
  ])('refuses %j', (text) => expect(EndpointInput.safeParse(text).success).toBe(false))
})
