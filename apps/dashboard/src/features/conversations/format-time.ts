import { dateAndTime, dateWriter } from '../../components/content/locale.ts'

const clockTime = dateWriter({ hour: '2-digit', minute: '2-digit' })

/** The time of today's moments, of others with their date. */
export function timeOrDate(at: string): string {
  const date = new Date(at)
  return date.toDateString() === new Date().toDateString() ? clockTime(date) : dateAndTime(date)
}
