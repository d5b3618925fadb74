// Pictures of people and organisations: validated like all uploads, stored as a small square.
import { MAX_IMAGE_SIDE, MAX_UPLOAD_BYTES, TOO_LARGE, WRONG_KIND } from '@parlance/contract/files/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { whyNotTaken } from '../media/contents.ts'
import { imageHead } from '../media/images.ts'
import { decode } from './decode-payload.ts'

/** The middle square of a picture, resized and without metadata. @throws INVALID_INPUT for a broken picture */
export type CropPhoto = (bytes: Uint8Array) => Promise<Uint8Array>

/** Errors: INVALID_INPUT for an unsupported or broken picture, PAYLOAD_TOO_LARGE above 5 MB. */
export async function portraitOf(base64Payload: string, cropPhoto: CropPhoto): Promise<Uint8Array> {
  const sent = decode(base64Payload, MAX_UPLOAD_BYTES, TOO_LARGE)
  const head = imageHead(sent)
  if (!head) throw new AppError('INVALID_INPUT', whyNotTaken('', sent, WRONG_KIND))
  if (Math.max(head.width, head.height) > MAX_IMAGE_SIDE)
    throw new AppError('INVALID_INPUT', msg('picture_too_wide', { max: MAX_IMAGE_SIDE }))
  return cropPhoto(sent)
}
