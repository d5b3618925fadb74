export const RECEIPT_GROUPS = ['client', 'agent', 'channel', 'model', 'day'] as const
export type ReceiptGroup = (typeof RECEIPT_GROUPS)[number]
export const CLIENT_RECEIPT_GROUPS = ['agent', 'channel', 'day'] as const
export type ClientReceiptGroup = (typeof CLIENT_RECEIPT_GROUPS)[number]
