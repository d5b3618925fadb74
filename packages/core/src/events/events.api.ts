// Events to an endpoint of the workspace: subscription, deliveries, replay.

export const eventsApi = {}
