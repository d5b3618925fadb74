import { expect, test } from 'vitest'
import { reduceCall } from './call-engine.ts'
import { TIMES } from './times.ts'
import { type CallCommand, type CallEvent, type CallSettings, newCall } from './call-state.ts'

const SETTINGS: CallSettings = {
  language: 'en',
  thresholdMs: 50,
  patience: 1,
  greeting: 'Hello, how can I help you?',
  minWords: 0,
  silencePrompts: ['Are you still there?'],
  silenceMs: 15_000,
  goodbye: 'Goodbye.',
  maxMs: 600_000,
  maxLength: 'We have to stop here.',
  failed: 'Sorry, please say that again.',
  stillCalling: 'I am still trying.',
  notTaken: 'Nobody is there.',
  fillers: ['One moment.'],
}

/** A call on its own clock: each clause takes 100 ms per word and 30 ms to synthesise, and is played at once. */
function openCall(settings: Partial<CallSettings> = {}) {
  let state = newCall({ ...SETTINGS, ...settings })
  let now = 0
  const commands: (CallCommand & { at: number })[] = []
  const queue: { at: number; event: CallEvent }[] = []
  const feed = (event: CallEvent) => {
    const step = reduceCall(state, event, now)
    state = step.state
    for (const command of step.commands) {
      commands.push({ ...command, at: now })
      if (command.do === 'speak') {
        const ms = Math.max(1, command.text.trim().split(/\s+/).length) * 100
        queue.push({ at: now + 30, event: { k: 'sound', gen: command.gen, idx: command.idx, ms } })
      }
    }
  }
  const advance = (until: number) => {
    for (;;) {
      const next = queue.toSorted((a, b) => a.at - b.at)[0]
      const wake = state.wakeAt
      const at = Math.min(next?.at ?? Infinity, wake === undefined ? Infinity : Math.max(wake, now))
      if (at > until) break
      now = at
      if (next?.at === at) {
        queue.splice(queue.indexOf(next), 1)
        feed(next.event)
      } else feed({ k: 'tick' })
    }
    now = until
  }
  const at = (time: number, ...events: CallEvent[]) => {
    advance(time)
    for (const event of events) feed(event)
  }
  at(0, { k: 'start' })
  return {
    at,
    /** Reports playback every 100 ms within this period. */
    play: (gen: number, from: number, ms: number) => {
      for (let played = 100; played <= ms; played += 100) at(from + played, { k: 'played', gen, ms: played })
    },
    state: () => state,
    all: <D extends CallCommand['do']>(kind: D) =>
      commands.filter((one): one is Extract<CallCommand, { do: D }> & { at: number } => one.do === kind),
    last: <D extends CallCommand['do']>(kind: D) =>
      commands.findLast((one): one is Extract<CallCommand, { do: D }> & { at: number } => one.do === kind),
  }
}

/** Answered, and past the greeting of six words. */
function answered(settings: Partial<CallSettings> = {}) {
  const call = openCall(settings)
  call.at(30)
  call.play(1, 30, 600)
  return call
}

test('greets, listens to a question and asks the agent once', () => {
  const call = answered()
  expect(call.last('said')?.said).toMatchObject({ from: 'agent', text: 'Hello, how can I help you?' })
  call.at(1000, { k: 'vad', on: true })
  call.at(1400, { k: 'stt', text: 'when do you', final: false })
  call.at(1900, { k: 'stt', text: 'when do you open', final: false })
  call.at(2000, { k: 'vad', on: false })
  call.at(2300, { k: 'stt', text: 'When do you open?', final: true })
  call.at(3000)
  expect(call.all('ask')).toMatchObject([{ text: 'When do you open?', gen: 2, at: 2350 }])
})

test.each([
  ['When do you open?', 200],
  ['yes', 300],
  ['I would like a table', 600],
  ['my number is five five', 900],
  ['I would like to', 1200],
  ['and then,', 1200],
])('waits after «%s» %i ms', (text, wait) => {
  const call = answered()
  call.at(1000, { k: 'vad', on: true })
  call.at(1500, { k: 'stt', text, final: true }, { k: 'vad', on: false })
  call.at(6000)
  expect(call.last('ask')).toMatchObject({ at: 1500 + wait })
})

