// Times for people: «3 minutes ago» with the exact time on hover, kept true while the page is open.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateLocale, wordLocale } from './locale.ts'

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Pure: a past or future moment in words of the language; «now» within a minute. */
export function relative(at: Date, now: Date, language: string): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1000)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  }
  return format.format(0, 'second')
}

/** `at`: unix seconds or an ISO time. */
export function RelativeTime({ at }: { at: number | string }) {
  const { i18n } = useTranslation()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const date = typeof at === 'number' ? new Date(at * 1000) : new Date(at)
  return (
    <time
      dateTime={date.toISOString()}
      title={date.toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })}
    >
      {relative(date, now, wordLocale(i18n.language))}
    </time>
  )
}
