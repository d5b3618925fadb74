/** Lists up to this length are not virtualized. */
export const FEW = 60
