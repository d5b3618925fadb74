export const isPaying = (status: string): boolean => ['active', 'trialing', 'past_due'].includes(status)
export const isEnded = (status: string): boolean => ['canceled', 'incomplete_expired'].includes(status)
