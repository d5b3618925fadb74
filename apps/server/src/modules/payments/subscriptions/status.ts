// What the provider's word for a subscription means.
export const isPaying = (status: string): boolean => ['active', 'trialing', 'past_due'].includes(status)
export const isEnded = (status: string): boolean => ['canceled', 'incomplete_expired'].includes(status)
