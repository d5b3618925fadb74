// The specification's mail and log calls of a workspace, in their safe form.
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
    summary: 'Mail members of the workspace',
    description:
      'Only who has joined the workspace gets it: the one named by `to`, or all of them without it. The words of `html` come in our own letter, without markup, pictures and links. 3 mails an hour and 10 a day.',
  })
    .input(z.strictObject({ uid: Uid, to: Email.optional(), subject: line(200), html: z.string().min(1).max(100_000) }))
    .output(success),
  writeLog: regional({
    method: 'POST',
    path: '/workspace/{userId}/logs',
    tag,
    access: { by: ['session', 'workspace'], workspace: 'userId', audit: 'never' },
    summary: 'Write an entry into the log of the workspace',
    description:
      '`withEmail` mails it to the members who have joined, as long as the mails of the workspace last (3 an hour, 10 a day); the entry is kept either way, for 90 days.',
  })
    .input(
      z.strictObject({
        /** The workspace. */
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
    summary: 'The log of the workspace, newest first',
  })
    .input(
      z.strictObject({
        uid: Uid,
        /** Finds parts of type and content. */
        search: z.string().max(200).optional(),
        type: z.string().max(100).optional(),
        agentId: z.string().max(100).optional(),
        ...pageInput,
      }),
    )
    .output(page(LogEntry)),
}
