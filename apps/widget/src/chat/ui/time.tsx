import { localeOf } from './locale-of.ts'
import { useAppearance } from './appearance.ts'

export interface TimeProps {
  readonly at: string
}

function timeText(at: string, locale: string): string {
  const date = new Date(at)
  const today = date.toDateString() === new Date().toDateString()
  const day = today ? {} : ({ month: 'short', day: 'numeric' } as const)
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', ...day }).format(date)
}

export default function Time({ at }: TimeProps) {
  const { language } = useAppearance()
  return (
    <time className="time" dateTime={at}>
      {timeText(at, localeOf(language.code))}
    </time>
  )
}
