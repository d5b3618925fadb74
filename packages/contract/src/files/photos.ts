import { z } from 'zod'

/** Bytes of the whole call: 5 MB as base64. */
export const MAX_PHOTO_BODY = 7_500_000
export const PHOTO_RULES =
  'PNG, JPEG, WebP or GIF up to 5 MB, as a data URL or plain base64. It’s cropped to a square, scaled down and stripped of metadata. Anyone with its URL can see it.'
export const PhotoUpload = z.strictObject({ base64Payload: z.string().min(1).max(MAX_PHOTO_BODY) })
