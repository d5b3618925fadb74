// What Hono knows of the Node connection under a request.
import type { HttpBindings } from '@hono/node-server'

export interface NodeBindings {
  Bindings: HttpBindings
  Variables: { requestId: string }
}
