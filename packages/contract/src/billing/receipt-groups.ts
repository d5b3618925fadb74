export const RECEIPT_GROUPS = ['client', 'agent', 'channel', 'model', 'day'] as const
export type ReceiptGroup = (typeof RECEIPT_GROUPS)[number]
export const CLIENT_RECEIPT_GROUPS = ['agent', 'channel', 'day'] as const
export type ClientReceiptGroup = (typeof CLIENT_RECEIPT_GROUPS)[number]
/** Who spent the credits of a flow. */
export const CREDIT_FLOW_GROUPS = ['agent', 'client'] as const
export type CreditFlowGroup = (typeof CREDIT_FLOW_GROUPS)[number]