test('keeps listening when the caller continues before the wait is over', () => {
  const call = answered()
  call.at(1000, { k: 'vad', on: true })
  call.at(1500, { k: 'stt', text: 'I would like', final: true }, { k: 'vad', on: false })
  call.at(2000, { k: 'vad', on: true })
  call.at(3500, { k: 'stt', text: 'a table for two.', final: true }, { k: 'vad', on: false })
  call.at(6000)
  expect(call.all('ask')).toMatchObject([{ text: 'I would like a table for two.' }])
})

/** The agent is answering; 600 ms were played by 1900. */
function answering(call: ReturnType<typeof openCall>) {
  call.at(1000, { k: 'typed', text: 'When do you open?' })
  call.at(1200, { k: 'delta', gen: 2, text: 'We open at nine. ' })
  call.at(1250, {
    k: 'delta',
    gen: 2,
    text: 'On Sundays we open at ten. And now there is a lot more of it to be told.',
  })
  call.at(1300, { k: 'replyEnd', gen: 2 })
  call.play(2, 1300, 600)
}

test('holds on interruption, discards the rest at the first words, and keeps the heard part', () => {
  const call = answered()
  answering(call)
  call.at(2000, { k: 'vad', on: true })
  expect(call.last('duck')).toMatchObject({ on: true, at: 2000 })
  call.at(2210)
  expect(call.last('hold')).toMatchObject({ on: true, at: 2200 })
  call.at(2400, { k: 'stt', text: 'what about Monday', final: false })
  expect(call.last('clear')).toMatchObject({ gen: 2, at: 2400 })
  call.at(2420, { k: 'played', gen: 2, ms: 800 })
  expect(call.last('truncate')).toMatchObject({ gen: 2, heard: 'We open at nine. On Sundays we open at' })
  call.at(2600, { k: 'vad', on: false })
  call.at(5000)
  expect(call.last('ask')).toMatchObject({ text: 'what about Monday' })
  expect(call.state().interruptions).toBe(1)
})

test.each(['yeah', 'mm-hm', 'okay', 'I see', 'uh-huh'])('«%s» interrupts nothing and is no question', (text) => {
  const call = answered()
  answering(call)
  call.at(1950, { k: 'vad', on: true })
  call.at(2250, { k: 'vad', on: false })
  call.at(2400, { k: 'stt', text, final: true })
  expect(call.last('hold')).toMatchObject({ on: false })
  call.play(2, 2400, 2300)
  call.at(6000)
  expect(call.all('clear')).toEqual([])
  expect(call.all('ask')).toHaveLength(1)
})

test('replays from where wordless noise stopped it', () => {
  const call = answered()
  answering(call)
  call.at(1950, { k: 'vad', on: true })
  call.at(2300, { k: 'vad', on: false })
  call.at(3100)
  expect(call.all('hold').map(({ on }) => on)).toEqual([true, false])
  expect(call.all('clear')).toEqual([])
})

test('does not hold for repeated noise', () => {
  const call = answered()
  answering(call)
  call.at(1950, { k: 'vad', on: true })
  call.at(2300, { k: 'vad', on: false })
  call.at(3100)
  call.at(3200, { k: 'played', gen: 2, ms: 900 }, { k: 'vad', on: true })
  call.at(3700)
  expect(call.all('hold').map(({ on }) => on)).toEqual([true, false])
})

test('ignores sound when nothing is transcribed', () => {
  const call = answered()
  answering(call)
  call.at(1910, { k: 'hears', on: false })
  call.at(1950, { k: 'vad', on: true })
  call.at(2900)
  expect([...call.all('hold'), ...call.all('duck')]).toEqual([])
})

test('treats the agent’s own words as echo', () => {
  const call = answered()
  answering(call)
  call.at(1950, { k: 'stt', text: 'on sundays we open', final: true })
  expect(call.all('clear')).toEqual([])
})

test('does not ask again for a late recognition result', () => {
  const call = answered()
  call.at(1000, { k: 'vad', on: true })
  call.at(1800, { k: 'stt', text: 'when do you open?', final: false }, { k: 'vad', on: false })
  call.at(2600, { k: 'stt', text: 'When do you open', final: true })
  call.at(8000, { k: 'delta', gen: 2, text: 'At nine.' })
  expect(call.all('ask')).toHaveLength(1)
})

test('asks twice whether anyone is there, then says goodbye', () => {
  const call = openCall({ greeting: '' })
  call.at(15_100)
  call.play(1, 15_100, 400)
  call.at(31_000)
  call.play(2, 31_000, 100)
  call.at(40_000)
  expect(call.last('end')).toMatchObject({ reason: 'silence' })
})

