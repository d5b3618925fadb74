/** The product's name, where it may be said. */
export const PRODUCT = 'Parlance'
