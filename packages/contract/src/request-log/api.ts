import { z } from 'zod'
import { page, pageInput, regional } from '../lib/operation.ts'
import { logTime } from '../lib/log-time.ts'
import { REQUEST_ACTORS, REQUEST_METHODS, RequestLogEntry, STATUS_FILTER } from './schemas.ts'

export const requestLogApi = {
  list: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/requests',
    tag: 'Workspaces',
    access: { by: ['session', 'workspace'], workspace: 'uid', role: 'admin' },
    summary: 'List requests made with a workspace’s keys and secrets, newest first',
    description:
      'Requests are kept for 30 days and appear within a few seconds. Queries, bodies and addresses are never logged.',
  })
    .input(
      z.strictObject({
        uid: z.string().max(100),
        key: z.string().trim().max(100).optional(),
        kind: z.enum(REQUEST_ACTORS).optional(),
        method: z.enum(REQUEST_METHODS).optional(),
        /** A call, or the part before the dot for all calls of a noun. */
        operation: z.string().trim().max(100).optional(),
        search: z.string().trim().max(200).optional(),
        /** `2xx`, `4xx`, `5xx` or one status. */
        status: z.string().regex(STATUS_FILTER, 'A status is 2xx, 4xx, 5xx or a number such as 409.').optional(),
        requestId: z.string().trim().max(100).optional(),
        /** UTC days or points in time, both inclusive. */
        from: logTime,
        to: logTime,
        ...pageInput,
      }),
    )
    .output(page(RequestLogEntry)),
}
