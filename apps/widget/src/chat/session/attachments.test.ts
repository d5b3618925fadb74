import { describe, expect, test } from 'vitest'
import { finishPart, sampleMessage, sampleTranscript, startPart } from '../../testing/sample.ts'
import { attachmentReadiness, remainingAttachmentSlots, type Pending, wordsIn } from './attachments.ts'
import { unacknowledged } from './message-queue.ts'
import { reduce } from './session.ts'
import { EMPTY, type Session, type SessionEvent } from './state.ts'

const one = (id: string, over: Partial<Pending> = {}): Pending => ({
  id,
  name: `${id}.png`,
  mime: 'image/png',
  preview: '',
  part: 0,
  url: '',
  storedAs: '',
  fault: '',
  ...over,
})
const there = (id: string, over: Partial<Pending> = {}) =>
  one(id, { part: 1, url: `/media/eu/${id}.png`, storedAs: id, ...over })
const with_ = (...pending: Pending[]): Session => ({ ...EMPTY, ready: true, pending })
const run = (state: Session, ...events: SessionEvent[]) =>
  events.reduce((last, event) => reduce(last.state, event, '2026-01-01T00:00:00.000Z'), {
    state,
    commands: [] as ReturnType<typeof reduce>['commands'],
  })
const send = (text: string): SessionEvent => ({ type: 'send', id: 'own', text })

describe('pending files', () => {
  test.each<[string, Pending[], { more: boolean; waits: boolean }]>([
    ['nothing', [], { more: false, waits: false }],
    ['on its way', [one('a')], { more: false, waits: true }],
    ['there', [there('a')], { more: true, waits: false }],
    ['failed', [one('a', { fault: 'size' })], { more: false, waits: false }],
    ['there and on its way', [there('a'), one('b')], { more: true, waits: true }],
  ])('%s', (_, pending, wanted) => expect(attachmentReadiness(with_(...pending))).toEqual(wanted))

  test('holds five, updates by id, and removes', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const { state } = run(with_(), ...ids.map((id): SessionEvent => ({ type: 'attach', one: one(id) })))
    expect(state.pending.map(({ id }) => id)).toEqual(ids.slice(0, 5))
    expect(remainingAttachmentSlots(state)).toBe(0)
    const changed = run(state, { type: 'attachment', id: 'b', is: { part: 0.5 } }, { type: 'detach', id: 'a' }).state
    expect(changed.pending.map(({ id, part }) => [id, part])).toEqual([
      ['b', 0.5],
      ['c', 0],
      ['d', 0],
      ['e', 0],
    ])
  })

  test('ignores progress of a removed file', () =>
    expect(run(with_(), { type: 'attachment', id: 'a', is: { part: 1, url: '/x' } }).state.pending).toEqual([]))

  test.each<[string, SessionEvent]>([
    ['a new conversation', { type: 'restart' }],
    ['another visitor', { type: 'leave' }],
  ])('is gone with %s', (_, event) => expect(run(with_(there('a')), event).state.pending).toEqual([]))
})

describe('sending', () => {
  test('sends what is uploaded and leaves what failed', () => {
    const { state, commands } = run(with_(there('a'), one('b', { fault: 'kind' })), send(' Look '))
    expect(state.entries[0]).toMatchObject({
      items: [
        { type: 'text', text: 'Look' },
        { type: 'visual', image: '/media/eu/a.png', alt: 'a.png' },
      ],
      status: 'sending',
    })
    expect(commands).toMatchObject([{ do: 'post', text: 'Look', attachments: ['/media/eu/a.png'] }])
    expect(state.pending.map(({ id }) => id)).toEqual(['b'])
  })

  test('sends files without text, but no empty message', () => {
    const cv = there('cv', { mime: 'application/pdf' })
    expect(run(with_(cv), send('')).commands).toMatchObject([{ do: 'post', text: '', attachments: [cv.url] }])
    expect(run(with_(one('a', { fault: 'size' })), send(' ')).commands).toEqual([])
  })

  test('sends no files with a pressed button or a voice note', () => {
    const submission = { messageId: 'm', item: 0, button: 0 }
    const pressed = run(with_(there('a')), { type: 'send', id: 'own', text: 'Yes', submission })
    expect(pressed.commands).toMatchObject([{ do: 'post', attachments: undefined }])
    expect(pressed.state.pending).toHaveLength(1)
    const note = { url: '/media/eu/n.webm', name: 'n.webm', mime: 'audio/webm' }
    const spoken = run(with_(there('a')), { type: 'send', id: 'own', text: 'Hi', attachments: [note] })
    expect(spoken.commands).toMatchObject([{ do: 'post', text: 'Hi', attachments: [note.url] }])
    expect(spoken.state.pending).toHaveLength(1)
  })

  test('sends the same files on retry, and keeps them across a reload', () => {
    const { state } = run(with_(there('a')), send('Look'))
    expect(unacknowledged(state)).toEqual([
      {
        id: 'own',
        text: 'Look',
        submission: undefined,
        at: '2026-01-01T00:00:00.000Z',
        attachments: [{ url: '/media/eu/a.png', name: 'a.png', mime: 'image/*' }],
      },
    ])
    const failed = run(state, { type: 'refused', status: 400, code: 'INVALID_INPUT', retryAfter: 0 }).state
    expect(failed.entries[0]?.status).toBe('unsent')
    expect(run(failed, { type: 'retry', id: 'own' }).commands).toMatchObject([
      { do: 'post', id: 'own', text: 'Look', attachments: ['/media/eu/a.png'] },
    ])
    const restored = run(with_(), { type: 'restore', waiting: unacknowledged(state) })
    expect(restored.commands).toMatchObject([{ do: 'post', text: 'Look', attachments: ['/media/eu/a.png'] }])
  })

  test('shows stored files as they were sent', () => {
    const items = [
      { type: 'text' as const, text: 'Look' },
      { type: 'visual' as const, image: '/media/eu/a.png', alt: 'a.png' },
    ]
    const sent = run(
      with_(there('a')),
      send('Look'),
      { type: 'part', id: '1', part: startPart },
      { type: 'part', id: '2', part: finishPart },
    )
    const loaded = run(sent.state, {
      type: 'transcript',
      older: false,
      transcript: sampleTranscript([sampleMessage(1, { turnId: 'turn', items })]),
    })
    expect(loaded.state.entries.filter(({ from }) => from === 'user').map((entry) => entry.items)).toEqual([items])
    expect(wordsIn(items)).toBe('Look')
  })
})
