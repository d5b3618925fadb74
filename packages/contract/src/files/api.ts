import { z } from 'zod'
import { regional } from '../lib/operation.ts'

/** Base64 is a third longer than the bytes; the rest is for the other fields and line breaks. */
const MAX_BODY = 7_500_000

export const UploadedFile = z.object({
  url: z.string(),
  path: z.string(),
  id: z.string(),
  dbFilePath: z.string(),
  /** Random; downloads have the name that was sent. */
  filename: z.string(),
  /** Thousands of bytes, with two decimals. */
  sizeKB: z.number(),
})
export type UploadedFile = z.infer<typeof UploadedFile>

export const filesApi = {
  uploadFile: regional({
    method: 'POST',
    path: '/rpc/uploadFile',
    tag: 'Files',
    access: {
      by: ['session', 'workspace', 'agency', 'agent', 'client'],
      agent: 'agentId',
      client: { tabs: ['/overview'] },
    },
    maxBody: MAX_BODY,
    errors: ['PAYLOAD_TOO_LARGE', 'LIMIT_REACHED'],
    summary: 'Upload an image for an agent',
    description:
      'PNG, JPEG, WebP or GIF up to 5 MB and 8,000 pixels per side, as a data URL or plain base64, max 100 a day per workspace. The returned `url` is absolute, public and permanent. Images with metadata are re-encoded without it.',
  })
    .input(
      z.strictObject({
        agentId: z.string().min(1).max(100),
        /** Accepted for compatibility but ignored: the caller is the uploader. */
        userId: z.string().max(200).optional(),
        base64Payload: z.string().min(1).max(MAX_BODY),
        /** Only its last segment counts, as the file's name. */
        targetPath: z.string().max(1000).optional(),
        /** Deleted after 24 hours. */
        temporary: z.boolean().optional(),
      }),
    )
    .output(z.object({ data: UploadedFile })),
}
