// What can be done with a document as it is, and how large it is in words.
import type { DocumentSummary } from '@parlance/contract/knowledge/schemas'
import type { TFunction } from 'i18next'
import { numberWriter } from '../../components/content/locale.ts'

/** It is waited for: lists that hold one are read again and again. */
export const isWorking = ({ status }: Pick<DocumentSummary, 'status'>): boolean =>
  status === 'queued' || status === 'reading' || status === 'indexing' || status === 'paused'

/** Reading can still be stopped. */
export const isBusy = ({ status }: Pick<DocumentSummary, 'status'>): boolean =>
  status === 'queued' || status === 'reading'

/** Its file has not come whole: the server knows of it since the upload began. */
export const isArriving = ({ status, sourceType, bytes }: DocumentSummary): boolean =>
  status === 'queued' && sourceType === 'file' && bytes === 0

/** A page can be read again at any time, everything else when it failed for a while only or waits for credits. */
export const mayRefetch = ({ status, sourceType, mayRetry }: DocumentSummary): boolean =>
  status === 'failed' || status === 'paused' ? mayRetry : sourceType === 'url' && status === 'ready'

const MB = 1_000_000
export const whole = numberWriter({ maximumFractionDigits: 0 })
const tenths = numberWriter({ maximumFractionDigits: 1 })

/** `12 pages`, `3.4 MB` or `1,200 characters`: what says most about a document of its kind; empty while nothing came. */
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
