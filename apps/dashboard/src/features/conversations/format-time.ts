import { dateAndTime, dateWriter } from '../../components/content/locale.ts'

const clockTime = dateWriter({ hour: '2-digit', minute: '2-digit' })

/** The time for today, otherwise the date and time. */
export function timeOrDate(at: string): string {
  const date = new Date(at)
  return date.toDateString() === new Date().toDateString() ? clockTime(date) : dateAndTime(date)
}
