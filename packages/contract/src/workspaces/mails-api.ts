import { z } from 'zod'
import { Email } from '../accounts/schemas.ts'
import { line, page, pageInput, regional, success } from '../lib/operation.ts'
import { LogEntry, LogMetadata } from './logs.ts'

const tag = 'Workspaces'
const Uid = z.string().max(100)

export const mailsApi = {
  sendEmail: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/email',
    tag,
    access: { by: ['workspace', 'session'], workspace: 'uid', role: 'admin' },
    errors: ['FORBIDDEN', 'RATE_LIMITED', 'UNAVAILABLE'],
    summary: 'Email members of the workspace',
    description:
      'Goes only to members who have joined: the one in `to`, or all if it’s absent. The text of `html` is sent in our own template, without markup, images and links. Max 3 emails an hour and 10 a day.',
  })
    .input(z.strictObject({ uid: Uid, to: Email.optional(), subject: line(200), html: z.string().min(1).max(100_000) }))
    .output(success),
  writeLog: regional({
    method: 'POST',
    path: '/workspace/{userId}/logs',
    tag,
    access: { by: ['session', 'workspace'], workspace: 'userId', audit: 'never' },
    summary: 'Add an entry to the workspace log',
    description:
      '`withEmail` also emails it to members who have joined, within 3 emails an hour and 10 a day. The entry is kept for 90 days either way.',
  })
    .input(
      z.strictObject({
        userId: Uid,
        agentId: z.string().max(100).default(''),
        type: line(100),
        content: z.string().max(10_000),
        channel: z.string().trim().max(100).default(''),
        metadata: LogMetadata.default({}),
        withEmail: z.boolean().default(false),
        /** Accepted for compatibility: the path says the region. */
        region: z.string().max(20).optional(),
      }),
    )
    .output(z.object({ success: z.literal(true), data: LogEntry })),
  logs: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/logs',
    tag,
    access: { by: ['session', 'workspace'], workspace: 'uid' },
    summary: 'List workspace log entries, newest first',
  })
    .input(
      z.strictObject({
        uid: Uid,
        search: z.string().max(200).optional(),
        type: z.string().max(100).optional(),
        agentId: z.string().max(100).optional(),
        ...pageInput,
      }),
    )
    .output(page(LogEntry)),
}
