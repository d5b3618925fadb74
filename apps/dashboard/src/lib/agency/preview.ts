// Messages from the agency settings to the preview frame.
import type { PublicAgency } from '@parlance/contract/agencies/schemas'

export const PREVIEW_VIEWS = ['signIn', 'dashboard', 'widget'] as const
export type PreviewView = (typeof PREVIEW_VIEWS)[number]

export interface PreviewDraft {
  readonly agencyPreview: 'draft'
  readonly view: PreviewView
  readonly isDark: boolean
  readonly agency: PublicAgency
  /** The faces of the font, and the agency's CSS after sanitising. */
  readonly styles: string
}
/** Sanitised CSS applies inside the element with this id. */
export const PREVIEW_ROOT = 'app'

export const isPreviewDraft = (data: unknown): data is PreviewDraft =>
  typeof data === 'object' && data !== null && (data as Partial<PreviewDraft>).agencyPreview === 'draft'

/** The frame sends this when it is ready. */
export const isPreviewReady = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && (data as { agencyPreview?: unknown }).agencyPreview === 'ready'
