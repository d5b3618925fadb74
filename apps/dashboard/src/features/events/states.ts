import type { DeliveryState } from '@parlance/core/events/events'

export const STATE_COLOURS: Record<DeliveryState, string> = {
  waiting: 'yellow',
  delivered: 'green',
  failed: 'red',
  cancelled: 'gray',
}
