// Calls with the built server in real time: one, and twenty in parallel. Speech and model services are simulators with
// a fixed time to the model's first word, so that the rest is ours.
import { setTimeout as pause } from 'node:timers/promises'
import { startDeepgram } from '../../packages/simulators/src/deepgram/server.ts'
import { startOpenAi } from '../../packages/simulators/src/openai/server.ts'
import { call, grantCredits } from '../api.ts'
import { openStage, type Stage } from '../lists/stage.ts'
import { load } from '../output.ts'
import { openLiveCaller } from './caller.ts'
import { median, p95 } from '../stats.ts'

const MODEL_MS = 200
/** Time from the end of a sentence to the start of an answer: the voice activity's hangover. */
const WAIT_MS = 240
const TURNS = 8
const SAID = 'When do you open on Sundays?'
const FLOORS = { 1: { overhead: 20, bargeIn: 230 }, 20: { overhead: 60, bargeIn: 230 } } as const

interface Figures {
  readonly overhead: number[]
  readonly v2v: number[]
  readonly duck: number[]
  readonly silenced: number[]
  lost: number
}

/** Interrupts every second answer. */
async function converse(stage: Stage, figures: Figures): Promise<void> {
  const { data } = await call<{ data: { token: string; socket: string } }>(
    `${stage.api}/v2/agents/${stage.owner.agentId}/calls`,
    stage.owner.token,
    {},
  )
  const caller = await openLiveCaller(`${stage.url.replace('http', 'ws')}${data.socket}`, data.token)
  await caller.told(({ t }) => t === 'ready', 0, 20_000)
  await pause(300 + Math.random() * 700)
  for (let turn = 0; turn < TURNS; turn++) {
    const before = caller.newestGen()
    const { to } = await caller.speak(1400)
    const heardAt = await caller.soundAfter(before, 20_000)
    if (heardAt === undefined) {
      figures.lost += 1
      continue
    }
    figures.v2v.push(heardAt - to)
    figures.overhead.push(Math.max(0, heardAt - to - WAIT_MS - MODEL_MS))
    await pause(1000)
    if (turn % 2 === 0) {
      const said = caller.speak(1000)
      const from = await caller.until(() => undefined, 30).then(() => performance.now() - 30)
      const [duck, hold] = await Promise.all([
        caller.told((one) => one.t === 'duck' && one.on, from, 3000),
        caller.told((one) => (one.t === 'hold' && one.on) || one.t === 'clear', from, 3000),
      ])
      const { from: began } = await said
      if (duck !== undefined) figures.duck.push(duck - began)
      if (hold !== undefined) figures.silenced.push(hold - began)
      await caller.soundAfter(caller.newestGen(), 5000)
    }
    await caller.told((one) => one.t === 'state' && one.s === 'listening', performance.now(), 15_000)
    await pause(200)
  }
  await caller.close()
}

async function measure(stage: Stage, calls: 1 | 20): Promise<boolean> {
  const figures: Figures = { overhead: [], v2v: [], duck: [], silenced: [], lost: 0 }
  const before = load()
  await Promise.all(Array.from({ length: calls }, () => converse(stage, figures)))
  const row = (values: readonly number[]) => ({
    p50: Math.round(median(values)),
    p95: Math.round(p95(values)),
    of: values.length,
  })
  console.log(
    `\n${calls} ${calls === 1 ? 'call' : 'calls at once'}; load ${before} before, ${load()} after; answers lost: ${figures.lost}`,
  )
  console.table({
    'end of speech to first sound (ms)': row(figures.v2v),
    'of that ours (ms)': row(figures.overhead),
    'interruption: quieter (ms)': row(figures.duck),
    'interruption: silent (ms)': row(figures.silenced),
  })
  const floor = FLOORS[calls]
  return p95(figures.overhead) <= floor.overhead && p95(figures.silenced) <= floor.bargeIn && figures.lost === 0
}

export async function benchLive(): Promise<void> {
  const deepgram = await startDeepgram()
  const openai = await startOpenAi({ firstTokenMs: MODEL_MS, perTokenMs: 0 })
  const stage = await openStage(async () => {}, {
    DEEPGRAM_API_KEY: deepgram.key,
    DEEPGRAM_BASE_URL: deepgram.url,
    OPENAI_API_KEY: openai.key,
    OPENAI_BASE_URL: openai.url,
    PLAN_LIMITS: JSON.stringify({ free: { maxConcurrentCalls: 50 } }),
  })
  try {
    await grantCredits(stage.dataDir, stage.owner.uid)
    await call(`${stage.api}/v2/agents/${stage.owner.agentId}`, stage.owner.token, {
      voiceConfig: {
        config: { enableWebCalling: true, backgroundNoise: 'none' },
        transcriber: { utteranceThreshold: 50 },
      },
      vg_initMessages: [],
      vg_defaultModel: 'openai/gpt-4o-mini',
    })
    deepgram.control.hear(...Array.from({ length: 2000 }, () => SAID))
    await converse(stage, { overhead: [], v2v: [], duck: [], silenced: [], lost: 0 })
    const one = await measure(stage, 1)
    const twenty = await measure(stage, 20)
    if (!one || !twenty) process.exitCode = 1
  } finally {
    await stage.close()
    await Promise.all([deepgram.close(), openai.close()])
  }
}