test('apologises without an answer, and ends after three', () => {
  const call = openCall({ greeting: '' })
  for (const [round, gen] of [1, 3, 5].entries()) {
    const from = 1000 + round * 30_000
    call.at(from, { k: 'typed', text: `Question ${round}?` })
    call.at(from + TIMES.thinkMs + 100)
    call.play(gen + 1, from + TIMES.thinkMs + 100, 500)
  }
  call.at(100_000)
  expect(call.last('end')).toMatchObject({ reason: 'unavailable' })
})

test('ends at its maximum length with a last sentence', () => {
  const call = openCall({ greeting: '', maxMs: 5000 })
  call.at(5100)
  call.play(1, 5100, 500)
  expect(call.last('end')).toMatchObject({ reason: 'max_length' })
})

test('does not count the time with a person towards the maximum length', () => {
  const call = openCall({ greeting: '', maxMs: 5000 })
  call.at(1000, { k: 'taken', on: true, by: 'Ada' })
  call.at(60_000)
  expect(call.all('end')).toEqual([])
  call.at(60_000, { k: 'taken', on: false, by: '' })
  call.at(63_900)
  expect(call.all('speak')).toEqual([])
  call.at(64_100)
  expect(call.last('agentText')?.text).toBe('We have to stop here.')
})

test('hangs up once an answer that ended the conversation was spoken, whatever the caller says meanwhile', () => {
  const call = answered()
  call.at(1000, { k: 'typed', text: 'That was all.' })
  call.at(1100, { k: 'delta', gen: 2, text: 'Goodbye then.' }, { k: 'replyEnd', gen: 2, ends: true })
  call.at(1110, { k: 'stt', text: 'Thank you very much.', final: true })
  call.at(1900)
  expect(call.all('ask')).toHaveLength(1)
  call.play(2, 1900, 200)
  expect(call.last('end')).toMatchObject({ reason: 'agent_hung_up' })

  const wordless = answered()
  wordless.at(1000, { k: 'typed', text: 'Bye.' }, { k: 'replyEnd', gen: 2, ends: true })
  expect(wordless.last('end')).toMatchObject({ reason: 'agent_hung_up' })
})

test('keeps the heard part when the caller hangs up', () => {
  const call = answered()
  answering(call)
  call.at(1900, { k: 'hangup', reason: 'caller_hung_up' })
  expect(call.last('truncate')).toMatchObject({ heard: 'We open at nine. On Sundays' })
  expect(call.last('end')).toMatchObject({ reason: 'caller_hung_up' })
  expect(call.state().interruptions).toBe(0)
})

test('fills a slow tool, without adding it to the answer', () => {
  const call = answered()
  call.at(1000, { k: 'typed', text: 'Is there a table?' })
  call.at(1100, { k: 'tool', gen: 2, on: true })
  call.at(1900)
  expect(call.last('speak')).toMatchObject({ text: 'One moment.' })
  call.at(2500, { k: 'delta', gen: 2, text: 'There is a table.' }, { k: 'replyEnd', gen: 2 })
  call.at(2600)
  call.play(2, 2600, 700)
  expect(call.last('said')?.said).toMatchObject({ from: 'agent', text: 'There is a table.' })
})

test('keeps the last part of an endless utterance', () => {
  let state = newCall({ ...SETTINGS, greeting: '' })
  const feed = (event: CallEvent, at: number) => {
    const step = reduceCall(state, event, at)
    state = step.state
    return step.commands
  }
  feed({ k: 'start' }, 0)
  feed({ k: 'vad', on: true }, 0)
  for (let i = 0; i < 50; i++) feed({ k: 'stt', text: `${i} ${'word '.repeat(300)}`, final: true }, i)
  expect(state.final.length).toBeLessThanOrEqual(4000)
  const asked = feed({ k: 'typed', text: 'x'.repeat(2000) }, 100).find(({ do: what }) => what === 'ask')
  expect(asked).toMatchObject({ text: expect.stringMatching(/x{2000}$/) })
  expect(asked && 'text' in asked && asked.text?.length).toBeLessThanOrEqual(4000)
})

