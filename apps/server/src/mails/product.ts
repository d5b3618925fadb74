export const PRODUCT = 'Parlance'
