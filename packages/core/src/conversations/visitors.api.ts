// Who a visitor is: signed identity, and what they have read.
export const visitorsApi = {}