test('tells the caller when a tool is slow, also after the first words', () => {
  const call = answered({ fillers: ['One moment.', 'I’m still looking.'] })
  call.at(1000, { k: 'typed', text: 'Is my order there?' })
  call.at(1100, { k: 'delta', gen: 2, text: 'Let me look that up' }, { k: 'tool', gen: 2, on: true })
  expect(call.last('speak')).toMatchObject({ text: 'Let me look that up', at: 1100 })
  call.play(2, 1130, 500)
  call.at(2329)
  expect(call.last('speak')?.text).toBe('Let me look that up')
  call.at(2330)
  expect(call.last('speak')?.text).toBe('One moment.')
  call.play(2, 2360, 700)
  call.at(2700, { k: 'tool', gen: 2, on: false }, { k: 'delta', gen: 2, text: ' It is. ' }, { k: 'replyEnd', gen: 2 })
  call.play(2, 2700, 1000)
  expect(call.last('said')?.said).toMatchObject({ from: 'agent', text: 'Let me look that up It is.' })
})

test('sends keys at once after #, otherwise after a pause', () => {
  const call = answered()
  call.at(1000, { k: 'dtmf', digit: '1' }, { k: 'dtmf', digit: '2' }, { k: 'dtmf', digit: '#' })
  expect(call.all('ask')).toMatchObject([{ text: '12', at: 1000 }])
  call.at(1100, { k: 'dtmf', digit: '3' })
  call.at(1100 + TIMES.digitsMs)
  expect(call.all('ask').map(({ text }) => text)).toEqual(['12', '3'])
  call.at(5000, { k: 'dtmf', digit: '#' })
  call.at(5000 + TIMES.digitsMs)
  expect(call.last('ask')?.text).toBe('#')
})

test('answers a caller who never stops', () => {
  const call = answered()
  call.at(1000, { k: 'vad', on: true })
  for (let at = 2000; at <= 60_000; at += 1000)
    call.at(at, { k: 'stt', text: `and this is sentence number ${at}`, final: at % 5000 === 0 })
  expect(call.all('ask')).toHaveLength(1)
  expect(call.last('ask')?.at).toBe(1000 + TIMES.longestTurnMs)
})

test('treats wordless noise as silence', () => {
  const call = answered({ silenceMs: 15_000 })
  for (let at = 2000; at < 60_000; at += 4000)
    for (const [ms, on] of [
      [0, true],
      [900, false],
    ] as const)
      call.at(at + ms, { k: 'vad', on })
  expect(call.last('end')).toMatchObject({ reason: 'silence' })
  expect(call.all('deaf').length).toBeGreaterThan(0)
})

test('treats endless noise as silence', () => {
  const call = answered({ silenceMs: 15_000, silencePrompts: [] })
  call.at(2000, { k: 'vad', on: true })
  call.at(60_000)
  expect(call.last('end')).toMatchObject({ reason: 'silence' })
})

test('backchannels in a pause of long speech', () => {
  const call = answered({ backchannels: ['Mm-hm.'] })
  call.at(1000, { k: 'vad', on: true })
  call.at(5800, { k: 'stt', text: 'I ordered a lamp two weeks ago and', final: false })
  call.at(6240, { k: 'vad', on: false, ago: 240 })
  call.at(6260, { k: 'vad', on: true, ago: 0 })
  expect(call.all('murmur')).toMatchObject([{ text: 'Mm-hm.', gen: 2 }])
  call.at(7000, { k: 'stt', text: 'I ordered a lamp two weeks ago and it never came.', final: true })
  call.at(7240, { k: 'vad', on: false, ago: 240 })
  call.at(9000)
  expect(call.all('ask')).toMatchObject([{ gen: 3 }])
  expect(call.all('said').map(({ said }) => said.text)).not.toContain('Mm-hm.')
})

test('speaks only a person’s messages after a takeover', () => {
  const call = openCall()
  call.at(30)
  call.at(130, { k: 'played', gen: 1, ms: 100 })
  call.at(200, { k: 'taken', on: true, by: 'Ada' })
  expect(call.last('clear')).toMatchObject({ gen: 1 })
  expect(call.state().interruptions).toBe(0)
  call.at(40_000)
  expect(call.all('speak')).toHaveLength(1)
  call.at(40_100, { k: 'vad', on: true }, { k: 'relay', text: 'Hello,', by: 'Ada' })
  call.at(40_200, { k: 'relay', text: 'this is Ada.', by: 'Ada' })
  expect(call.all('speak')).toHaveLength(1)
  call.at(40_300, { k: 'vad', on: false })
  call.at(42_000)
  const relayed = call.last('agentText')
  expect(relayed?.text).toBe('Hello, this is Ada.')
  call.play(relayed?.gen ?? 0, 42_000, 400)
  expect(call.last('said')?.said).toMatchObject({ from: 'agent', by: 'Ada', text: 'Hello, this is Ada.' })
  call.at(43_000, { k: 'taken', on: false, by: '' })
  call.at(43_100, { k: 'relay', text: 'Too late.', by: 'Ada' })
  call.at(58_100)
  expect(call.last('agentText')?.text).toBe('Are you still there?')
})

