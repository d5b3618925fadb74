import type { DeliveryState, EventEndpoint } from '@parlance/contract/events/schemas'

export const STATE_COLOURS: Record<DeliveryState, string> = {
  waiting: 'yellow',
  delivered: 'green',
  failed: 'red',
  cancelled: 'gray',
}

export type EndpointStatus = 'active' | 'failing' | 'disabled' | 'stopped'
export const ENDPOINT_COLOURS: Record<EndpointStatus, string> = {
  active: 'green',
  failing: 'yellow',
  disabled: 'gray',
  stopped: 'red',
}
export function statusOf({ enabled, stoppedAt, lastError }: EventEndpoint): EndpointStatus {
  if (!enabled) return 'disabled'
  if (stoppedAt !== null) return 'stopped'
  return lastError === '' ? 'active' : 'failing'
}
