// Relative times («3 minutes ago») with the exact time on hover, updated while shown.
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { agoFormat, dateAndTime, shortAgoFormat } from './locale.ts'

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** A past or future time in words; «now» within a minute. */
export function relative(at: Date, now: Date, language: string, short = false): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const format = (short ? shortAgoFormat : agoFormat)(language)
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  }
  return format.format(0, 'second')
}

const TICK_MS = 30_000
/** One clock for all times on the page: a list has hundreds. */
const clock = { now: new Date(0), timer: 0, shown: new Set<() => void>() }

function tick(): void {
  clock.now = new Date()
  for (const show of clock.shown) show()
}

function subscribe(show: () => void): () => void {
  if (clock.shown.size === 0) clock.timer = window.setInterval(tick, TICK_MS)
  clock.shown.add(show)
  return () => {
    clock.shown.delete(show)
    if (clock.shown.size === 0) clearInterval(clock.timer)
  }
}

/** It stops while nothing is shown and while a background page sleeps. */
function readClock(): Date {
  if (Date.now() - clock.now.getTime() > 2 * TICK_MS) clock.now = new Date()
  return clock.now
}

/** `at`: Unix seconds or an ISO time. `short` is for narrow lists. */
export function RelativeTime({ at, short = false }: { at: number | string; short?: boolean }) {
  const { i18n } = useTranslation()
  const now = useSyncExternalStore(subscribe, readClock)
  const date = typeof at === 'number' ? new Date(at * 1000) : new Date(at)
  return (
    <time dateTime={date.toISOString()} title={dateAndTime(date)}>
      {relative(date, now, i18n.language, short)}
    </time>
  )
}
