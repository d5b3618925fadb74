/** Lists up to here are drawn whole. */
export const FEW = 60
