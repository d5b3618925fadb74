// Hono's types for the Node request behind a request.
import type { HttpBindings } from '@hono/node-server'

export interface NodeBindings {
  Bindings: HttpBindings
  Variables: { requestId: string }
}
