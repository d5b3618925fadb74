import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { delta, finishPart, META, sampleMessage, sampleTranscript } from '../../testing/sample.ts'
import { reduce } from './session.ts'
import { isWaiting, unacknowledged } from './message-queue.ts'
import { type QueuedMessage, EMPTY, type Command, type Session, type SessionEvent } from './state.ts'

const NOW = '2026-01-02T00:00:00.000Z'

function run(from: Session, ...events: SessionEvent[]) {
  let state = from
  const commands: Command[] = []
  for (const event of events) {
    const step = reduce(state, event, NOW)
    state = step.state
    commands.push(...step.commands)
  }
  return { state, commands }
}
const READY = run(EMPTY, { type: 'begin', conversationId: undefined }).state
const OFFLINE: SessionEvent = { type: 'online', online: false }
const ONLINE: SessionEvent = { type: 'online', online: true }
const send = (id: string): SessionEvent => ({ type: 'send', id, text: `text of ${id}` })
/** The server accepts and answers the current message. */
const answered = (turnId: string): SessionEvent[] => {
  const messageMetadata = { ...META, turnId }
  return [
    { type: 'part', id: '0', part: { type: 'start', messageId: `answer of ${turnId}`, messageMetadata } },
    { type: 'part', id: '1', part: delta('Yes.') },
    { type: 'part', id: '2', part: finishPart },
  ]
}
const posts = (commands: readonly Command[]) => commands.flatMap((command) => (command.do === 'post' ? command.id : []))
const shown = ({ entries }: Session) => entries.map(({ from, text, status }) => `${from} ${text} ${status}`)
const waiting = (id: string, at = NOW): QueuedMessage => ({ id, text: `text of ${id}`, at })

describe('offline', () => {
  test('queues messages and sends each after the previous one is answered', () => {
    const written = run(READY, OFFLINE, send('a'), send('b'), send('c'))
    expect(posts(written.commands)).toEqual([])
    expect(written.state.entries.every(isWaiting)).toBe(true)
    const back = run(written.state, ONLINE)
    expect(posts(back.commands)).toEqual(['a'])
    expect(back.state.entries.map(({ status }) => status)).toEqual(['sending', 'waiting', 'waiting'])
    const all = run(back.state, ...answered('t1'), ...answered('t2'), ...answered('t3'))
    expect(posts(all.commands)).toEqual(['b', 'c'])
    expect(shown(all.state)).toEqual([
      'user text of a complete',
      'agent Yes. complete',
      'user text of b complete',
      'agent Yes. complete',
      'user text of c complete',
      'agent Yes. complete',
    ])
  })

  test('deletes a waiting message, but not one being sent', () => {
    const written = run(READY, OFFLINE, send('a'), send('b')).state
    const left = run(written, { type: 'unqueue', id: 'a' }, ONLINE)
    expect(posts(left.commands)).toEqual(['b'])
    expect(run(left.state, { type: 'unqueue', id: 'b' }).state.entries).toHaveLength(1)
  })

  test('queues a retried message', () => {
    const unsent = run(READY, send('a'), { type: 'refused', status: 400, code: '', retryAfter: 0 }, OFFLINE)
    const again = run(unsent.state, { type: 'retry', id: 'a' })
    expect([posts(again.commands), again.state.entries[0]?.status]).toEqual([[], 'waiting'])
    expect(posts(run(again.state, ONLINE).commands)).toEqual(['a'])
  })

  test('trusts arriving data over a browser that reports being offline', () => {
    const wrong = run(READY, OFFLINE, send('a')).state
    expect(posts(run(wrong, { type: 'usage', shouldContinue: true, hasEverPaid: true }).commands)).toEqual(['a'])
  })

  test('queues at most twenty', () => {
    const many = Array.from({ length: 25 }, (_, index) => send(`m${index}`))
    expect(run(READY, OFFLINE, ...many).state.entries).toHaveLength(20)
  })
})

describe('while an answer is being written', () => {
  const reading = run(READY, send('a'), ...answered('t1').slice(0, 2)).state

  test('queues the next message below it', () => {
    const { state, commands } = run(reading, send('b'))
    expect(posts(commands)).toEqual([])
    const done = run(state, ...answered('t1').slice(2))
    expect(posts(done.commands)).toEqual(['b'])
    expect(shown(done.state)).toEqual(['user text of a complete', 'agent Yes. complete', 'user text of b sending'])
  })

  test('shows messages of others above the queue', () => {
    const written = run(reading, send('b')).state
    const messages = [
      sampleMessage(1, { id: 'a', turnId: 't1' }),
      sampleMessage(2, { turnId: '', from: 'human', items: [{ type: 'text', text: 'I can help.' }] }),
    ]
    const { state } = run(written, { type: 'transcript', transcript: sampleTranscript(messages), older: false })
    expect(state.entries.map(({ from }) => from)).toEqual(['user', 'human', 'user'])
  })

  test('drops the queue with a conversation that is gone', () => {
    const written = run(reading, send('b')).state
    const none = { type: 'noTranscript', conversationId: 'conv', missing: true, older: false } as const
    expect(posts(run({ ...written, turn: undefined }, none).commands)).toEqual(['b'])
    expect(run(written, { type: 'restart' }).state.entries).toEqual([])
  })
})