test('keeps a quiet caller who waits for the team, and says when nobody came', () => {
  const call = answered({ notTaken: 'Nobody is there.' })
  call.at(1000, { k: 'waits', on: true, isMissed: false })
  for (let at = 16_000, gen = 2; at < 120_000; at += 20_000, gen += 1) {
    call.at(at + 100)
    call.play(gen, at + 100, 400)
  }
  call.at(120_000)
  expect(call.all('end')).toEqual([])
  expect(new Set(call.all('speak').map(({ text }) => text.trim()))).toEqual(
    new Set(['Hello, how can I help you?', 'I am still trying.']),
  )
  call.at(120_100, { k: 'waits', on: false, isMissed: true })
  const missed = call.last('agentText')
  expect(missed?.text).toBe('Nobody is there.')
  call.play(missed?.gen ?? 0, 120_200, 300)
  call.at(120_500 + SETTINGS.silenceMs + 100)
  expect(call.last('agentText')?.text).toBe('Are you still there?')
})

test('transfers the caller once the last words were spoken, and goes on when they return', () => {
  const call = answered({ silenceMs: 15_000, maxMs: 60_000 })
  call.at(1000, { k: 'pass', to: 'leaving', text: 'One moment please.' })
  expect(call.all('leave')).toEqual([])
  call.play(2, 1000, 300)
  expect(call.all('leave')).toHaveLength(1)
  call.at(50_000)
  expect(call.all('end')).toEqual([])
  call.at(50_000, { k: 'stay', text: 'Nobody is there.' })
  call.at(62_000)
  expect(call.all('said').map(({ said }) => said.text)).toContain('Nobody is there.')
  expect(call.all('end')).toEqual([])
})

test.each<[string, string, number | undefined]>([
  ['a whole sentence before its silence is certain', 'When do you open?', 1460],
  ['a short answer', 'yes', 1460],
  ['words that may be all, once there is silence', 'I would like a table', 1640],
  ['not while digits are spelled', 'my number is five five', undefined],
  ['not when more follows', 'I would like to', undefined],
])('begins the answer ahead: %s', (_, text, at) => {
  const call = answered()
  call.at(1000, { k: 'vad', on: true })
  call.at(1450, { k: 'stt', text, final: false })
  expect(call.all('guess')).toEqual([])
  call.at(1460, { k: 'stt', text, final: true })
  call.at(1640, { k: 'vad', on: false, ago: 240 })
  call.at(1645)
  expect(call.all('guess').map((one) => [one.text, one.at])).toEqual(at === undefined ? [] : [[text, at]])
  call.at(6000)
  expect(call.all('ask')).toMatchObject([{ text }])
  expect(call.all('unguess')).toEqual([])
})

test('begins an answer ahead once in each turn, and gives it up when the caller goes on', () => {
  const call = answered()
  call.at(1000, { k: 'vad', on: true })
  call.at(1500, { k: 'stt', text: 'When do you open?', final: true })
  call.at(1550, { k: 'stt', text: 'On', final: false })
  expect(call.all('unguess')).toMatchObject([{ at: 1550 }])
  call.at(1700, { k: 'stt', text: 'On Sundays?', final: true })
  call.at(1900, { k: 'vad', on: false, ago: 240 })
  call.at(2000)
  expect(call.all('guess')).toMatchObject([{ text: 'When do you open?' }])
  expect(call.all('ask')).toMatchObject([{ text: 'When do you open? On Sundays?' }])
  call.at(2100, { k: 'delta', gen: 2, text: 'At ten.' })
  call.at(2110, { k: 'replyEnd', gen: 2 })
  call.play(2, 2200, 200)
  call.at(4000, { k: 'vad', on: true })
  call.at(4300, { k: 'stt', text: 'Thank you!', final: true })
  expect(call.all('guess')).toMatchObject([{}, { text: 'Thank you!' }])
})

test('begins no answer ahead while a person has the conversation', () => {
  const call = answered()
  call.at(900, { k: 'taken', on: true, by: 'Ann' })
  call.at(1000, { k: 'vad', on: true })
  call.at(1500, { k: 'stt', text: 'When do you open?', final: true })
  call.at(1740, { k: 'vad', on: false, ago: 240 })
  call.at(6000)
  expect(call.all('guess')).toEqual([])
})
