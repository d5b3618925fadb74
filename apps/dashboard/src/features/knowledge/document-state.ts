// Possible actions of a document, and its size in words.
import type { DocumentSummary } from '@parlance/contract/knowledge/schemas'
import type { TFunction } from 'i18next'
import { numberWriter } from '../../components/content/locale.ts'

/** Still processed: lists that contain one are polled. */
export const isWorking = ({ status }: Pick<DocumentSummary, 'status'>): boolean =>
  status === 'queued' || status === 'reading' || status === 'indexing' || status === 'paused'

/** Reading can still be stopped. */
export const isBusy = ({ status }: Pick<DocumentSummary, 'status'>): boolean =>
  status === 'queued' || status === 'reading'

/** Its upload is incomplete: the server has known of it since the start. */
export const isArriving = ({ status, sourceType, bytes }: DocumentSummary): boolean =>
  status === 'queued' && sourceType === 'file' && bytes === 0

/** Pages can always be read again; others only after a temporary failure or when waiting for credits. */
export const mayRefetch = ({ status, sourceType, mayRetry }: DocumentSummary): boolean =>
  status === 'failed' || status === 'paused' ? mayRetry : sourceType === 'url' && status === 'ready'

const MB = 1_000_000
export const whole = numberWriter({ maximumFractionDigits: 0 })
const tenths = numberWriter({ maximumFractionDigits: 1 })

/** `12 pages`, `3.4 MB` or `1,200 characters`, whichever fits its kind; empty before any content. */
export function sizeText(
  { size, bytes, pages, chunkCount, status }: DocumentSummary,
  t: TFunction,
  language: string,
): string {
  const read = status !== 'queued' && status !== 'reading' && size > 0
  if (pages) return t('knowledge.pages', { count: pages, pages: whole(pages, language) })
  if (!read && bytes === 0) return ''
  if (!read && bytes >= MB) return t('knowledge.megabytes', { size: tenths(bytes / MB, language) })
  if (!read) return t('knowledge.kilobytes', { size: whole(Math.ceil(bytes / 1000), language) })
  return `${t('knowledge.size', { chars: whole(size, language) })} · ${t('knowledge.chunks', { count: chunkCount })}`
}