describe('a failure', () => {
  const queued = run(READY, send('a'), send('b'), send('c')).state
  const refused = (status: number, code = '', retryAfter = 0): SessionEvent => ({
    type: 'refused',
    status,
    code,
    retryAfter,
  })

  test('that would hit the next message too fails all of them in order', () => {
    for (const failure of [refused(429, 'RATE_LIMITED', 60), refused(401)]) {
      const { state, commands } = run(queued, failure)
      expect(posts(commands)).toEqual([])
      expect(state.entries.map(({ status }) => status)).toEqual(['unsent', 'unsent', 'unsent'])
    }
  })

  test('of one message lets the next one go', () => {
    const { state, commands } = run(queued, refused(413))
    expect(posts(commands)).toEqual(['b'])
    expect(state.entries.map(({ status }) => status)).toEqual(['unsent', 'sending', 'waiting'])
  })
})

describe('across a reload', () => {
  test('keeps what the server may lack: waiting messages and unacknowledged ones', () => {
    const { state } = run(READY, send('a'), send('b'))
    expect(unacknowledged(state).map(({ id }) => id)).toEqual(['a', 'b'])
    const [start] = answered('t1')
    expect(unacknowledged(run(state, ...(start ? [start] : [])).state).map(({ id }) => id)).toEqual(['b'])
  })

  test('sends them after the history was read, under the same id', () => {
    const restored = run(EMPTY, { type: 'restore', waiting: [waiting('a'), waiting('b')] })
    const loading = run(restored.state, { type: 'begin', conversationId: 'conv' })
    expect(posts([...restored.commands, ...loading.commands])).toEqual([])
    const history = sampleTranscript([sampleMessage(1), sampleMessage(2)])
    const read = run(loading.state, { type: 'transcript', transcript: history, older: false })
    expect(posts(read.commands)).toEqual(['a'])
    expect(shown(read.state).at(-1)).toBe('user text of b waiting')
  })

  test('shows a message that had arrived once', () => {
    const stored = [sampleMessage(1, { turnId: 't1' }), sampleMessage(2, { id: 'answer of t1', turnId: 't1' })]
    const history: SessionEvent = { type: 'transcript', transcript: sampleTranscript(stored), older: false }
    const { state } = run(
      EMPTY,
      { type: 'restore', waiting: [waiting('a')] },
      { type: 'begin', conversationId: 'conv' },
      history,
      ...answered('t1'),
    )
    expect(state.entries.map(({ id, seq, from }) => [id, seq, from])).toEqual([
      ['a', 1, 'user'],
      ['answer of t1', 2, 'agent'],
    ])
  })

  test('keeps what was written until the visitor has read the new terms, and sends it then', () => {
    const written = run(READY, send('a'), send('b'))
    const refused = run(written.state, { type: 'refused', status: 403, code: 'CONSENT_REQUIRED', retryAfter: 0 })
    expect([refused.commands, refused.state.turn, refused.state.consent]).toEqual([[], undefined, 'changed'])
    const kept = unacknowledged(refused.state)
    expect(kept.map(({ id }) => id)).toEqual(['a', 'b'])
    const reloaded = run(EMPTY, { type: 'consent', is: 'asked' }, { type: 'restore', waiting: kept }).state
    const begun = run(reloaded, { type: 'consent', is: '' }, { type: 'begin', conversationId: undefined })
    expect(posts(begun.commands)).toEqual(['a'])
    expect(posts(run(begun.state, ...answered('t1')).commands)).toEqual(['b'])
  })

  test("does not send yesterday's question today, nor a message that has arrived", () => {
    const old = waiting('old', '2025-12-31T23:59:59.000Z')
    const { state, commands } = run(READY, { type: 'restore', waiting: [old, waiting('a')] })
    expect([posts(commands), state.entries.map(({ status }) => status)]).toEqual([['a'], ['unsent', 'sending']])
    expect(run(state, { type: 'restore', waiting: [waiting('a')] }).state.entries).toHaveLength(2)
  })
})

test('delivers every message once and in order, whatever the connection does', () => {
  type Move = 'write' | 'cut' | 'mend' | 'break' | 'reload'
  const moves = fc.array(fc.constantFrom<Move>('write', 'cut', 'mend', 'break', 'reload'), { maxLength: 40 })
  fc.assert(
    fc.property(moves, (list) => {
      let state = READY
      let ids = 0
      const taken: string[] = []
      const written: string[] = []
      const apply = (...events: SessionEvent[]): void => {
        for (const event of events) {
          const step = reduce(state, event, NOW)
          state = step.state
          for (const command of step.commands)
            if (command.do === 'post' && !taken.includes(command.id)) taken.push(command.id)
        }
      }
      const finish = () => {
        const { turn } = state
        if (turn) apply(...answered(`turn of ${turn.messageId}`))
      }
      for (const move of list) {
        if (move === 'write' && state.entries.filter(isWaiting).length < 20) {
          written.push(`m${ids}`)
          apply(send(`m${ids++}`))
        }
        if (move === 'cut') apply(OFFLINE, { type: 'closed' })
        if (move === 'mend') apply(ONLINE, { type: 'wake' })
        if (move === 'break') apply({ type: 'closed' }, { type: 'wake' })
        if (move === 'reload') {
          const kept = unacknowledged(state)
          state = EMPTY
          apply({ type: 'restore', waiting: kept }, { type: 'begin', conversationId: undefined })
        }
        if (move === 'mend') finish()
      }
      apply(ONLINE, { type: 'wake' })
      for (let left = 0; left <= written.length; left++) finish()
      expect(taken).toEqual(written)
      expect(unacknowledged(state)).toEqual([])
    }),
  )
})
