import type { HttpBindings } from '@hono/node-server'
import type { Origin } from '../origin/origin.ts'

export interface NodeBindings {
  Bindings: HttpBindings
  Variables: { requestId: string; origin: Origin }
}
