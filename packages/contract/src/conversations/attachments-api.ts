import { z } from 'zod'
import { regional, success } from '../lib/operation.ts'

const tag = 'Conversations'
/** Base64 is a third longer than the bytes; the rest is for the other fields and line breaks. */
export const MAX_UPLOAD_BODY = 14_000_000
const agentId = z.string().max(100)
const attachmentId = z.string().max(100)
/** Before a conversation exists, the key alone identifies the owner. */
const visitor = { by: ['visitor'], agent: 'agentId', limit: 'upload' } as const

export const Stored = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string(),
  /** The detected type, whatever the sender declared. */
  mime: z.string(),
  /** Bytes. */
  size: z.number().int(),
})
export const attachmentsApi = {
  attach: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/attachments',
    tag,
    maxBody: MAX_UPLOAD_BODY,
    access: visitor,
    errors: ['FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'LIMIT_REACHED'],
    summary: 'Upload an attachment for a visitor’s next message',
    description:
      'If the agent allows it: PNG, JPEG, WebP, GIF, PDF, plain text (.txt), .docx or .xlsx, and WebM, Ogg, MP4, MP3 or WAV for voice notes, up to 10 MB, as a data URL or plain base64, max 20 a day per visitor. Send the `url` in `message.attachments` of the next message; unused uploads are deleted after 24 hours.',
  })
    .input(
      z.strictObject({
        agentId,
        /** Only its last path segment counts. */
        filename: z.string().min(1).max(1000),
        base64Payload: z.string().min(1).max(MAX_UPLOAD_BODY),
      }),
    )
    .output(z.object({ data: Stored })),
  detach: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/attachments/{attachmentId}',
    tag,
    access: { ...visitor, limit: 'public' },
    summary: 'Remove an upload that hasn’t been sent yet',
  })
    .input(z.strictObject({ agentId, attachmentId }))
    .output(success),
  transcribe: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/attachments/{attachmentId}/transcript',
    tag,
    access: visitor,
    errors: ['FORBIDDEN', 'CREDITS_EXHAUSTED', 'LIMIT_REACHED', 'MODEL_UNAVAILABLE', 'PAYLOAD_TOO_LARGE'],
    summary: 'Transcribe a voice note that hasn’t been sent yet',
    description: 'Charges credits once, to the agent. Repeating the call returns the same text.',
  })
    .input(z.strictObject({ agentId, attachmentId }))
    .output(z.object({ data: z.object({ text: z.string() }) })),
}
