export const isPaying = (status: string): boolean => ['active', 'trialing', 'past_due'].includes(status)
export const isEnded = (status: string): boolean => ['canceled', 'incomplete_expired'].includes(status)
export const isDue = (status: string): boolean => ['past_due', 'unpaid'].includes(status)
