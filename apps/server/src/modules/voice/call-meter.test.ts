import { expect, test } from 'vitest'
import type { Ctx } from '../../lib/ctx.ts'
import { priceOf, speechCost, startMeter } from './call-meter.ts'

const PRICE = priceOf({ transcriber: { usdPerMinute: 0.006 }, speech: { usdPerThousandChars: 0.015 } }, 0.001)

async function meter(chars: number[], price = PRICE) {
  let now = 0
  let spoken = 0
  let unused = 0
  let deafAt: number | undefined
  const timers: { at: number; act: () => void }[] = []
  const ledger: string[] = []
  const running = await startMeter({
    clock: { now: () => now, after: (ms, act) => (timers.push({ at: now + ms, act }), () => {}) },
    ctx: {} as Ctx,
    charges: {
      hold: async (_, { key, amount }) => void ledger.push(`hold ${key} ${amount}`),
      settle: async (_, { key, cost }) => void ledger.push(`settle ${key} ${cost}`),
    },
    call: { id: 'c', workspaceId: 'w', of: 'w', agentId: 'a', cause: '' },
    price,
    heardMs: () => deafAt ?? now,
    spoken: () => spoken,
    used: () => unused,
    onExhausted: () => {},
    onCharged: async () => {},
  })
  for (const count of chars) {
    spoken += count
    now += 60_000
    timers.shift()?.act()
    await expect.poll(() => timers.length).toBe(1)
  }
  return {
    ledger,
    stop: () => running.stop(),
    pass: (ms: number) => (now += ms),
    speak: (n: number) => (spoken += n),
    lose: () => void (deafAt = now),
    waste: (n: number) => (unused += n),
  }
}

test('holds a minute by an estimate and charges actual speech, even above it', async () => {
  expect(PRICE).toEqual({ minute: 36_575, line: 20_000, hearing: 7800, thousandChars: 19_500 })
  const { ledger, stop, pass, speak } = await meter([0, 3000])
  pass(1500)
  speak(10)
  expect(await stop()).toBe(27_800 + (27_800 + 58_500) + Math.ceil((2 * 27_800) / 60) + 195)
  expect(ledger).toEqual([
    'hold call:c:0 36575',
    'hold call:c:1 36575',
    'settle call:c:0 27800',
    'hold call:c:2 36575',
    'settle call:c:1 86300',
    'settle call:c:2 1122',
  ])
})

test('charges answers that were begun and not used once, with the minute they belong to', async () => {
  const { ledger, stop, waste } = await meter([0])
  waste(120)
  waste(30)
  expect(await stop()).toBe(27_800 + 150)
  expect(ledger.at(-1)).toBe('settle call:c:1 150')
})

test('charges hearing only while the transcriber was open', async () => {
  const { ledger, stop, pass, lose } = await meter([0])
  pass(6000)
  lose()
  pass(24_000)
  expect(await stop()).toBe(27_800 + 10_000 + 780)
  expect(ledger.at(-1)).toBe('settle call:c:1 10780')
})

test.each([
  [0.03, 27_800],
  [0.001, 21_300],
  [undefined, 20_000],
])('charges a transcriber that takes over from an engine at %s a minute by the hold', async (usdPerMinute, minute) => {
  const engine = usdPerMinute === undefined ? {} : { usdPerMinute }
  const price = priceOf({ transcriber: { usdPerMinute: 0.006 }, speech: {}, engine }, 0.001)
  const { ledger, stop } = await meter([0], price)
  expect(ledger.at(-1)).toBe(`settle call:c:0 ${minute}`)
  expect(await stop()).toBe(minute)
})

test('charges nothing for speech that the platform does not pay', () => {
  const free = priceOf({ transcriber: undefined, speech: {} }, 0.001)
  expect([free.minute, free.line, free.hearing, speechCost(10_000, free)]).toEqual([20_000, 20_000, 0, 0])
})
