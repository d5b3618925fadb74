// Turn-taking of calls: share of correct timelines and their speed. Deterministic. Exits 1 below the floors. `--live`
// measures calls with the built server in real time, `--loop` speech over a telephone line, `--livekit` LiveKit Agents.
import { parseArgs } from 'node:util'
import { p95 } from '../stats.ts'
import { type Played, playTimeline } from './play-timeline.ts'
import { TIMELINES, type Timeline } from './timelines.ts'

const FLOORS = { right: 0.95, overheadP95: 20, bargeInP95: 230, backchannelStops: 0 }

const isRight = ({ asks, clears }: Timeline, played: Played): boolean =>
  JSON.stringify(asks) === JSON.stringify(played.asks) && clears === played.clears > 0

export function benchVoice(runs: readonly Played[] = TIMELINES.map(playTimeline)) {
  const results = TIMELINES.map((timeline, index) => {
    const played = runs[index] as Played
    return { timeline, played, right: isRight(timeline, played) }
  })
  const by = (kind: Timeline['kind']) => results.filter(({ timeline }) => timeline.kind === kind)
  const kinds = [...new Set(TIMELINES.map(({ kind }) => kind))].map((kind) => {
    const all = by(kind)
    const right = all.filter((one) => one.right).length
    return { kind, timelines: all.length, right, share: `${((right / all.length) * 100).toFixed(1)} %` }
  })
  const right = results.filter((one) => one.right).length
  return {
    kinds,
    wrong: results.filter((one) => !one.right),
    timelines: results.length,
    right: right / results.length,
    overheadP95: p95(results.flatMap(({ played }) => played.overheadMs)),
    bargeInP95: p95(by('interruption').flatMap(({ played }) => played.silencedMs ?? [])),
    backchannelStops: by('backchannel').filter(({ played }) => played.clears > 0).length,
  }
}

const { values: asked } = parseArgs({
  options: { live: { type: 'boolean' }, loop: { type: 'boolean' }, livekit: { type: 'string' } },
  strict: false,
})

if (process.argv[1] === import.meta.filename && asked.live) await (await import('./live.ts')).benchLive()
else if (process.argv[1] === import.meta.filename && asked.loop) await (await import('./loop.ts')).benchLoop()
else if (process.argv[1] === import.meta.filename) {
  const { kinds, wrong, ...sums } = benchVoice()
  const rival =
    typeof asked.livekit === 'string'
      ? benchVoice(await (await import('./livekit.ts')).playAtLiveKit(asked.livekit, TIMELINES))
      : undefined
  console.table(rival ? kinds.map((one, at) => ({ ...one, 'LiveKit Agents': rival.kinds[at]?.share })) : kinds)
  for (const { timeline, played } of wrong)
    console.log(`wrong: ${timeline.name}: asked ${JSON.stringify(played.asks)}, cleared ${played.clears}`)
  console.table([sums])
  if (rival) {
    const { right, bargeInP95, backchannelStops } = rival
    console.table({ 'LiveKit Agents': { right, bargeInP95, backchannelStops } })
  }
  const isFine =
    sums.right >= FLOORS.right &&
    sums.overheadP95 <= FLOORS.overheadP95 &&
    sums.bargeInP95 <= FLOORS.bargeInP95 &&
    sums.backchannelStops <= FLOORS.backchannelStops
  if (!isFine) process.exitCode = 1
}
